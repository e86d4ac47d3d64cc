import { area } from '../area.ts';

/** Target audiences and groups of customers. */
export const audiencesArea = area('audiences', {
  pt_BR: () => import('../catalogues/pt-BR/areas/audiences.json'),
  en: () => import('../catalogues/en/areas/audiences.json'),
  pt: () => import('../catalogues/pt/areas/audiences.json'),
});
