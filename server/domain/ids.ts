import { ID_PATTERN } from '../../contract/facts/id-pattern.ts';
import { notFound } from './errors.ts';

const LARGEST = 9_223_372_036_854_775_807n;

/** Whether a text is an id, of something or of nothing. */
export function isId(value: string): boolean {
  return ID_PATTERN.test(value) && BigInt(value) <= LARGEST;
}

/** Parses an id; a malformed one is not found, like any unknown id. */
export function parseId(value: string): string {
  if (!isId(value)) throw notFound();
  return BigInt(value).toString();
}

/** The same for an optional id. */
export function parseOptionalId(value: string | null | undefined): string | null {
  return value === null || value === undefined ? null : parseId(value);
}
