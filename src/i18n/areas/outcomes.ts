import { area } from '../area.ts';

/** The choice of an outcome when a ticket is finished. */
export const outcomesArea = area('outcomes', {
  pt_BR: () => import('../catalogues/pt-BR/areas/outcomes.json'),
  en: () => import('../catalogues/en/areas/outcomes.json'),
  pt: () => import('../catalogues/pt/areas/outcomes.json'),
});
