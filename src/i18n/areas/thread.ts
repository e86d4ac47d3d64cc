import { area } from '../area.ts';

/** What stands in a conversation besides its messages. */
export const threadArea = area('thread', {
  pt_BR: () => import('../catalogues/pt-BR/areas/thread.json'),
  en: () => import('../catalogues/en/areas/thread.json'),
  pt: () => import('../catalogues/pt/areas/thread.json'),
});
