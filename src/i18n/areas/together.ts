import { area } from '../area.ts';

/** Several people at one conversation: texts that are kept, and answers that came meanwhile. */
export const togetherArea = area('together', {
  pt_BR: () => import('../catalogues/pt-BR/areas/together.json'),
  en: () => import('../catalogues/en/areas/together.json'),
  pt: () => import('../catalogues/pt/areas/together.json'),
});
