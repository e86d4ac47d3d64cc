import { area } from '../area.ts';

export const administrationArea = area('administration', {
  pt_BR: () => import('../catalogues/pt-BR/areas/administration.json'),
  en: () => import('../catalogues/en/areas/administration.json'),
  pt: () => import('../catalogues/pt/areas/administration.json'),
});
