import { area } from '../area.ts';

/** Active flows, and which bot answers where. */
export const flowStartsArea = area('flow-starts', {
  pt_BR: () => import('../catalogues/pt-BR/areas/flow-starts.json'),
  en: () => import('../catalogues/en/areas/flow-starts.json'),
  pt: () => import('../catalogues/pt/areas/flow-starts.json'),
});
