import { area } from '../area.ts';

export const accountMenuArea = area('account-menu', () => import('../catalogues/pt-BR/areas/account-menu.json'));
