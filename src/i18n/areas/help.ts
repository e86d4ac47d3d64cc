import { area } from '../area.ts';

/** The manual, help and support. */
export const helpArea = area('help', {
  pt_BR: () => import('../catalogues/pt-BR/areas/help.json'),
  en: () => import('../catalogues/en/areas/help.json'),
  pt: () => import('../catalogues/pt/areas/help.json'),
});
