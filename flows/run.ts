import type { Flow, FlowNodeOf } from '../contract/flows/flow.ts';
import { NOWHERE, stepper } from './compile.ts';
import type { Place } from './compile.ts';
import { decide } from './decide.ts';
import type { Facts, Input } from './decide.ts';
import { expressionsOf, isProblem } from './expression.ts';
import { filled } from './text.ts';
import type { Value, Values } from './values.ts';

/** Steps that one input may lead to; a published flow has no circle, this is for the time when a proof was wrong. */
export const STEPS_MAX = 50;

/** A conversation in a flow. */
export interface Run extends Place {
  readonly values: Values;
  /** `waits`: for the customer, for time or for another server. `stuck`: a guard ended it, and a person has to take over. */
  readonly status: 'waits' | 'ended' | 'handedOff' | 'left' | 'stuck';
}

/** What a step has the outside do. Texts have their placeholders filled in. */
export type Effect =
  | { readonly of: 'send'; readonly node: string; readonly content: Sent }
  | { readonly of: 'wait'; readonly node: string; readonly lasts: FlowNodeOf<'pause'>['lasts'] }
  | { readonly of: 'request'; readonly node: string; readonly url: string; readonly body: Values }
  | { readonly of: 'field'; readonly fieldId: string; readonly value: Value }
  | { readonly of: 'tag'; readonly tagId: string; readonly on: boolean }
  | { readonly of: 'call' | 'goto'; readonly flowId: string }
  | { readonly of: 'handoff'; readonly to: FlowNodeOf<'handoff'>['to'] }
  | { readonly of: 'finish' };

/** A message: of a `say` its content, or a text with the options of a question. */
export type Sent =
  | FlowNodeOf<'say'>['content']
  | { readonly of: 'question'; readonly text: string; readonly options: FlowNodeOf<'ask'>['options'] };

export interface Step {
  readonly run: Run;
  readonly effects: readonly Effect[];
  /** The exits that were taken, in order, with the steps they are of. */
  readonly taken: readonly { readonly node: string; readonly exit: string }[];
}

/**
 * What the outside knows. `canSend`: whether what a step says can be sent now, by its window, template or file. A question that
 * can't be has its time, as one that nobody answers.
 */
export interface Outside {
  readonly known: Values;
  readonly isOpen: Facts['isOpen'];
  readonly canSend: (node: FlowNodeOf<'say'>) => boolean;
}

export type Runner = ReturnType<typeof runner>;

/** Runs conversations in a flow; the server and the simulator use it alike. */
export function runner(flow: Flow) {
  const next = stepper(flow);
  const expressions = expressionsOf(flow.variables);

  /** Does what a step does when it is come to. */
  function enter({ node: id, tries }: Place, values: Values, { known }: Outside): Effect[] {
    const node = flow.nodes[id];
    const fill = (text: string): string => filled(text, { ...known, ...values });
    switch (node?.kind) {
      case 'say':
        return [{ of: 'send', node: id, content: filledContent(node.content, fill) }];
      case 'ask': {
        const text = fill(tries > 0 ? (node.again ?? node.text) : node.text);
        const waiting: Effect = { of: 'wait', node: id, lasts: { minutes: node.minutes } };
        return [{ of: 'send', node: id, content: { of: 'question', text, options: node.options } }, waiting];
      }
      case 'pause':
        return [{ of: 'wait', node: id, lasts: node.lasts }];
      case 'request': {
        const body = node.body.flatMap(({ key, value }) => {
          const found = valueOf(value, { ...known, ...values });
          return found === undefined ? [] : [[key, found] as const];
        });
        return [{ of: 'request', node: id, url: fill(node.url), body: Object.fromEntries(body) }];
      }
      case 'set':
        return setEffects(node, { ...known, ...values });
      case 'call':
      case 'goto':
        return [{ of: node.kind, flowId: node.flow_id }];
      case 'handoff':
        return [...farewell(id, node.text, fill), { of: 'handoff', to: node.to }];
      case 'end':
        return [...farewell(id, node.text, fill), ...(node.finishes ? [{ of: 'finish' } as const] : [])];
      case 'branch':
      case 'hours':
      case undefined:
        return [];
    }
  }

  function setEffects({ target }: FlowNodeOf<'set'>, values: Values): Effect[] {
    if (target.of === 'tag') return [{ of: 'tag', tagId: target.tag_id, on: target.on }];
    const value = target.of === 'field' ? valueOf(target.value, values) : undefined;
    return target.of === 'field' && value !== undefined ? [{ of: 'field', fieldId: target.field_id, value }] : [];
  }

  function valueOf(text: string, values: Values): Value | undefined {
    const parsed = expressions(text, 'value');
    return isProblem(parsed) ? undefined : parsed.evaluate(values);
  }

  function go(run: Run, first: Input, outside: Outside): Step {
    const effects: Effect[] = [];
    const taken: { node: string; exit: string }[] = [];
    let [at, input]: [Run, Input] = [run, first];
    for (let steps = 0; steps < STEPS_MAX; steps += 1) {
      const node = flow.nodes[at.node];
      if (node === undefined) return { run: { ...at, status: 'stuck' }, effects, taken };
      const facts = { values: { ...outside.known, ...at.values }, isOpen: outside.isOpen, expressions };
      const decision = decide(node, input, facts);
      if (decision === null) return { run: at, effects, taken };
      taken.push({ node: at.node, exit: decision.exit });
      const place = next(at, decision.exit);
      const values = { ...at.values, ...decision.saved };
      at = { ...place, values, status: statusAt(place) };
      const come = flow.nodes[place.node];
      const isSent = come?.kind !== 'say' || outside.canSend(come);
      if (isSent) effects.push(...enter(place, values, outside));
      if (at.status !== 'waits') return { run: at, effects, taken };
      input = isSent ? { of: 'arrival' } : { of: 'failed' };
    }
    return { run: { ...at, status: 'stuck' }, effects, taken };
  }

  function statusAt({ node: id }: Place): Run['status'] {
    if (id === NOWHERE) return 'stuck';
    switch (flow.nodes[id]?.kind) {
      case 'end':
        return 'ended';
      case 'handoff':
        return 'handedOff';
      case 'goto':
        return 'left';
      default:
        return 'waits';
    }
  }

  return {
    /** A conversation begins. */
    begin(outside: Outside, given: Values = {}): Step {
      const place = { node: flow.start, tries: 0 };
      const run: Run = { ...place, values: given, status: statusAt(place) };
      const node = flow.nodes[flow.start];
      const isSent = node?.kind !== 'say' || outside.canSend(node);
      const effects = isSent ? enter(place, given, outside) : [];
      if (run.status !== 'waits') return { run, effects, taken: [] };
      const rest = go(run, isSent ? { of: 'arrival' } : { of: 'failed' }, outside);
      return { ...rest, effects: [...effects, ...rest.effects] };
    },
    /** Something happens in a conversation; what doesn't concern its step changes nothing. */
    take(run: Run, input: Input, outside: Outside): Step {
      return run.status === 'waits' ? go(run, input, outside) : { run, effects: [], taken: [] };
    },
  };
}

function farewell(node: string, text: string | null, fill: (text: string) => string): Effect[] {
  return text === null ? [] : [{ of: 'send', node, content: { of: 'text', text: fill(text) } }];
}

function filledContent(content: FlowNodeOf<'say'>['content'], fill: (text: string) => string): Sent {
  switch (content.of) {
    case 'text':
      return { ...content, text: fill(content.text) };
    case 'media':
      return { ...content, caption: content.caption === null ? null : fill(content.caption) };
    case 'template':
      return {
        ...content,
        values: Object.fromEntries(Object.entries(content.values).map(([key, value]) => [key, fill(value)])),
      };
    case 'link':
      return { ...content, text: fill(content.text), url: fill(content.url) };
  }
}
