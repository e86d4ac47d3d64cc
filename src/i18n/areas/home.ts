import { area } from '../area.ts';

export const homeArea = area('home', {
  pt_BR: () => import('../catalogues/pt-BR/areas/home.json'),
  en: () => import('../catalogues/en/areas/home.json'),
  pt: () => import('../catalogues/pt/areas/home.json'),
});
