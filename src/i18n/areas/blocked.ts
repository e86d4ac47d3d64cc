import { area } from '../area.ts';

/** The company's blocked numbers. */
export const blockedArea = area('blocked', () => import('../catalogues/pt-BR/areas/blocked.json'));
