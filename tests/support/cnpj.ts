import { isCnpj } from '../../contract/facts/cnpj.ts';

/** The CNPJ that begins so (`77.001.333/0001`), with the check digits that it has to have. */
export function cnpjOf(begin: string): string {
  const ends = Array.from({ length: 100 }, (_, end) => `${begin}-${String(end).padStart(2, '0')}`);
  return ends.find((text) => isCnpj(text)) ?? '';
}
