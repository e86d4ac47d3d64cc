import { area } from '../area.ts';

/** What a conversation needs once it is shown: messages’ files and tools, the thread, dialogs, what others do. */
export const conversationArea = area('conversation', {
  pt_BR: () => import('../catalogues/pt-BR/areas/conversation.json'),
  en: () => import('../catalogues/en/areas/conversation.json'),
  pt: () => import('../catalogues/pt/areas/conversation.json'),
});
