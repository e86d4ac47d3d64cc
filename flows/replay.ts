import type { Flow } from '../contract/flows/flow.ts';
import { caseOf } from './decide.ts';
import { evaluate, UNKNOWN } from './evaluate.ts';
import { exitsOf, nodeAt } from './exits.ts';
import type { Edge, Explored } from './explore.ts';
import { isProblem } from './expression.ts';
import type { Expressions } from './expression.ts';
import type { Samples, Source } from './regions.ts';
import { KNOWN, savedAt, understood } from './uses.ts';
import type { Value, Values } from './values.ts';

/*
 * Finds values with which a conversation that rests on guesses happens as it was guessed. Each value is left open among those that stand
 * for all, and narrowed by the branches on the way; only where several decide together some are chosen, and others if that doesn't do.
 */

/** Values that are tried together, and choices that are made, at most. */
const TOGETHER_MAX = 4_096;
const CHOICES_MAX = 2_000;

/** A value that comes up on the way, by the edge that brings it. */
interface Slot {
  readonly edge: number;
  readonly name: string;
}

/** How far it has come: the slots that names have, and what each may still be. */
interface State {
  readonly at: number;
  readonly slots: ReadonlyMap<string, Slot>;
  readonly open: ReadonlyMap<Slot, readonly Value[]>;
}

export interface Replaying {
  readonly flow: Flow;
  readonly expressions: Expressions;
  readonly samples: Samples;
}

/** The way with values for what is unknown on it; null if none are found. */
export function replayed(way: readonly Edge[], explored: Explored, tools: Replaying): readonly Edge[] | null {
  const last = found({ at: 0, slots: new Map(), open: new Map() }, way, explored, tools);
  if (last === null) return null;
  const values = new Map<number, Record<string, Value>>();
  for (const [{ edge, name }, [value]] of last.open) {
    if (value !== undefined) values.set(edge, { ...values.get(edge), [name]: value });
  }
  return way.map((edge, at) => ({ ...edge, saved: { ...edge.saved, ...values.get(at) } }));
}

function found(begin: State, way: readonly Edge[], explored: Explored, tools: Replaying): State | null {
  const waiting = [begin];
  for (let choices = 0; choices < CHOICES_MAX; choices += 1) {
    const state = waiting.pop();
    const edge = state && way[state.at];
    if (state === undefined) return null;
    if (edge === undefined) return state;
    // What is tried first is added last.
    waiting.push(...stepped(state, edge, explored, tools).toReversed());
  }
  return null;
}

/** What can be behind an edge: one, unless something has to be chosen; none if it can't be taken. */
function stepped(state: State, edge: Edge, explored: Explored, tools: Replaying): State[] {
  const node = nodeAt(tools.flow, explored.moments.get(edge.from)?.node ?? '');
  const onward = { ...state, at: state.at + 1 };
  switch (node?.kind) {
    case 'ask':
    case 'request': {
      const source: Source = node.kind === 'request' || node.expects === 'options' ? 'server' : node.expects;
      const isChoice = node.kind === 'ask' && node.expects === 'options';
      return [
        savedAt(node, edge.exit).reduce<State>(
          (before, name) => kept(before, state.at, name, isChoice ? [edge.exit] : known(tools.samples(name, source))),
          onward,
        ),
      ];
    }
    case 'set': {
      if (node.target.of !== 'variable' || !Object.hasOwn(edge.saved, node.target.name)) return [onward];
      const { name, value } = node.target;
      const parsed = tools.expressions(value);
      if (isProblem(parsed)) return [onward];
      return choicesOf(withKnown(onward, state.at, parsed.names, tools), parsed.names).flatMap(
        ({ state: each, values }) => {
          const set = evaluate(parsed.part, values);
          return set === undefined ? [] : [kept(each, state.at, name, [set])];
        },
      );
    }
    case 'branch': {
      // The same step behind another exit will do.
      const alike = (explored.out.get(edge.from) ?? []).filter(({ to }) => to === edge.to).map(({ exit }) => exit);
      if (exitsOf(node).every((exit) => alike.includes(exit))) return [onward];
      const names = new Set(
        understood(
          node.cases.map(({ when }) => when),
          tools.expressions,
        ).flatMap((each) => [...each.names]),
      );
      const all = choicesOf(withKnown(onward, state.at, names, tools), names);
      const fit = all.filter(({ values }) => alike.includes(caseOf(node, values, tools.expressions)));
      return narrowed(withKnown(onward, state.at, names, tools), names, fit, all.length);
    }
    default:
      return [onward];
  }
}

function known(samples: ReturnType<Samples>): readonly Value[] {
  return samples.filter((value) => value !== UNKNOWN);
}

function kept(state: State, edge: number, name: string, values: readonly Value[]): State {
  const slot: Slot = { edge, name };
  return { ...state, slots: new Map(state.slots).set(name, slot), open: new Map(state.open).set(slot, values) };
}

/** What every flow knows of its customer comes up where it is first asked for. */
function withKnown(before: State, edge: number, names: ReadonlySet<string>, { samples }: Replaying): State {
  let state = before;
  for (const name of names)
    if (KNOWN.has(name) && !state.slots.has(name)) state = kept(state, edge, name, known(samples(name, 'server')));
  return state;
}

interface Choice {
  readonly state: State;
  readonly values: Values;
}

/** Each of the values that some names may have together. */
function choicesOf(state: State, names: ReadonlySet<string>): Choice[] {
  let all: Choice[] = [{ state, values: {} }];
  for (const name of names) {
    const slot = state.slots.get(name);
    if (slot === undefined) continue;
    all = all
      .flatMap((each) =>
        (state.open.get(slot) ?? []).map((value) => ({
          state: { ...each.state, open: new Map(each.state.open).set(slot, [value]) },
          values: { ...each.values, [name]: value },
        })),
      )
      .slice(0, TOGETHER_MAX);
  }
  return all;
}

/** What the choices that fit leave open: all if all fit; of one name its values; else each choice is one. */
function narrowed(state: State, names: ReadonlySet<string>, fit: readonly Choice[], all: number): State[] {
  if (fit.length === 0) return [];
  if (fit.length === all) return [state];
  const slots = [...names].flatMap((name) => state.slots.get(name) ?? []);
  const [only] = slots;
  if (only === undefined || slots.length > 1) return fit.map((each) => each.state);
  const values = fit.flatMap((each) => (Object.hasOwn(each.values, only.name) ? [each.values[only.name]] : []));
  return [
    {
      ...state,
      open: new Map(state.open).set(
        only,
        values.filter((value) => value !== undefined),
      ),
    },
  ];
}
