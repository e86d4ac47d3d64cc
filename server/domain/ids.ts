import { notFound } from './errors.ts';

const LARGEST = 9_223_372_036_854_775_807n;

/** An id that a call was given. What can't be one names nothing: not found, like any other id that isn't there. */
export function parseId(value: string): string {
  if (!/^\d{1,19}$/.test(value) || BigInt(value) > LARGEST) throw notFound();
  return BigInt(value).toString();
}

/** The same for an id that may be left out. */
export function parseOptionalId(value: string | null | undefined): string | null {
  return value === null || value === undefined ? null : parseId(value);
}
