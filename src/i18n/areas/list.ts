import { area } from '../area.ts';

/** The list of conversations. */
export const listArea = area('list', {
  pt_BR: () => import('../catalogues/pt-BR/areas/list.json'),
  en: () => import('../catalogues/en/areas/list.json'),
  pt: () => import('../catalogues/pt/areas/list.json'),
});
