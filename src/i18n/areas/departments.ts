import { area } from '../area.ts';

export const departmentsArea = area('departments', {
  pt_BR: () => import('../catalogues/pt-BR/areas/departments.json'),
  en: () => import('../catalogues/en/areas/departments.json'),
  pt: () => import('../catalogues/pt/areas/departments.json'),
});
