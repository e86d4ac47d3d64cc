import { area } from '../area.ts';

/** Scheduled messages. */
export const scheduledArea = area('scheduled', () => import('../catalogues/pt-BR/areas/scheduled.json'));
