import { area } from '../area.ts';

/** The company's customers: their list and its actions. */
export const baseArea = area('base', {
  pt_BR: () => import('../catalogues/pt-BR/areas/base.json'),
  en: () => import('../catalogues/en/areas/base.json'),
  pt: () => import('../catalogues/pt/areas/base.json'),
});
