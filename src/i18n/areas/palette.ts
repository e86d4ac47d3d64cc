import { area } from '../area.ts';

/** The palette: people, protocols, screens and actions. */
export const paletteArea = area('palette', {
  pt_BR: () => import('../catalogues/pt-BR/areas/palette.json'),
  en: () => import('../catalogues/en/areas/palette.json'),
  pt: () => import('../catalogues/pt/areas/palette.json'),
});
