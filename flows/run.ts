import { isBlank } from '../contract/facts/blank.ts';
import { SMS_MAX_LENGTH } from '../contract/facts/channels.ts';
import {
  FLOW_BUTTON_LABEL_MAX,
  FLOW_QUESTION_MAX,
  FLOW_STEPS_MAX,
  FLOW_TEXT_MAX,
  FLOW_WAITS_MAX,
} from '../contract/facts/flows.ts';
import type { Flow, FlowNodeOf } from '../contract/flows/flow.ts';
import { filledAddress } from './address.ts';
import { NOWHERE, stepper } from './compile.ts';
import type { Place } from './compile.ts';
import { decide, isFromCustomer } from './decide.ts';
import type { Facts, Input } from './decide.ts';
import { evaluate } from './evaluate.ts';
import { nodeAt } from './exits.ts';
import { initialValues } from './given.ts';
import { expressionsOf, isProblem } from './expression.ts';
import { questionRoom } from './limits.ts';
import { writesBySms } from './sms.ts';
import { filled, labelsOf, readable } from './text.ts';
import type { Value, Values } from './values.ts';

/** The state of a conversation in a flow. */
export interface Run extends Place {
  readonly values: Values;
  /** `waits`: for the customer, time or another server. `stuck`: a guard ended it, and a person has to take over. */
  readonly status: 'waits' | 'ended' | 'handedOff' | 'left' | 'stuck';
  /** Exits taken since the customer last wrote or their time ran out; a request's answer doesn't reset the count. */
  readonly steps?: number;
  /** Waits that ran out since the customer last wrote. */
  readonly waits?: number;
}

/** What a step asks of the outside. Texts have their placeholders filled in. */
export type Effect =
  | { readonly of: 'send'; readonly node: string; readonly content: Sent }
  | { readonly of: 'wait'; readonly node: string; readonly lasts: FlowNodeOf<'pause'>['lasts'] }
  | { readonly of: 'request'; readonly node: string; readonly url: string; readonly body: Values }
  | { readonly of: 'field'; readonly fieldId: string; readonly value: Value }
  | { readonly of: 'tag'; readonly tagId: string; readonly on: boolean }
  | { readonly of: 'call' | 'goto'; readonly flowId: string }
  | { readonly of: 'handoff'; readonly to: FlowNodeOf<'handoff'>['to'] }
  | { readonly of: 'finish' };

/** A message: the content of a `say`, or the text of a question with its options. */
export type Sent =
  | FlowNodeOf<'say'>['content']
  | { readonly of: 'question'; readonly text: string; readonly options: FlowNodeOf<'ask'>['options'] };

export interface Step {
  readonly run: Run;
  readonly effects: readonly Effect[];
  /** The exits that were taken, in order, with their steps. */
  readonly taken: readonly { readonly node: string; readonly exit: string }[];
}

/** What the outside knows. `canSend`: whether a step's message can be sent now, given its window, template or file. */
export interface Outside {
  readonly known: Values;
  readonly isOpen: Facts['isOpen'];
  readonly canSend: (node: FlowNodeOf<'say' | 'ask'>) => boolean;
}

export type Runner = ReturnType<typeof runner>;

/** The effects of entering a step; null if its message can't be sent or its address can't be called. */
type Entered = readonly Effect[] | null;

/** Runs conversations in a flow, for the server and the simulator alike. */
export function runner(flow: Flow) {
  const next = stepper(flow);
  const expressions = expressionsOf(flow);
  const labels = labelsOf(flow);
  const initial = initialValues(flow);
  const isSms = writesBySms(flow);
  const most = isSms ? SMS_MAX_LENGTH : FLOW_TEXT_MAX;

  /** The effects of a step that is entered. */
  function enter({ node: id, tries }: Place, own: Values, outside: Outside): Entered {
    const node = nodeAt(flow, id);
    const values = { ...initial, ...outside.known, ...own };
    const shown = readable(values, labels);
    const farewell = (text: string | null): Effect[] => {
      const full = text === null ? '' : filled(text, shown, most);
      return isBlank(full) ? [] : [{ of: 'send', node: id, content: { of: 'text', text: full } }];
    };
    switch (node?.kind) {
      case 'say': {
        const content = outside.canSend(node) ? filledContent(node.content, values, shown, most) : null;
        return content === null ? null : [{ of: 'send', node: id, content }];
      }
      case 'ask': {
        const text = filled(tries > 0 ? (node.again ?? node.text) : node.text, shown, questionRoom(node, isSms));
        if (isBlank(text) || !outside.canSend(node)) return null;
        const waiting: Effect = { of: 'wait', node: id, lasts: { minutes: node.minutes } };
        // A question may have options left over from when it was a menu.
        const options = node.expects === 'options' ? node.options : [];
        return [{ of: 'send', node: id, content: { of: 'question', text, options } }, waiting];
      }
      case 'pause':
        return [{ of: 'wait', node: id, lasts: node.lasts }];
      case 'request': {
        const url = filledAddress(node.url, values);
        return url === undefined ? null : [{ of: 'request', node: id, url, body: bodyOf(node, values) }];
      }
      case 'set':
        return setEffects(node, values);
      case 'call':
      case 'goto':
        return [{ of: node.kind, flowId: node.flow_id }];
      case 'handoff':
        return [...farewell(node.text), { of: 'handoff', to: node.to }];
      case 'end':
        return [...farewell(node.text), ...(node.finishes ? [{ of: 'finish' } as const] : [])];
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

  function bodyOf({ body }: FlowNodeOf<'request'>, values: Values): Values {
    const entries = body.flatMap(({ key, value }) => {
      const found = valueOf(value, values);
      return found === undefined ? [] : [[key, found] as const];
    });
    return Object.fromEntries(entries);
  }

  function valueOf(text: string, values: Values): Value | undefined {
    const parsed = expressions(text);
    return isProblem(parsed) ? undefined : evaluate(parsed.part, values);
  }

  /** Enters a step, and goes on as long as steps go on by themselves. */
  function come(place: Place, values: Values, outside: Outside, before: number): Step {
    const effects: Effect[] = [];
    const taken: { node: string; exit: string }[] = [];
    let at: Run = { ...place, values, status: statusAt(place), steps: before };
    for (let steps = before + 1; ; steps += 1) {
      const entered = enter(at, at.values, outside);
      effects.push(...(entered ?? []));
      const node = nodeAt(flow, at.node);
      if (at.status !== 'waits' || node === undefined) return { run: at, effects, taken };
      const decision = decide(node, { of: entered === null ? 'failed' : 'arrival' }, factsOf(at, outside));
      if (decision === null) return { run: at, effects, taken };
      if (steps > FLOW_STEPS_MAX) return { run: { ...at, status: 'stuck' }, effects, taken };
      taken.push({ node: at.node, exit: decision.exit });
      const to = next(at, decision.exit);
      at = { ...to, values: { ...at.values, ...decision.saved }, status: statusAt(to), steps };
    }
  }

  function factsOf({ values }: Run, { known, isOpen }: Outside): Facts {
    return { values: { ...initial, ...known, ...values }, variables: flow.variables, isOpen, expressions };
  }

  function statusAt({ node: id }: Place): Run['status'] {
    if (id === NOWHERE) return 'stuck';
    switch (nodeAt(flow, id)?.kind) {
      case undefined:
        return 'stuck';
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
    /** Begins a conversation, with values for some variables. */
    begin(outside: Outside, given: Values = {}): Step {
      return come({ node: flow.start, tries: 0 }, given, outside, 0);
    },
    /** Handles an input. One that doesn't concern the current step changes nothing. */
    take(run: Run, input: Input, outside: Outside): Step {
      const node = nodeAt(flow, run.node);
      const decision = run.status === 'waits' && node ? decide(node, input, factsOf(run, outside)) : null;
      // The called flow can't be called any more.
      if (node?.kind === 'call' && input.of === 'failed')
        return { run: { ...run, status: 'stuck' }, effects: [], taken: [] };
      if (decision === null) return { run, effects: [], taken: [] };
      const steps = node?.kind === 'request' ? (run.steps ?? 0) + 1 : 1;
      const waits = waitsAfter(run, input);
      if (steps > FLOW_STEPS_MAX || waits > FLOW_WAITS_MAX)
        return { run: { ...run, status: 'stuck' }, effects: [], taken: [] };
      const values = { ...run.values, ...decision.saved };
      const rest = come(next(run, decision.exit), values, outside, steps);
      return { ...rest, run: { ...rest.run, waits }, taken: [{ node: run.node, exit: decision.exit }, ...rest.taken] };
    },
  };
}

function waitsAfter({ waits = 0 }: Run, input: Input): number {
  if (input.of === 'silence') return waits + 1;
  return isFromCustomer(input) ? 0 : waits;
}

/** The content to send; null if nothing is left, as when a text consists of an empty value from a server. */
function filledContent(
  content: FlowNodeOf<'say'>['content'],
  values: Values,
  shown: Values,
  most: number,
): Sent | null {
  switch (content.of) {
    case 'text': {
      const text = filled(content.text, shown, most);
      return isBlank(text) ? null : { ...content, text };
    }
    case 'media': {
      const caption = content.caption === null ? '' : filled(content.caption, shown, FLOW_QUESTION_MAX);
      return { ...content, caption: isBlank(caption) ? null : caption };
    }
    case 'template': {
      // The provider refuses line breaks and more than four blanks in a template's values.
      const entries = Object.entries(content.values).map(
        ([key, text]) => [key, filled(text, shown, FLOW_QUESTION_MAX).replaceAll(/\s+/gu, ' ').trim()] as const,
      );
      return entries.some(([, text]) => text === '') ? null : { ...content, values: Object.fromEntries(entries) };
    }
    case 'link': {
      const text = filled(content.text, shown, FLOW_QUESTION_MAX);
      const label = filled(content.label, shown, FLOW_BUTTON_LABEL_MAX);
      const url = filledAddress(content.url, values);
      return isBlank(text) || isBlank(label) || url === undefined ? null : { ...content, text, label, url };
    }
  }
}
