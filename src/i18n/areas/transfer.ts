import { area } from '../area.ts';

/** Offering a ticket to somebody, and answering an offer. */
export const transferArea = area('transfer', {
  pt_BR: () => import('../catalogues/pt-BR/areas/transfer.json'),
  en: () => import('../catalogues/en/areas/transfer.json'),
  pt: () => import('../catalogues/pt/areas/transfer.json'),
});
