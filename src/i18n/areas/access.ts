import { area } from '../area.ts';

export const accessArea = area('access', {
  pt_BR: () => import('../catalogues/pt-BR/areas/access.json'),
  en: () => import('../catalogues/en/areas/access.json'),
  pt: () => import('../catalogues/pt/areas/access.json'),
});
