import { area } from '../area.ts';

/** Quick replies, in the conversation and administered. */
export const quickRepliesArea = area('quick-replies', {
  pt_BR: () => import('../catalogues/pt-BR/areas/quick-replies.json'),
  en: () => import('../catalogues/en/areas/quick-replies.json'),
  pt: () => import('../catalogues/pt/areas/quick-replies.json'),
});
