import type { MachineModel } from '../../models/model.ts';
import { leavesOf } from '../../models/state-key.ts';
import type { AnyTransitionDefinition } from 'xstate';
import { createApp, emptyLog } from '../../src/machines/app.ts';
import type { App } from '../../src/machines/app.ts';
import type { Logged } from '../../src/machines/log/event.ts';
import { Held } from '../../src/machines/directory/keyed.ts';
import { nameOf } from './graph.ts';
import { laterParts } from './later-parts.ts';
import { lookedAt } from './paths-explore.ts';
import type { Looked, Standing, Taken } from './paths-findings.ts';
import { followSteps, isMachineSnapshot } from './paths-steps.ts';
import type { ActorStep } from './paths-steps.ts';
import { watching } from './paths-watch.ts';
import { replayLog } from './replay-log.ts';

const VALUE_MAX = 300;

/** What the last event of a failed path found of the actor under test, what it left, and what else it did. */
export function lookAt(model: MachineModel, scene: string, events: readonly Logged[]): Looked {
  const { actor, machine } = lookedAt(model, scene);
  const app = createApp({ now: () => 0, onCommand: () => undefined, later: laterParts });
  for (const event of events.slice(0, -1)) app.log.take(event);
  const before = standingOf(app, actor);
  const taken = events.slice(-1).flatMap((event) => takenBy(app, { actor, machine }, event));
  const last = [...replayLog({ events, stored: emptyLog }, [])].at(-1);
  return {
    machine: machine.id,
    taken,
    before,
    after: standingOf(app, actor),
    changes: last?.changes ?? [],
    commands: (last?.commands ?? []).map(({ type, ...rest }) => `${type} ${short(rest)}`),
  };
}

/** The transitions that actors take at an event, those of the one under test first, each once. */
function takenBy(app: App, tested: Pick<MachineModel, 'actor' | 'machine'>, event: Logged): readonly Taken[] {
  const watch = watching(app, { ...tested, facts: {}, oracles: [] });
  const own = new Set([refOf(app, tested.actor)]);
  const steps: ActorStep[] = [];
  const unfollow = followSteps((step) => steps.push(step));
  watch(event, () => app.log.take(event));
  unfollow();
  own.add(refOf(app, tested.actor));
  const all = steps.flatMap(({ actor, taken }) => taken.map((each) => takenOf(each, own.has(actor))));
  const different = new Map(all.map((taken) => [JSON.stringify(taken), taken]));
  return [...different.values()].toSorted((one, other) => Number(other.isOwn) - Number(one.isOwn));
}

function refOf(app: App, actor: string): object | undefined {
  for (const [key, held] of app.directory.actors()) if (key === actor) return held instanceof Held ? held.actor : held;
  return undefined;
}

function takenOf(transition: AnyTransitionDefinition, isOwn: boolean): Taken {
  const { actions, eventType, source, target = [] } = transition;
  const branches = source.transitions.get(eventType) ?? source.always ?? [];
  return {
    isOwn,
    machine: source.machine.id,
    state: nameOf(source),
    event: eventType === '' ? null : eventType,
    branch: Math.max(0, branches.indexOf(transition)),
    actions: [...actions, ...target.flatMap(({ entry }) => entry)].flatMap((action) =>
      typeof action === 'string' ? [action] : [],
    ),
  };
}

export function standingOf(app: App, actor: string): Standing {
  for (const [key, held] of app.directory.actors()) {
    if (key !== actor) continue;
    const snapshot: unknown = (held instanceof Held ? held.actor : held).getSnapshot();
    if (!isMachineSnapshot(snapshot)) continue;
    const context: Readonly<Record<string, unknown>> = snapshot.context;
    return {
      state: leavesOf(snapshot.value).join(' '),
      context: Object.fromEntries(Object.entries(context).map(([name, value]) => [name, short(value)])),
    };
  }
  return { state: 'none', context: {} };
}

function short(value: unknown): string {
  const plain: unknown = value instanceof Map || value instanceof Set ? [...value] : value;
  const text = JSON.stringify(plain) ?? 'undefined';
  return text.length > VALUE_MAX ? `${text.slice(0, VALUE_MAX)}…` : text;
}
