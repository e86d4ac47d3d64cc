import { area } from '../area.ts';

/** Notices and their center. */
export const noticesArea = area('notices', () => import('../catalogues/pt-BR/areas/notices.json'));
