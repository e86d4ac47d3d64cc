import { area } from '../area.ts';

/** Customers from files. */
export const importsArea = area('imports', {
  pt_BR: () => import('../catalogues/pt-BR/areas/imports.json'),
  en: () => import('../catalogues/en/areas/imports.json'),
  pt: () => import('../catalogues/pt/areas/imports.json'),
});
