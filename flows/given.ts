import { isBlank } from '../contract/facts/blank.ts';
import { FLOW_VALUE_MAX } from '../contract/facts/flows.ts';
import type { Flow } from '../contract/flows/flow.ts';
import { own } from './exits.ts';
import { labelsOf } from './text.ts';
import { fitting } from './values.ts';
import type { Value, Values } from './values.ts';

/** The values of a flow's variables until they are set. */
export function initialValues({ variables }: Pick<Flow, 'variables'>): Values {
  return Object.fromEntries(
    Object.entries(variables).flatMap(([name, { initial }]) =>
      initial === undefined ? [] : [[name, initial] as const],
    ),
  );
}

/**
 * Values that are sent along, converted to the types of a flow's variables. `wrong` names those that have no variable
 * or don't fit. A blank text doesn't fit: a message with nothing else in it can't be sent.
 */
export function givenValues(
  flow: Pick<Flow, 'variables' | 'nodes'>,
  given: Readonly<Record<string, unknown>>,
): { readonly values: Values; readonly wrong: readonly string[] } {
  const labels = labelsOf(flow);
  const read = (name: string, value: unknown): Value | undefined => {
    const type = own(flow.variables, name)?.type;
    if (type === undefined || (typeof value === 'string' && value.length > FLOW_VALUE_MAX)) return undefined;
    if (type !== 'choice') {
      const fit = fitting(type, value);
      return typeof fit === 'string' && isBlank(fit) ? undefined : fit;
    }
    return typeof value === 'string' && labels.get(name)?.has(value) === true ? value : undefined;
  };
  const all = Object.entries(given).map(([name, value]) => [name, read(name, value)] as const);
  return {
    values: Object.fromEntries(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
    wrong: all.flatMap(([name, value]) => (value === undefined ? [name] : [])),
  };
}
