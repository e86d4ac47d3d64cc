import { area } from '../area.ts';

/** The company's settings. */
export const settingsArea = area('settings', () => import('../catalogues/pt-BR/areas/settings.json'));
