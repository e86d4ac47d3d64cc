import { area } from '../area.ts';

/** Names and definitions of the dashboards' numbers. */
export const reportsArea = area('reports', () => import('../catalogues/pt-BR/areas/reports.json'));
