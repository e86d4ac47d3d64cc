import { area } from '../area.ts';

/** What a company may set. */
export const settingsArea = area('settings', {
  pt_BR: () => import('../catalogues/pt-BR/areas/settings.json'),
  en: () => import('../catalogues/en/areas/settings.json'),
  pt: () => import('../catalogues/pt/areas/settings.json'),
});
