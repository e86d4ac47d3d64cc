import { area } from '../area.ts';

/** Messages' files. */
export const mediaArea = area('media', {
  pt_BR: () => import('../catalogues/pt-BR/areas/media.json'),
  en: () => import('../catalogues/en/areas/media.json'),
  pt: () => import('../catalogues/pt/areas/media.json'),
});
