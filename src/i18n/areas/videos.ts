import { area } from '../area.ts';

/** The training videos. */
export const videosArea = area('videos', () => import('../catalogues/pt-BR/areas/videos.json'));
