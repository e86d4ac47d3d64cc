import { area } from '../area.ts';

/** Names and definitions of the dashboards' numbers. */
export const reportsArea = area('reports', {
  pt_BR: () => import('../catalogues/pt-BR/areas/reports.json'),
  en: () => import('../catalogues/en/areas/reports.json'),
  pt: () => import('../catalogues/pt/areas/reports.json'),
});
