import { area } from '../area.ts';

/** The company's settings. */
export const settingsArea = area('settings', {
  pt_BR: () => import('../catalogues/pt-BR/areas/settings.json'),
  en: () => import('../catalogues/en/areas/settings.json'),
  pt: () => import('../catalogues/pt/areas/settings.json'),
});
