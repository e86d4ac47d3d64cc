import { area } from '../area.ts';

export const homeArea = area('home', () => import('../catalogues/pt-BR/areas/home.json'));
