import type { Flow, FlowNode, FlowNodeOf } from '../contract/flows/flow.ts';
import { evaluate } from './evaluate.ts';
import { own } from './exits.ts';
import { isProblem } from './expression.ts';
import type { Expressions } from './expression.ts';
import { optionWritten } from './options.ts';
import { answerIn, atPath, fitting, kept } from './values.ts';
import type { Value, Values } from './values.ts';

/** What happened while a conversation was at a step. */
export type Input =
  /** `option`: the id of the option that was tapped. */
  | { readonly of: 'message'; readonly text: string; readonly option?: string }
  | { readonly of: 'media' | 'location'; readonly value?: string }
  /** The step's time ran out. */
  | { readonly of: 'silence' }
  /** The step was entered: one that goes on by itself does so. */
  | { readonly of: 'arrival' }
  /** The result of a step's own action: a message can't be sent, a request got its JSON, a called flow is over. */
  | { readonly of: 'failed' }
  | { readonly of: 'done'; readonly json?: unknown };

/** What a decision depends on besides the input. */
export interface Facts {
  readonly values: Values;
  readonly variables: Flow['variables'];
  readonly isOpen: (departmentId: string) => boolean;
  readonly expressions: Expressions;
}

/** The exit that is taken, and the values saved with it. Null: the conversation stays at its step. */
export type Decision = { readonly exit: string; readonly saved: Values } | null;

/** Which exit of a step an input leads to. */
export function decide(node: FlowNode, input: Input, facts: Facts): Decision {
  const by = (exit: string): Decision => ({ exit, saved: {} });
  switch (node.kind) {
    case 'ask':
      return answered(node, input);
    case 'pause':
      if (input.of === 'silence') return by('next');
      return isFromCustomer(input) ? by('message') : null;
    case 'branch':
      return input.of === 'arrival' ? by(caseOf(node, facts.values, facts.expressions)) : null;
    case 'hours':
      return input.of === 'arrival' ? by(facts.isOpen(node.department_id) ? 'open' : 'closed') : null;
    case 'set':
      return input.of === 'arrival' ? { exit: 'next', saved: valueSet(node, facts) } : null;
    case 'say':
      if (input.of === 'failed') return by('failed');
      return input.of === 'arrival' ? by('next') : null;
    case 'request':
      if (input.of === 'failed') return by('failed');
      return input.of === 'done' ? requested(node, input.json, facts) : null;
    case 'call':
      return input.of === 'done' ? by('next') : null;
    case 'goto':
    case 'handoff':
    case 'end':
      return null;
  }
}

export function isFromCustomer({ of }: Input): boolean {
  return of === 'message' || of === 'media' || of === 'location';
}

function answered(node: FlowNodeOf<'ask'>, input: Input): Decision {
  const save = (exit: string, value: Value): Decision => ({
    exit,
    saved: node.saves === null ? {} : { [node.saves]: value },
  });
  switch (input.of) {
    case 'silence':
    // A question that can't be sent gets no answer either.
    // oxlint-disable-next-line no-fallthrough -- Both are the same.
    case 'failed':
      return { exit: 'timeout', saved: {} };
    case 'media':
    case 'location':
      if (node.expects === input.of) return save('answer', kept(input.value ?? ''));
      return { exit: input.of === 'media' ? 'media' : 'other', saved: {} };
    case 'message': {
      const wrong: Decision = { exit: 'other', saved: {} };
      if (node.expects === 'options') {
        const option = optionOf(node, input);
        return option === undefined ? wrong : save(option, option);
      }
      const value = answerIn(node.expects, input.text);
      return value === undefined ? wrong : save('answer', value);
    }
    case 'arrival':
    case 'done':
      return null;
  }
}

/** The option that was tapped, or that the written text means. */
function optionOf(
  { options }: FlowNodeOf<'ask'>,
  { text, option }: Extract<Input, { of: 'message' }>,
): string | undefined {
  return option === undefined ? optionWritten(options, text) : options.find(({ id }) => id === option)?.id;
}

/** The first case that holds; one that can't be evaluated doesn't. */
export function caseOf({ cases }: FlowNodeOf<'branch'>, values: Values, expressions: Expressions): string {
  for (const { id, when } of cases) {
    const parsed = expressions(when);
    if (!isProblem(parsed) && evaluate(parsed.part, values) === true) return id;
  }
  return 'else';
}

function valueSet({ target }: FlowNodeOf<'set'>, { values, expressions }: Facts): Values {
  if (target.of !== 'variable') return {};
  const parsed = expressions(target.value);
  const value = isProblem(parsed) ? undefined : evaluate(parsed.part, values);
  return value === undefined ? {} : { [target.name]: kept(value) };
}

/** A response that lacks a result, or has one of another type, counts as failed. */
function requested({ results }: FlowNodeOf<'request'>, json: unknown, { variables }: Facts): Decision {
  const saved: Record<string, Value> = {};
  for (const { path, saves } of results) {
    const type = own(variables, saves)?.type;
    const value = type === undefined ? undefined : fitting(type, atPath(json, path));
    if (value === undefined) return { exit: 'failed', saved: {} };
    saved[saves] = value;
  }
  return { exit: 'ok', saved };
}
