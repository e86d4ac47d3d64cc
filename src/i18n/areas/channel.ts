import { area } from '../area.ts';

/** Why the provider refused or didn't deliver a message. */
export const channelArea = area('channel', () => import('../catalogues/pt-BR/areas/channel.json'));
