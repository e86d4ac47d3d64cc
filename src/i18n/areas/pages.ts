import { area } from '../area.ts';

export const pagesArea = area('pages', () => import('../catalogues/pt-BR/areas/pages.json'));
