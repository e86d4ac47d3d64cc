import { area } from '../area.ts';

/** Active flows, and which bot answers where. */
export const flowStartsArea = area('flow-starts', () => import('../catalogues/pt-BR/areas/flow-starts.json'));
