import type { Flow, FlowNode, FlowNodeOf } from '../contract/flows/flow.ts';
import { evaluate, UNKNOWN } from './evaluate.ts';
import type { Sample } from './evaluate.ts';
import { answersOf, causeOf, nextOf } from './exits.ts';
import type { Cause } from './exits.ts';
import { isProblem } from './expression.ts';
import type { Expressions } from './expression.ts';
import type { Samples } from './regions.ts';
import type { Company } from './targets.ts';
import { hasValueAnyway, savedAt, understood } from './uses.ts';
import type { Deciding } from './uses.ts';

export type Samplings = Readonly<Record<string, Sample>>;

/** What happens to the customer when an exit is taken, and how long it takes. */
export interface Weight {
  readonly messages: number;
  readonly steps: number;
  readonly minutes: number;
  /** The number of waits; missing in summaries from before waits were counted. */
  readonly waits?: number;
}

/** Something that can happen at a step. */
export interface Happening {
  readonly exit: string;
  readonly cause: Cause;
  readonly saved: Samplings;
  readonly weight: Weight;
  /** It depends on an unknown value, so it may be impossible. */
  readonly isGuess: boolean;
}

export interface Tools {
  readonly flow: Flow;
  readonly expressions: Expressions;
  readonly samples: Samples;
  readonly deciding: Deciding;
  readonly company: Company;
  /** Variables whose values aren't remembered. */
  readonly widened: ReadonlySet<string>;
}

/** Upper bound on the combinations of values at one step; beyond it, some variables are taken as unknown. */
const COMBINATIONS_MAX = 64;

/** Upper bound on a pause until a time of day: less than a day. */
const UNTIL_MINUTES = 1_439;

const NOTHING: Samplings = {};
const LIGHT: Weight = { messages: 0, steps: 1, minutes: 0 };
const ONE_MESSAGE: Weight = { messages: 1, steps: 1, minutes: 0 };

/** All that can happen at a step. */
export function happeningsAt(node: FlowNode, values: Samplings, tools: Tools): Happening[] {
  const by = (exit: string, weight: Weight = LIGHT, cause: Cause = causeOf(node, exit)): Happening => ({
    exit,
    cause,
    weight,
    saved: NOTHING,
    isGuess: false,
  });
  switch (node.kind) {
    case 'say':
      return [by('next', ONE_MESSAGE), by('failed')];
    case 'ask':
      return asked(node, by, tools);
    case 'branch':
      return combined(namesAsked(node, values, tools), tools).flatMap((saved) =>
        casesOf(node, { ...values, ...saved }, tools).map((each) => ({ ...by(each.exit), ...each, saved })),
      );
    case 'hours':
      return [by('open'), by('closed')];
    case 'set':
      return valuesSet(node, values, tools).map((saved) => ({ ...by('next'), saved }));
    case 'request':
      return [...combined(savedAt(node, 'ok'), tools).map((saved) => ({ ...by('ok'), saved })), by('failed')];
    case 'pause':
      return [
        by('next', { ...LIGHT, waits: 1, minutes: 'minutes' in node.lasts ? node.lasts.minutes : UNTIL_MINUTES }),
        by('message'),
      ];
    case 'call':
      return called(node, by, tools);
    case 'goto':
    case 'handoff':
    case 'end':
      return [];
  }
}

type By = (exit: string, weight?: Weight, cause?: Cause) => Happening;

function asked(node: FlowNodeOf<'ask'>, by: By, { samples }: Tools): Happening[] {
  const { saves, expects } = node;
  const answers = answersOf(node).flatMap((exit): Happening[] => {
    if (saves === null) return [by(exit)];
    const all = expects === 'options' ? [exit] : samples(saves, expects);
    return all.map((value) => ({ ...by(exit), saved: { [saves]: value } }));
  });
  const others = expects === 'media' ? ['other'] : ['other', 'media'];
  return [
    ...answers,
    ...others.map((exit) => by(exit)),
    by('timeout', { ...ONE_MESSAGE, minutes: node.minutes, waits: 1 }),
    by('timeout', LIGHT, 'unsent'),
  ];
}

/** The ways a called flow returns: at once, after a wait without a message, or after a message from the customer. */
function called({ flow_id: id }: FlowNodeOf<'call'>, by: By, { company }: Tools): Happening[] {
  const summary = company.summaryOf(id);
  if (summary === undefined) return [by('next')];
  const { atOnce, silent, answered } = summary;
  const back = ({ messages, steps, minutes, waits = 0 }: Weight, cause: Cause): Happening =>
    by('next', { messages, steps: steps + 1, minutes, waits }, cause);
  return [
    ...(atOnce === null ? [] : [back(atOnce, 'itself')]),
    ...(silent === null || silent.minutes === 0 ? [] : [back(silent, 'silence')]),
    ...(answered === null ? [] : [back(answered, answered.isByNonsense ? 'nonsense' : 'answer')]),
  ];
}

/** Names that have some value from the beginning and are first needed here, where a value is chosen for them. */
function namesAsked(node: FlowNode, values: Samplings, { flow, expressions, widened }: Tools): string[] {
  const texts = node.kind === 'branch' ? node.cases.map(({ when }) => when) : [];
  if (node.kind === 'set' && node.target.of === 'variable') texts.push(node.target.value);
  const names = new Set(understood(texts, expressions).flatMap((each) => [...each.names]));
  return [...names].filter((name) => hasValueAnyway(flow, name) && !widened.has(name) && !Object.hasOwn(values, name));
}

/** The case that holds; with unknown values, all cases that may. */
function casesOf({ cases }: FlowNodeOf<'branch'>, values: Samplings, tools: Tools) {
  const found: { exit: string; isGuess: boolean }[] = [];
  for (const { id, when } of cases) {
    const holds = judged(when, values, tools);
    if (holds === true) return [...found, { exit: id, isGuess: found.length > 0 }];
    if (holds === UNKNOWN) found.push({ exit: id, isGuess: true });
  }
  return [...found, { exit: 'else', isGuess: found.length > 0 }];
}

function judged(text: string, values: Samplings, { expressions, widened }: Tools): Sample | undefined {
  const parsed = expressions(text);
  if (isProblem(parsed)) return undefined;
  if (widened.size === 0) return evaluate(parsed.part, values);
  const unknown = [...parsed.names].filter((name) => widened.has(name)).map((name) => [name, UNKNOWN] as const);
  return evaluate(parsed.part, { ...values, ...Object.fromEntries(unknown) });
}

function valuesSet(node: FlowNodeOf<'set'>, values: Samplings, tools: Tools): Samplings[] {
  const { target } = node;
  if (target.of !== 'variable') return [NOTHING];
  const isWanted = nextOf(node).some((next) => tools.deciding.get(next)?.has(target.name) === true);
  if (!isWanted) return [NOTHING];
  return combined(namesAsked(node, values, tools), tools).map((saved) => {
    const value = judged(target.value, { ...values, ...saved }, tools);
    return value === undefined ? saved : { ...saved, [target.name]: value };
  });
}

/** All combinations of the values that variables can have. */
function combined(names: readonly string[], { samples }: Pick<Tools, 'samples'>): Samplings[] {
  let all: Samplings[] = [NOTHING];
  for (const name of names) {
    const own = samples(name, 'server');
    const each = all.length * own.length > COMBINATIONS_MAX ? [UNKNOWN] : own;
    all = all.flatMap((before) => each.map((value) => ({ ...before, [name]: value })));
  }
  return all;
}
