import { area } from '../area.ts';

/** The terms of use. */
export const termsArea = area('terms', () => import('../catalogues/pt-BR/areas/terms.json'));
