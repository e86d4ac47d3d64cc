import { area } from '../area.ts';

/** Sending reply buttons and lists. */
export const choicesArea = area('choices', () => import('../catalogues/pt-BR/areas/choices.json'));
