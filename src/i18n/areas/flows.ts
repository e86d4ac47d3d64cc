import { area } from '../area.ts';

/** Flows and their editor. */
export const flowsArea = area('flows', () => import('../catalogues/pt-BR/areas/flows.json'));
