import { area } from '../area.ts';

/** Why the provider refused or didn't deliver a message. */
export const channelArea = area('channel', {
  pt_BR: () => import('../catalogues/pt-BR/areas/channel.json'),
  en: () => import('../catalogues/en/areas/channel.json'),
  pt: () => import('../catalogues/pt/areas/channel.json'),
});
