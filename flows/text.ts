import type { Value, Values } from './values.ts';

/* Placeholders in texts: `{{nome}}` is replaced by the variable's value. */

const PLACEHOLDER = /\{\{\s*([a-z][a-z0-9_]*)\s*\}\}/gu;

/** The variables that a text names. */
export function namesIn(text: string): string[] {
  return [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name);
}

/** The text with its placeholders filled in; those without a value are left out. */
export function filled(text: string, values: Values): string {
  return text.replaceAll(PLACEHOLDER, (_whole, name: string) => written(values[name]));
}

/** A value as a customer reads it: a date as `01/03/2026`, a number with a comma. */
export function written(value: Value | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value).replace('.', ',');
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(value) ?? [];
  return day === undefined ? value : `${day}/${month ?? ''}/${year ?? ''}`;
}
