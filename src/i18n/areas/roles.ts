import { area } from '../area.ts';

export const rolesArea = area('roles', () => import('../catalogues/pt-BR/areas/roles.json'));
