import { area } from '../area.ts';

/** Sending reply buttons and lists. */
export const choicesArea = area('choices', {
  pt_BR: () => import('../catalogues/pt-BR/areas/choices.json'),
  en: () => import('../catalogues/en/areas/choices.json'),
  pt: () => import('../catalogues/pt/areas/choices.json'),
});
