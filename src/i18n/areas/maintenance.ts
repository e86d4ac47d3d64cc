import { area } from '../area.ts';

/** Maintenance of the platform. */
export const maintenanceArea = area('maintenance', {
  pt_BR: () => import('../catalogues/pt-BR/areas/maintenance.json'),
  en: () => import('../catalogues/en/areas/maintenance.json'),
  pt: () => import('../catalogues/pt/areas/maintenance.json'),
});
