import { area } from '../area.ts';

/** A customer's earlier tickets. */
export const pastTicketsArea = area('past-tickets', {
  pt_BR: () => import('../catalogues/pt-BR/areas/past-tickets.json'),
  en: () => import('../catalogues/en/areas/past-tickets.json'),
  pt: () => import('../catalogues/pt/areas/past-tickets.json'),
});
