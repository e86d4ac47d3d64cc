import { area } from '../area.ts';

export const accountArea = area('account', {
  pt_BR: () => import('../catalogues/pt-BR/areas/account.json'),
  en: () => import('../catalogues/en/areas/account.json'),
  pt: () => import('../catalogues/pt/areas/account.json'),
});
