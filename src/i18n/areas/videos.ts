import { area } from '../area.ts';

/** The training videos. */
export const videosArea = area('videos', {
  pt_BR: () => import('../catalogues/pt-BR/areas/videos.json'),
  en: () => import('../catalogues/en/areas/videos.json'),
  pt: () => import('../catalogues/pt/areas/videos.json'),
});
