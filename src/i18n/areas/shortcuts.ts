import { area } from '../area.ts';

export const shortcutsArea = area('shortcuts', () => import('../catalogues/pt-BR/areas/shortcuts.json'));
