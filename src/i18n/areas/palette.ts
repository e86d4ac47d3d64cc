import { area } from '../area.ts';

/** The palette: people, protocols, screens and actions. */
export const paletteArea = area('palette', () => import('../catalogues/pt-BR/areas/palette.json'));
