import { area } from '../area.ts';

/** A ticket looked up by its protocol. */
export const protocolArea = area('protocol', () => import('../catalogues/pt-BR/areas/protocol.json'));
