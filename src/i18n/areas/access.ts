import { area } from '../area.ts';

export const accessArea = area('access', () => import('../catalogues/pt-BR/areas/access.json'));
