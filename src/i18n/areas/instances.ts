import { area } from '../area.ts';

export const instancesArea = area('instances', () => import('../catalogues/pt-BR/areas/instances.json'));
