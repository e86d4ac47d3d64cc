import { conversationArea } from '../../../../i18n/areas/conversation.ts';
import { part } from '../../../kit/part.tsx';
import { loadOutcomeChoice } from '../preloads.ts';

/** The choice of an outcome, with its code and texts. One can finish without it if they don't load. */
export const OutcomePart = part(loadOutcomeChoice, [conversationArea], { isInPlace: true });
