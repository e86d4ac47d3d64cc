import { area } from '../area.ts';

export const accountMenuArea = area('account-menu', {
  pt_BR: () => import('../catalogues/pt-BR/areas/account-menu.json'),
  en: () => import('../catalogues/en/areas/account-menu.json'),
  pt: () => import('../catalogues/pt/areas/account-menu.json'),
});
