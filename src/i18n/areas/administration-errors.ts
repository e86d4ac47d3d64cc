import { area } from '../area.ts';

/** Refusals of the administration's calls. */
export const administrationErrorsArea = area(
  'administration-errors',
  () => import('../catalogues/pt-BR/areas/administration-errors.json'),
);
