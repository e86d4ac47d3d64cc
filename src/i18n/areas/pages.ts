import { area } from '../area.ts';

export const pagesArea = area('pages', {
  pt_BR: () => import('../catalogues/pt-BR/areas/pages.json'),
  en: () => import('../catalogues/en/areas/pages.json'),
  pt: () => import('../catalogues/pt/areas/pages.json'),
});
