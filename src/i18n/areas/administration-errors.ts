import { area } from '../area.ts';

/** Refusals of the administration's calls. */
export const administrationErrorsArea = area('administration-errors', {
  pt_BR: () => import('../catalogues/pt-BR/areas/administration-errors.json'),
  en: () => import('../catalogues/en/areas/administration-errors.json'),
  pt: () => import('../catalogues/pt/areas/administration-errors.json'),
});
