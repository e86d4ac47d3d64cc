import { area } from '../area.ts';

export const administrationArea = area('administration', () => import('../catalogues/pt-BR/areas/administration.json'));
