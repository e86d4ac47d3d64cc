import { conversationArea } from '../../../i18n/areas/conversation.ts';
import { part } from '../../kit/part.tsx';

/* Who else looks at a conversation. Nobody is shown until code and texts are there. */

const load = () => import('./presence-views.tsx');
const areas = [conversationArea];
const extra = { isExtra: true };

export const FollowColleagues = part(async () => (await load()).Follow, areas, extra);
export const PresenceInChat = part(async () => (await load()).Chat, areas, extra);
