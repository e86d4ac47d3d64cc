import { area } from '../area.ts';

/** Campaigns: their list, page and wizard. */
export const campaignsArea = area('campaigns', () => import('../catalogues/pt-BR/areas/campaigns.json'));
