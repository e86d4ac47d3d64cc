import { area } from '../area.ts';

/** Flows and their editor. */
export const flowsArea = area('flows', {
  pt_BR: () => import('../catalogues/pt-BR/areas/flows.json'),
  en: () => import('../catalogues/en/areas/flows.json'),
  pt: () => import('../catalogues/pt/areas/flows.json'),
});
