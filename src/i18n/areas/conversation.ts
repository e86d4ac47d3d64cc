import { area } from '../area.ts';

/** An open conversation: messages’ files and tools, events, dialogs, colleagues’ presence. */
export const conversationArea = area('conversation', {
  pt_BR: () => import('../catalogues/pt-BR/areas/conversation.json'),
  en: () => import('../catalogues/en/areas/conversation.json'),
  pt: () => import('../catalogues/pt/areas/conversation.json'),
});
