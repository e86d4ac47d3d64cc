import { FLOW_NUMBER_MAX, FLOW_VALUE_MAX } from '../contract/facts/flows.ts';
import type { FlowExpects, FlowVariableType } from '../contract/facts/flows.ts';

/** A variable's value. A date is `2026-03-01`, a choice the id of its option. */
export type Value = string | number | boolean;
export type Values = Readonly<Record<string, Value>>;

/** The variable types that can hold what a question expects. */
export const TYPES_TAKING: Readonly<Record<FlowExpects, readonly FlowVariableType[]>> = {
  text: ['text'],
  number: ['number'],
  date: ['date'],
  cpf: ['text'],
  options: ['choice'],
  location: ['text'],
  media: ['text'],
};

/** A value as a variable holds it: within bounds, however often it is added to, and storable in a database. */
export function kept(value: Value): Value {
  if (typeof value === 'number') return Math.min(FLOW_NUMBER_MAX, Math.max(-FLOW_NUMBER_MAX, value));
  return typeof value === 'string' ? clipped(value.replaceAll('\0', '').toWellFormed(), FLOW_VALUE_MAX) : value;
}

/** The beginning of a text, in UTF-16 units, without half a character at its end. */
export function clipped(text: string, length: number): string {
  if (text.length <= length) return text;
  return text.slice(0, Math.max(0, length)).replace(/[\uD800-\uDBFF]$/u, '');
}

/** The value of a customer's text as an answer to a question; undefined if it is no answer. */
export function answerIn(expects: Exclude<FlowExpects, 'options'>, text: string): Value | undefined {
  const trimmed = text.trim();
  switch (expects) {
    case 'text':
      return trimmed === '' ? undefined : kept(trimmed);
    case 'number':
      return typedNumber(trimmed);
    case 'date':
      return typedDate(trimmed);
    case 'cpf':
      return typedCpf(trimmed);
    case 'location':
    case 'media':
      return undefined;
  }
}

/** A value from another server as a variable of this type; undefined if it doesn't fit. */
export function fitting(type: FlowVariableType, value: unknown): Value | undefined {
  switch (type) {
    case 'text':
      if (typeof value === 'string') return kept(value);
      return typeof value === 'number' ? String(value) : undefined;
    case 'number': {
      const read = typeof value === 'string' && /^-?\d{1,15}(?:\.\d+)?$/u.test(value) ? Number(value) : value;
      return typeof read === 'number' && Number.isFinite(read) ? kept(read) : undefined;
    }
    case 'boolean':
      return typeof value === 'boolean' ? value : undefined;
    case 'date':
      return typeof value === 'string' ? typedDate(/^\d{4}-\d{2}-\d{2}(?=T|$)/u.exec(value)?.[0] ?? '') : undefined;
    case 'choice':
      return undefined;
  }
}

/** The value at a path in JSON, such as `order.items.0.name`. */
export function atPath(json: unknown, path: string): unknown {
  let at = json;
  for (const name of path.split('.')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined;
    at = Reflect.get(at, name);
  }
  return at;
}

/** Reads `1.234,5` as 1234.5, and `1234.5` and `12` as they are; a currency sign and blanks are ignored. */
export function typedNumber(text: string): number | undefined {
  const bare = text.replace(/^R\$\s*/iu, '').replaceAll(/\s/gu, '');
  if (/^[-+]?\d{1,3}(?:\.\d{3}){1,4}(?:,\d{1,10})?$/u.test(bare))
    return Number(bare.replaceAll('.', '').replace(',', '.'));
  return /^[-+]?\d{1,15}(?:[.,]\d{1,10})?$/u.test(bare) ? Number(bare.replace(',', '.')) : undefined;
}

/** A calendar day, written as `01/03/2026`, `1/3/26` or `2026-03-01`. */
export function typedDate(text: string): string | undefined {
  const [, day, month, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4}|\d{2})$/u.exec(text) ?? [];
  const iso =
    day === undefined || month === undefined || year === undefined
      ? text
      : `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  if (!/^\d{4}-\d{2}-\d{2}$/u.test(iso)) return undefined;
  const at = new Date(`${iso}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) ? iso : undefined;
}

/** A CPF's eleven digits, if its two check digits are right. */
export function typedCpf(text: string): string | undefined {
  const digits = text.replaceAll(/[.\-\s]/gu, '');
  if (!/^\d{11}$/u.test(digits) || /^(\d)\1+$/u.test(digits)) return undefined;
  return cpfOf(digits.slice(0, 9)) === digits ? digits : undefined;
}

/** Nine digits followed by their two check digits. */
export function cpfOf(nine: string): string {
  const proved = (digits: string): string => {
    let sum = 0;
    for (let at = 0; at < digits.length; at += 1) sum += Number(digits[at]) * (digits.length + 1 - at);
    return `${digits}${((sum * 10) % 11) % 10}`;
  };
  return proved(proved(nine));
}
