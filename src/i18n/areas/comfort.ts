import { area } from '../area.ts';

/** The list's further actions, and how close together things stand. */
export const comfortArea = area('comfort', {
  pt_BR: () => import('../catalogues/pt-BR/areas/comfort.json'),
  en: () => import('../catalogues/en/areas/comfort.json'),
  pt: () => import('../catalogues/pt/areas/comfort.json'),
});
