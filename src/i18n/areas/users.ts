import { area } from '../area.ts';

export const usersArea = area('users', () => import('../catalogues/pt-BR/areas/users.json'));
