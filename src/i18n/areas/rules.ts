import { area } from '../area.ts';

/** Rules and their bench. */
export const rulesArea = area('rules', {
  pt_BR: () => import('../catalogues/pt-BR/areas/rules.json'),
  en: () => import('../catalogues/en/areas/rules.json'),
  pt: () => import('../catalogues/pt/areas/rules.json'),
});
