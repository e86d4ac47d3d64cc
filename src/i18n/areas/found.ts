import { area } from '../area.ts';

/** Messages found by their words. */
export const foundArea = area('found', {
  pt_BR: () => import('../catalogues/pt-BR/areas/found.json'),
  en: () => import('../catalogues/en/areas/found.json'),
  pt: () => import('../catalogues/pt/areas/found.json'),
});
