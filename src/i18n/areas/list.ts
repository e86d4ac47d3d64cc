import { area } from '../area.ts';

/** The list of conversations. */
export const listArea = area('list', () => import('../catalogues/pt-BR/areas/list.json'));
