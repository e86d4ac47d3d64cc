import { area } from '../area.ts';

/** Sending files, voice messages and images. */
export const sendingArea = area('sending', {
  pt_BR: () => import('../catalogues/pt-BR/areas/sending.json'),
  en: () => import('../catalogues/en/areas/sending.json'),
  pt: () => import('../catalogues/pt/areas/sending.json'),
});
