import { area } from '../area.ts';

/** An open conversation: messages’ files and tools, events, dialogs, colleagues’ presence. */
export const conversationArea = area('conversation', () => import('../catalogues/pt-BR/areas/conversation.json'));
