import { area } from '../area.ts';

/** Messages that are sent at a time of their own. */
export const scheduledArea = area('scheduled', {
  pt_BR: () => import('../catalogues/pt-BR/areas/scheduled.json'),
  en: () => import('../catalogues/en/areas/scheduled.json'),
  pt: () => import('../catalogues/pt/areas/scheduled.json'),
});
