import { area } from '../area.ts';

/** A conversation as a file. */
export const conversationExportArea = area('conversation-export', {
  pt_BR: () => import('../catalogues/pt-BR/areas/conversation-export.json'),
  en: () => import('../catalogues/en/areas/conversation-export.json'),
  pt: () => import('../catalogues/pt/areas/conversation-export.json'),
});
