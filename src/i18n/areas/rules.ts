import { area } from '../area.ts';

/** Rules and their bench. */
export const rulesArea = area('rules', () => import('../catalogues/pt-BR/areas/rules.json'));
