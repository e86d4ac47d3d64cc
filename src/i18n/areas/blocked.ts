import { area } from '../area.ts';

/** The company's blocked numbers. */
export const blockedArea = area('blocked', {
  pt_BR: () => import('../catalogues/pt-BR/areas/blocked.json'),
  en: () => import('../catalogues/en/areas/blocked.json'),
  pt: () => import('../catalogues/pt/areas/blocked.json'),
});
