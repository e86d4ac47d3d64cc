import { area } from '../area.ts';

/** Maintenance of the platform. */
export const maintenanceArea = area('maintenance', () => import('../catalogues/pt-BR/areas/maintenance.json'));
