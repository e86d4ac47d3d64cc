import { area } from '../area.ts';

/** Choosing, filling in and sending message templates. */
export const templatesArea = area('templates', () => import('../catalogues/pt-BR/areas/templates.json'));
