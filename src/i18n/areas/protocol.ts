import { area } from '../area.ts';

/** A ticket looked up by its protocol. */
export const protocolArea = area('protocol', {
  pt_BR: () => import('../catalogues/pt-BR/areas/protocol.json'),
  en: () => import('../catalogues/en/areas/protocol.json'),
  pt: () => import('../catalogues/pt/areas/protocol.json'),
});
