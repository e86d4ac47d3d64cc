import type { Part } from './expression.ts';
import { kept } from './values.ts';
import type { Value, Values } from './values.ts';

/** A value of which nothing is known: a decision that depends on it may go either way. */
export const UNKNOWN = null;
export type Sample = Value | null;

/**
 * The value of an expression; undefined if a variable it needs isn't set. A running flow has no unknown values, a flow
 * check may: then the result is unknown unless the known values decide it.
 */
export function evaluate(part: Part, values: Values): Value | undefined;
export function evaluate(part: Part, values: Readonly<Record<string, Sample>>): Sample | undefined;
export function evaluate(part: Part, values: Readonly<Record<string, Sample>>): Sample | undefined {
  switch (part.op) {
    case 'constant':
      return part.value;
    case 'name':
      return Object.hasOwn(values, part.name) ? values[part.name] : undefined;
    case 'and':
      return joined(part.sides, values, false);
    case 'or':
      return joined(part.sides, values, true);
    case 'not':
      return known(evaluate(part.part, values), (value) => value !== true);
    case 'oneOf':
      return known(evaluate(part.part, values), (value) => part.values.includes(value));
    case 'question':
      return known(evaluate(part.part, values), (value) => isAnswered(part.of, String(value), part.value));
    case 'compare':
      return both(part.sides, values, (one, other) => isSo(part.of, one, other));
    case 'sum':
      return both(part.sides, values, (one, other) => kept(sum(part.of, one, other)));
  }
}

/** `decides`: the value that decides the result whatever the other side is. */
function joined(
  sides: readonly [Part, Part],
  values: Readonly<Record<string, Sample>>,
  decides: boolean,
): Sample | undefined {
  const found = sides.map((side) => evaluate(side, values));
  if (found.includes(decides)) return decides;
  if (found.includes(UNKNOWN)) return UNKNOWN;
  return found.includes(undefined) ? undefined : !decides;
}

function known(value: Sample | undefined, then: (value: Value) => Value): Sample | undefined {
  return value === undefined || value === UNKNOWN ? value : then(value);
}

function both(
  [left, right]: readonly [Part, Part],
  values: Readonly<Record<string, Sample>>,
  then: (one: Value, other: Value) => Value,
): Sample | undefined {
  const [one, other] = [evaluate(left, values), evaluate(right, values)];
  if (one === undefined || other === undefined) return undefined;
  return one === UNKNOWN || other === UNKNOWN ? UNKNOWN : then(one, other);
}

export function isAnswered(of: Extract<Part, { op: 'question' }>['of'], text: string, value: string): boolean {
  if (of === 'contains') return text.includes(value);
  return of === 'startsWith' ? text.startsWith(value) : text.endsWith(value);
}

function isSo(of: Extract<Part, { op: 'compare' }>['of'], one: Value, other: Value): boolean {
  switch (of) {
    case '==':
      return one === other;
    case '!=':
      return one !== other;
    case '<':
      return one < other;
    case '<=':
      return one <= other;
    case '>':
      return one > other;
    case '>=':
      return one >= other;
  }
}

function sum(of: Extract<Part, { op: 'sum' }>['of'], one: Value, other: Value): Value {
  switch (of) {
    case '+':
      return typeof one === 'string' ? one + String(other) : Number(one) + Number(other);
    case '-':
      return Number(one) - Number(other);
    case '*':
      return Number(one) * Number(other);
    case '/':
      return Number(one) / Number(other);
  }
}
