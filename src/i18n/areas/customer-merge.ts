import { area } from '../area.ts';

/** Merging two customers who are one person. */
export const customerMergeArea = area('customer-merge', {
  pt_BR: () => import('../catalogues/pt-BR/areas/customer-merge.json'),
  en: () => import('../catalogues/en/areas/customer-merge.json'),
  pt: () => import('../catalogues/pt/areas/customer-merge.json'),
});
