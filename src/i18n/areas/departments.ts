import { area } from '../area.ts';

export const departmentsArea = area('departments', () => import('../catalogues/pt-BR/areas/departments.json'));
