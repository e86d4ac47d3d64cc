import { area } from '../area.ts';

export const loginArea = area('login', {
  pt_BR: () => import('../catalogues/pt-BR/areas/login.json'),
  en: () => import('../catalogues/en/areas/login.json'),
  pt: () => import('../catalogues/pt/areas/login.json'),
});
