import type { InspectionEvent } from 'xstate';
import { createApp } from '../app.ts';
import type { App, StoredLog } from '../app.ts';
import type { Directory } from '../directory.ts';
import type { Snapshots, StoredActor } from '../directory/stored.ts';
import { isSame } from '../entities/same.ts';
import type { Command, CommandType } from '../log/command.ts';
import type { Logged } from '../log/event.ts';
import { createCauses } from './causes.ts';
import type { Cause } from './causes.ts';
import { createCounters } from './counters.ts';
import { everyPart } from './every-part.ts';
import { changesBetween, stateText } from './changes.ts';
import type { ActorChange } from './changes.ts';

/** Events between two snapshots: going back folds no more than these. */
export const SNAPSHOT_EVENTS = 2_000;

/** What one event did. */
export interface Step {
  readonly event: Logged;
  /** Names of the actors that it made, changed or ended. */
  readonly actors: readonly string[];
  readonly commands: readonly CommandType[];
  /** The step whose command, call or timer it answers. Steps count from 1. */
  readonly cause: Cause;
}

/** Plays a log: the state after any of its events, and what each did. Runs none of its commands. */
export interface Player {
  /** How many events there are. */
  readonly count: number;
  /** What was read so far. */
  readonly steps: readonly Step[];
  /** A number at a step, and what changed it until then. */
  readonly counterAt: ReturnType<typeof createCounters>['upTo'];
  /** Reads further events, at most so many; answers whether all are read. Throws for what no log holds. */
  readonly read: (atMost: number) => boolean;
  /** The actors after the first `step` events; the same registry for as long as one goes forward a little. */
  readonly seek: (step: number) => Directory;
  readonly changesAt: (step: number) => readonly ActorChange[];
  /** The actors after so many events, with their states. */
  readonly actorsAt: (step: number) => readonly ActorState[];
}

/** An actor's state, and which ones it may have. */
export interface ActorState {
  readonly name: string;
  readonly state: string;
  /** Its machine's outermost ones; empty where the actor wasn't used yet. */
  readonly states: readonly string[];
}

interface Place {
  readonly step: number;
  readonly app: App;
}

export function createPlayer({ position, snapshots, tail }: StoredLog): Player {
  const commands: Command[] = [];
  /** What the event that is being read did to actors; null for one that ended. */
  const touched = new Map<string, StoredActor | null>();
  const reader = open(snapshots, (command) => void commands.push(command), heard);
  touched.clear();
  /** Each actor as the last event left it. */
  const known = new Map<string, StoredActor>(reader.snapshots());
  const causes = createCauses(position > 0);
  const counters = createCounters(reader.directory);
  const saved: { readonly step: number; readonly snapshots: Snapshots }[] = [{ step: 0, snapshots }];
  const steps: Step[] = [];
  let shown: Place | null = null;
  let looked: Place | null = null;

  function open(
    from: Snapshots,
    onCommand: (command: Command) => void,
    inspect?: (step: InspectionEvent) => void,
  ): App {
    const stored = { position, snapshots: from, tail: [] };
    return createApp({ now: () => 0, onCommand, stored, later: everyPart, ...(inspect && { inspect }) });
  }

  function heard(told: InspectionEvent): void {
    if (told.type === '@xstate.snapshot' && 'id' in told.actorRef) {
      const { snapshot } = told;
      if ('value' in snapshot && 'context' in snapshot)
        touched.set(String(told.actorRef.id), { value: snapshot.value, context: snapshot.context });
    } else if (told.type === '@xstate.event' && told.event.type === 'forgotten') touched.set(idOf(told.event), null);
  }

  /** The names of the actors that differ from what they were. */
  function changed(): readonly string[] {
    const names = [...touched].flatMap(([name, is]) => {
      const was = known.get(name);
      if (is === null) return known.delete(name) ? [name] : [];
      known.set(name, is);
      return was !== undefined && was.context === is.context && isSame(was.value, is.value) ? [] : [name];
    });
    touched.clear();
    return names;
  }

  function readNext(event: Logged): void {
    const step = steps.length + 1;
    reader.log.take(event);
    const given = commands.splice(0);
    const cause = causes.causeOf(event);
    causes.note(step, event, given);
    const actors = changed();
    steps.push({ event, actors, commands: given.map(({ type }) => type), cause });
    if (actors.length > 0) counters.note(step);
    if (step % SNAPSHOT_EVENTS === 0) saved.push({ step, snapshots: reader.snapshots() });
  }

  function read(atMost: number): boolean {
    for (const event of tail.slice(steps.length, steps.length + atMost)) readNext(event);
    return steps.length >= tail.length;
  }

  /** The actors at a step: from where they are, or from the nearest snapshot where that is nearer. */
  function at(step: number, from: Place | null): Place {
    if (steps.length < step) read(step - steps.length);
    const base = saved.findLast((each) => each.step <= step) ?? { step: 0, snapshots };
    const start =
      from !== null && from.step <= step && from.step >= base.step
        ? from
        : { step: base.step, app: open(base.snapshots, () => undefined) };
    for (const event of tail.slice(start.step, step)) start.app.log.take(event);
    return { step, app: start.app };
  }

  return {
    count: tail.length,
    steps,
    counterAt: counters.upTo,
    read,
    seek: (step) => {
      shown = at(step, shown);
      return shown.app.directory;
    },
    changesAt: (step) => {
      if (step < 1) return [];
      looked = at(step - 1, looked);
      const before = looked.app.snapshots();
      looked = at(step, looked);
      return changesBetween(before, looked.app.snapshots(), steps[step - 1]?.actors);
    },
    actorsAt: (step) => {
      looked = at(step, looked);
      return [...looked.app.directory.actors()].map(([name, actor]) => {
        const snapshot = actor.getSnapshot();
        return { name, state: stateText(snapshot.value), states: statesOf(snapshot) };
      });
    },
  };
}

function idOf(event: object): string {
  const actor: unknown = 'actor' in event ? event.actor : null;
  return typeof actor === 'object' && actor !== null && 'id' in actor ? String(actor.id) : '';
}

function statesOf(snapshot: object): readonly string[] {
  const machine: unknown = 'machine' in snapshot ? snapshot.machine : null;
  const states: unknown = typeof machine === 'object' && machine !== null && 'states' in machine ? machine.states : {};
  return typeof states === 'object' && states !== null ? Object.keys(states) : [];
}
