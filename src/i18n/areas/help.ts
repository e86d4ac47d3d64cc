import { area } from '../area.ts';

/** The manual, help and support. */
export const helpArea = area('help', () => import('../catalogues/pt-BR/areas/help.json'));
