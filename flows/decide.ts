import { foldText } from '../contract/facts/fold-text.ts';
import type { FlowNode, FlowNodeOf } from '../contract/flows/flow.ts';
import { isProblem } from './expression.ts';
import type { Expressions } from './expression.ts';
import { typedCpf, typedDate, typedNumber, typedValue } from './values.ts';
import type { Value, Values } from './values.ts';

/** What happened while a conversation was at a step. */
export type Input =
  /** `option`: the id of the option that was tapped. */
  | { readonly of: 'message'; readonly text: string; readonly option?: string }
  | { readonly of: 'media' | 'location'; readonly value?: string }
  /** The step's time is over. */
  | { readonly of: 'silence' }
  /** The step was come to: what goes on by itself does. */
  | { readonly of: 'arrival' }
  /** What a step of its own accord did: a message was refused, a request has its answer, a called flow is over. */
  | { readonly of: 'failed' }
  | { readonly of: 'done'; readonly results?: Values };

/** What a decision depends on beside the input. */
export interface Facts {
  readonly values: Values;
  readonly isOpen: (departmentId: string) => boolean;
  readonly expressions: Expressions;
}

/** The exit that is taken, and what is saved with it. Null: the conversation stays where it is. */
export type Decision = { readonly exit: string; readonly saved: Values } | null;

/** Which exit of a step an input leads to. */
export function decide(node: FlowNode, input: Input, facts: Facts): Decision {
  switch (node.kind) {
    case 'ask':
      return answered(node, input);
    case 'pause':
      if (input.of === 'silence') return { exit: 'next', saved: {} };
      return isFromCustomer(input) ? { exit: 'message', saved: {} } : null;
    case 'branch':
      return input.of === 'arrival' ? { exit: caseOf(node, facts), saved: {} } : null;
    case 'hours':
      return input.of === 'arrival' ? { exit: facts.isOpen(node.department_id) ? 'open' : 'closed', saved: {} } : null;
    case 'set':
      return input.of === 'arrival' ? { exit: 'next', saved: valueSet(node, facts) } : null;
    case 'say':
      if (input.of === 'failed') return { exit: 'failed', saved: {} };
      return input.of === 'arrival' ? { exit: 'next', saved: {} } : null;
    case 'request':
      if (input.of === 'failed') return { exit: 'failed', saved: {} };
      return input.of === 'done' ? { exit: 'ok', saved: input.results ?? {} } : null;
    case 'call':
      return input.of === 'done' ? { exit: 'next', saved: {} } : null;
    case 'goto':
    case 'handoff':
    case 'end':
      return null;
  }
}

function isFromCustomer({ of }: Input): boolean {
  return of === 'message' || of === 'media' || of === 'location';
}

function answered(node: FlowNodeOf<'ask'>, input: Input): Decision {
  if (input.of === 'silence') return { exit: 'timeout', saved: {} };
  if (!isFromCustomer(input)) return null;
  const save = (exit: string, value: Value) => ({ exit, saved: node.saves === null ? {} : { [node.saves]: value } });
  if (input.of === 'media' || input.of === 'location') {
    if (node.expects === input.of) return save('answer', input.value ?? '');
    return { exit: input.of === 'media' ? 'media' : 'other', saved: {} };
  }
  if (input.of !== 'message') return null;
  if (node.expects === 'options') {
    const option = optionOf(node, input);
    return option === undefined ? { exit: 'other', saved: {} } : save(option, option);
  }
  const value = answerIn(node.expects, input.text);
  return value === undefined ? { exit: 'other', saved: {} } : save('answer', value);
}

function answerIn(expects: Exclude<FlowNodeOf<'ask'>['expects'], 'options'>, text: string): Value | undefined {
  switch (expects) {
    case 'text':
      return typedValue('text', text);
    case 'number':
      return typedNumber(text.trim());
    case 'date':
      return typedDate(text.trim());
    case 'cpf':
      return typedCpf(text);
    case 'location':
    case 'media':
      return undefined;
  }
}

/** The option that was tapped, or whose number or label was written, without case and accents. */
function optionOf(
  { options }: FlowNodeOf<'ask'>,
  { text, option }: Extract<Input, { of: 'message' }>,
): string | undefined {
  if (option !== undefined) return options.find(({ id }) => id === option)?.id;
  const [, number] = /^\s*(\d{1,2})\s*[.)-]?\s*$/u.exec(text) ?? [];
  if (number !== undefined) return options[Number(number) - 1]?.id;
  const folded = foldText(text.trim());
  return folded === '' ? undefined : options.find(({ label }) => foldText(label.trim()) === folded)?.id;
}

/** A case that can't be worked out doesn't hold. */
function caseOf({ cases }: FlowNodeOf<'branch'>, { values, expressions }: Facts): string {
  for (const { id, when } of cases) {
    const parsed = expressions(when, 'bool');
    if (!isProblem(parsed) && parsed.evaluate(values) === true) return id;
  }
  return 'else';
}

function valueSet({ target }: FlowNodeOf<'set'>, { values, expressions }: Facts): Values {
  if (target.of !== 'variable') return {};
  const parsed = expressions(target.value, 'value');
  const value = isProblem(parsed) ? undefined : parsed.evaluate(values);
  return value === undefined ? {} : { [target.name]: value };
}
