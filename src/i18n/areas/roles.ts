import { area } from '../area.ts';

export const rolesArea = area('roles', {
  pt_BR: () => import('../catalogues/pt-BR/areas/roles.json'),
  en: () => import('../catalogues/en/areas/roles.json'),
  pt: () => import('../catalogues/pt/areas/roles.json'),
});
