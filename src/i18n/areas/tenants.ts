import { area } from '../area.ts';

export const tenantsArea = area('tenants', () => import('../catalogues/pt-BR/areas/tenants.json'));
