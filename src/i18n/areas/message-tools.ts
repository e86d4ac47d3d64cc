import { area } from '../area.ts';

/** What can be done with a message, and emojis. */
export const messageToolsArea = area('message-tools', {
  pt_BR: () => import('../catalogues/pt-BR/areas/message-tools.json'),
  en: () => import('../catalogues/en/areas/message-tools.json'),
  pt: () => import('../catalogues/pt/areas/message-tools.json'),
});
