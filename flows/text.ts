import { FLOW_KNOWN } from '../contract/facts/flows.ts';
import type { Flow } from '../contract/flows/flow.ts';
import { own } from './exits.ts';
import { clipped } from './values.ts';
import type { Value, Values } from './values.ts';

/* Placeholders in texts: `{{nome}}` is replaced by the variable's value. */

const PLACEHOLDER = /\{\{([^{}]*)\}\}/gu;

/** The names between braces in a text, whether or not they exist. Unbalanced braces count as a name as well. */
export function namesIn(text: string): string[] {
  const found = [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name.trim());
  const [loose] = /\{\{.{0,20}|\}\}/su.exec(text.replaceAll(PLACEHOLDER, '')) ?? [];
  return loose === undefined ? found : [...found, loose];
}

/** A text without its placeholders: the part whose length is certain. */
export function fixedPart(text: string): string {
  return text.replaceAll(PLACEHOLDER, '');
}

/** The names that a flow's texts and expressions can use. */
export function namesOf({ variables }: Pick<Flow, 'variables'>): string[] {
  return [...Object.keys(variables), ...FLOW_KNOWN];
}

/** The text with its placeholders filled in. Values are shortened to keep the text within `length`. */
export function filled(text: string, values: Values, length = Infinity): string {
  let room = length - fixedPart(text).length;
  return text.replaceAll(PLACEHOLDER, (_whole, name: string) => {
    const value = clipped(written(own(values, name.trim())), room);
    room -= value.length;
    return value;
  });
}

/** A value as customers read it: a date as `01/03/2026`, a number with a decimal comma. */
export function written(value: Value | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return withoutExponent(value).replace('.', ',');
  if (typeof value === 'boolean') return value ? 'sim' : 'não';
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/u.exec(value) ?? [];
  return day === undefined ? value : `${day}/${month ?? ''}/${year ?? ''}`;
}

/** Below a millionth JavaScript writes `5e-7`, which customers can't read and questions don't accept. */
export function withoutExponent(value: number): string {
  return Math.abs(value) < 1e-6 ? value.toFixed(20).replace(/\.?0+$/u, '') : String(value);
}

/** The values with an option's label in place of its id. */
export function readable(values: Values, labels: ReadonlyMap<string, ReadonlyMap<string, string>>): Values {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, labels.get(name)?.get(String(value)) ?? value]),
  );
}

/** The labels of the options that are saved to each choice, by option id. */
export function labelsOf({ nodes }: Pick<Flow, 'nodes'>): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const found = new Map<string, Map<string, string>>();
  for (const node of Object.values(nodes)) {
    if (node.kind !== 'ask' || node.expects !== 'options' || node.saves === null) continue;
    const labels = found.get(node.saves) ?? new Map<string, string>();
    for (const { id, label } of node.options) if (!labels.has(id)) labels.set(id, label);
    found.set(node.saves, labels);
  }
  return found;
}
