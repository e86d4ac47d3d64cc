import { area } from '../area.ts';

/** Customers' data. */
export const customersArea = area('customers', {
  pt_BR: () => import('../catalogues/pt-BR/areas/customers.json'),
  en: () => import('../catalogues/en/areas/customers.json'),
  pt: () => import('../catalogues/pt/areas/customers.json'),
});
