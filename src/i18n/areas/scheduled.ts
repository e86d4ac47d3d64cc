import { area } from '../area.ts';

/** Scheduled messages. */
export const scheduledArea = area('scheduled', {
  pt_BR: () => import('../catalogues/pt-BR/areas/scheduled.json'),
  en: () => import('../catalogues/en/areas/scheduled.json'),
  pt: () => import('../catalogues/pt/areas/scheduled.json'),
});
