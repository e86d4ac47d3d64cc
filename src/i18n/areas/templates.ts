import { area } from '../area.ts';

/** Choosing, filling in and sending message templates. */
export const templatesArea = area('templates', {
  pt_BR: () => import('../catalogues/pt-BR/areas/templates.json'),
  en: () => import('../catalogues/en/areas/templates.json'),
  pt: () => import('../catalogues/pt/areas/templates.json'),
});
