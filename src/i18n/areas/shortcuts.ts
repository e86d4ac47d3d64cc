import { area } from '../area.ts';

export const shortcutsArea = area('shortcuts', {
  pt_BR: () => import('../catalogues/pt-BR/areas/shortcuts.json'),
  en: () => import('../catalogues/en/areas/shortcuts.json'),
  pt: () => import('../catalogues/pt/areas/shortcuts.json'),
});
