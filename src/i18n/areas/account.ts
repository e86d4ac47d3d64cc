import { area } from '../area.ts';

export const accountArea = area('account', () => import('../catalogues/pt-BR/areas/account.json'));
