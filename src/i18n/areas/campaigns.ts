import { area } from '../area.ts';

/** Campaigns: their list, page and wizard. */
export const campaignsArea = area('campaigns', {
  pt_BR: () => import('../catalogues/pt-BR/areas/campaigns.json'),
  en: () => import('../catalogues/en/areas/campaigns.json'),
  pt: () => import('../catalogues/pt/areas/campaigns.json'),
});
