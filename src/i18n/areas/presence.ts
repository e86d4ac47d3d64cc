import { area } from '../area.ts';

/** Who else looks at a conversation. */
export const presenceArea = area('presence', {
  pt_BR: () => import('../catalogues/pt-BR/areas/presence.json'),
  en: () => import('../catalogues/en/areas/presence.json'),
  pt: () => import('../catalogues/pt/areas/presence.json'),
});
