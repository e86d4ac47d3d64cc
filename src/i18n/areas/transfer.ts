import { area } from '../area.ts';

/** Offering a transfer, and answering one. */
export const transferArea = area('transfer', {
  pt_BR: () => import('../catalogues/pt-BR/areas/transfer.json'),
  en: () => import('../catalogues/en/areas/transfer.json'),
  pt: () => import('../catalogues/pt/areas/transfer.json'),
});
