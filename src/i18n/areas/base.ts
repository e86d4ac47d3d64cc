import { area } from '../area.ts';

/** The company's customers: their list and its actions. */
export const baseArea = area('base', () => import('../catalogues/pt-BR/areas/base.json'));
