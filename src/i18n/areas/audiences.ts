import { area } from '../area.ts';

/** Target audiences and groups of customers. */
export const audiencesArea = area('audiences', () => import('../catalogues/pt-BR/areas/audiences.json'));
