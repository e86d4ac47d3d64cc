import { area } from '../area.ts';

/** Quick replies, in the conversation and administered. */
export const quickRepliesArea = area('quick-replies', () => import('../catalogues/pt-BR/areas/quick-replies.json'));
