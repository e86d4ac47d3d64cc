import { area } from '../area.ts';

export const loginArea = area('login', () => import('../catalogues/pt-BR/areas/login.json'));
