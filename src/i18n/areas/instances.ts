import { area } from '../area.ts';

export const instancesArea = area('instances', {
  pt_BR: () => import('../catalogues/pt-BR/areas/instances.json'),
  en: () => import('../catalogues/en/areas/instances.json'),
  pt: () => import('../catalogues/pt/areas/instances.json'),
});
