import { area } from '../area.ts';

/** Notices and their center. */
export const noticesArea = area('notices', {
  pt_BR: () => import('../catalogues/pt-BR/areas/notices.json'),
  en: () => import('../catalogues/en/areas/notices.json'),
  pt: () => import('../catalogues/pt/areas/notices.json'),
});
