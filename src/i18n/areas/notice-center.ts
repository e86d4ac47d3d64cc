import { area } from '../area.ts';

/** The bell, its panel, the settings of notices, and the notices' texts that came with them. */
export const noticeCenterArea = area('notice-center', {
  pt_BR: () => import('../catalogues/pt-BR/areas/notice-center.json'),
  en: () => import('../catalogues/en/areas/notice-center.json'),
  pt: () => import('../catalogues/pt/areas/notice-center.json'),
});
