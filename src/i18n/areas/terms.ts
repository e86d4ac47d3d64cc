import { area } from '../area.ts';

/** The terms of use. */
export const termsArea = area('terms', {
  pt_BR: () => import('../catalogues/pt-BR/areas/terms.json'),
  en: () => import('../catalogues/en/areas/terms.json'),
  pt: () => import('../catalogues/pt/areas/terms.json'),
});
