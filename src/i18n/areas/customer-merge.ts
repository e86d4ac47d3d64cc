import { area } from '../area.ts';

/** Merging two customers who are one person. */
export const customerMergeArea = area('customer-merge', () => import('../catalogues/pt-BR/areas/customer-merge.json'));
