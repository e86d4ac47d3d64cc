import { area } from '../area.ts';

/** What is told of a scheduled message that was late or not sent: in the conversation, in notices. */
export const scheduledToldArea = area('scheduled-told', {
  pt_BR: () => import('../catalogues/pt-BR/areas/scheduled-told.json'),
  en: () => import('../catalogues/en/areas/scheduled-told.json'),
  pt: () => import('../catalogues/pt/areas/scheduled-told.json'),
});
