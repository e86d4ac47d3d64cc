import { area } from '../area.ts';

export const usersArea = area('users', {
  pt_BR: () => import('../catalogues/pt-BR/areas/users.json'),
  en: () => import('../catalogues/en/areas/users.json'),
  pt: () => import('../catalogues/pt/areas/users.json'),
});
