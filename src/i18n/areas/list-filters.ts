import { area } from '../area.ts';

/** Order and filters of the list of conversations. */
export const listFiltersArea = area('list-filters', {
  pt_BR: () => import('../catalogues/pt-BR/areas/list-filters.json'),
  en: () => import('../catalogues/en/areas/list-filters.json'),
  pt: () => import('../catalogues/pt/areas/list-filters.json'),
});
