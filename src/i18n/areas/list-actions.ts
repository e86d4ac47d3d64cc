import { area } from '../area.ts';

/** What is done with conversations in their list. */
export const listActionsArea = area('list-actions', {
  pt_BR: () => import('../catalogues/pt-BR/areas/list-actions.json'),
  en: () => import('../catalogues/en/areas/list-actions.json'),
  pt: () => import('../catalogues/pt/areas/list-actions.json'),
});
