import { area } from '../area.ts';

export const tenantsArea = area('tenants', {
  pt_BR: () => import('../catalogues/pt-BR/areas/tenants.json'),
  en: () => import('../catalogues/en/areas/tenants.json'),
  pt: () => import('../catalogues/pt/areas/tenants.json'),
});
