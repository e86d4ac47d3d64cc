import { isDeepStrictEqual } from 'node:util';
import { createActor, createMachine } from 'xstate';
import type { AnyEventObject, AnyMachineSnapshot } from 'xstate';
import { outcomeOf } from '../../models/server/server-model.ts';
import type { ServerModel } from '../../models/server/server-model.ts';
import { Refused } from './attendance.ts';
import { explore, pathsThrough } from './graph.ts';
import { tookInAll } from './journeys-walk.ts';
import type { WalkableJourney } from './journeys-walk.ts';
import type { Seen } from './paths-explore.ts';
import type { FailureReport, WalkedPath } from './paths-findings.ts';
import { rowOf } from './paths-problem.ts';
import { outlineOf } from './paths-outline.ts';
import { WHOLE } from './paths-text.ts';
import type { StatesWorld } from './states-world.ts';
import { linesOf } from './thrown.ts';

/** How what a model tells of happens at the real server, on a thing of its own each path. */
export interface StatesSteps<State extends string, Event extends string, Path> {
  readonly model: ServerModel<State, Event>;
  readonly begin: (world: StatesWorld) => Promise<Path>;
  /** Rejects with `Refused` if whoever asks is refused. */
  readonly deeds: Readonly<Record<Event, (path: Path) => Promise<unknown>>>;
  /** The state as the server has it; undefined for none that the model knows. */
  readonly state: (path: Path) => Promise<string>;
  /** What an event without effect leaves as it is, and one that leads back to its state changes. */
  readonly kept: (path: Path) => Promise<unknown>;
  /** What always holds, by its name: whether it does, in a state and after an event. */
  readonly invariants: Readonly<Record<string, (path: Path, state: State, event: Event | null) => Promise<boolean>>>;
}

/** Codes of refusals that somebody is told; any other one is a server that failed. */
const REFUSALS: ReadonlySet<string | undefined> = new Set(['CONFLICT', 'NOT_FOUND', 'INVALID']);

/** A shortest path to each transition, and one to each state in which every event without effect is tried. */
export function walkableStates<State extends string, Event extends string, Path>(
  steps: StatesSteps<State, Event, Path>,
): WalkableJourney<StatesWorld> {
  const { model, invariants } = steps;
  const { expected, otherwise, first, name } = model;
  const states = Object.keys(expected).filter((state): state is State => state in expected);
  const events = Object.keys(otherwise).filter((event): event is Event => event in otherwise);
  const stateOf = (found: string): State => {
    const state = states.find((each) => each === found);
    if (state === undefined) throw new Error(`The model knows no state "${found}"`);
    return state;
  };
  const eventOf = ({ type }: AnyEventObject): Event => {
    const event = events.find((each) => each === type);
    if (event === undefined) throw new Error(`The model knows no event "${type}"`);
    return event;
  };
  const leads = (state: State) =>
    events.flatMap((event) => {
      const to = outcomeOf(model, state, event);
      return to === 'refused' || to === 'ignored' ? [] : [[event, to] as const];
    });
  const machine = createMachine({
    initial: first,
    states: Object.fromEntries(states.map((state) => [state, { on: Object.fromEntries(leads(state)) }])),
  });
  const graph = explore<AnyMachineSnapshot, AnyEventObject>(machine, {
    first: createActor(machine).getSnapshot(),
    events: events.map((type) => ({ type })),
    key: ({ value }) => String(value),
    stopWhen: () => false,
    limit: states.length,
  });
  const found = pathsThrough(graph, () => true);
  const passed = new Set(found.flat().map(({ from, event }) => `${from} · ${event.type}`));
  const missing = states.flatMap((state) =>
    events.map((event) => `${state} · ${event}`).filter((each) => !passed.has(each)),
  );
  const seen: Seen = { states: new Set(), transitions: new Set() };
  const walked: WalkedPath[] = [];
  const failures: FailureReport[] = [];

  async function look(path: Path, state: State, event: Event | null): Promise<void> {
    const now = await steps.state(path);
    if (now !== state) throw new Error(`It is ${now}`);
    for (const [invariant, holds] of Object.entries(invariants)) {
      if (!(await holds(path, state, event))) throw new Error(`Doesn't hold: ${invariant}`);
    }
    seen.states.add(state);
  }

  async function step(path: Path, from: State, event: Event): Promise<void> {
    const outcome = outcomeOf(model, from, event);
    const isNothing = outcome === 'refused' || outcome === 'ignored';
    const isSame = isNothing || outcome === from;
    const before = isSame ? await steps.kept(path) : null;
    const refusal = await refusalBy(steps.deeds[event](path));
    if ((refusal !== null) !== (outcome === 'refused')) throw new Error(refusal ?? 'Nobody was refused');
    if (isSame) {
      const after = await steps.kept(path);
      const isKept = isDeepStrictEqual(before, after);
      if (isKept && !isNothing) throw new Error('It changed nothing');
      if (!isKept && isNothing) throw new Error(`${JSON.stringify(before)}\n${JSON.stringify(after)}`);
    }
    await look(path, isNothing ? from : outcome, event);
  }

  return {
    name,
    missing,
    paths: found.map((way) => ({
      title: way.map(({ event }) => event.type).join(' -> '),
      walk: async (world) => {
        const names = way.map(({ event, to }) => ({ name: event.type, state: to }));
        let at = -1;
        const begun = performance.now();
        try {
          const path = await steps.begin(world);
          await look(path, first, null);
          for (const { state, event, from } of way) {
            at += 1;
            await step(path, stateOf(from), eventOf(event));
            for (const transition of machine.getTransitionData(state, event)) seen.transitions.add(transition);
          }
          walked.push({ steps: names, failed: false, took: performance.now() - begun });
          return [];
        } catch (error) {
          const problem = error instanceof Error ? error.message : String(error);
          walked.push({ steps: names, failed: true, took: performance.now() - begun });
          failures.push({
            scene: WHOLE,
            steps: names.map((each) => each.name),
            at,
            problems: [rowOf(way[at]?.from ?? first, way[at]?.event.type ?? '', way[at]?.to ?? first, problem)],
            events: [],
            look: null,
            thrown: { during: 'deed', lines: linesOf(error) },
          });
          return [`${way[at]?.from ?? first} · ${way[at]?.event.type ?? 'the beginning'}`, ...problem.split('\n')];
        }
      },
    })),
    report: () => ({
      kind: 'server',
      wired: null,
      name,
      root: outlineOf(machine, seen),
      scenes: [
        {
          name: WHOLE,
          start: first,
          situations: graph.states.size,
          ignored: graph.edges.filter(({ state, event }) => !state.can(event)).length,
          paths: walked,
          took: tookInAll(walked),
        },
      ],
      failures,
      invariants: Object.keys(invariants),
    }),
  };
}

/** What somebody was refused with; null if they weren't. */
async function refusalBy(deed: Promise<unknown>): Promise<string | null> {
  try {
    await deed;
    return null;
  } catch (error) {
    if (error instanceof Refused && REFUSALS.has(error.code)) return error.message;
    throw error;
  }
}
