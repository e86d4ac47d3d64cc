import { area } from '../area.ts';

/** Customers from files. */
export const importsArea = area('imports', () => import('../catalogues/pt-BR/areas/imports.json'));
