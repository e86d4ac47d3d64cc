import { area } from '../area.ts';

/** Customers' data. */
export const customersArea = area('customers', () => import('../catalogues/pt-BR/areas/customers.json'));
