import type { InspectionEvent } from 'xstate';
import { createApp } from '../app.ts';
import type { App, StoredLog } from '../app.ts';
import type { Directory } from '../directory.ts';
import type { Snapshots, StoredActor } from '../directory/stored.ts';
import { isSame } from '../entities/same.ts';
import type { Command, CommandType } from '../log/command.ts';
import type { Logged } from '../log/event.ts';
import { chartOf, machineOf } from './chart.ts';
import type { Chart } from './chart.ts';
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
  /** The machine of an actor that there is at a step. */
  readonly chartAt: (name: string, step: number) => Chart | null;
  /** The latest move of an actor up to a step; null if it made none since the log began. */
  readonly lastMove: (name: string, step: number) => Move | null;
}

interface ActorState {
  readonly name: string;
  readonly state: string;
}

/** A step that took an actor from a state to another. */
export interface Move {
  readonly step: number;
  /** Null where it made the actor. */
  readonly before: string | null;
  /** Null where it ended it. */
  readonly after: string | null;
}

interface Place {
  readonly step: number;
  readonly app: App;
}

export function createPlayer({ position, snapshots, tail }: StoredLog): Player {
  const commands: Command[] = [];
  /** The actors that the current event updated, with their new state; null for one that ended. */
  const updated = new Map<string, StoredActor | null>();
  const reader = open(snapshots, (command) => void commands.push(command), record);
  updated.clear();
  /** Each actor as the last event left it. */
  const known = new Map<string, StoredActor>(reader.snapshots());
  const causes = createCauses(position > 0);
  const counters = createCounters(reader.directory, known);
  const saved: { readonly step: number; readonly snapshots: Snapshots }[] = [{ step: 0, snapshots }];
  const steps: Step[] = [];
  const moves = new Map<string, Move[]>();
  let shown: Place | null = null;
  let examined: Place | null = null;

  function open(
    from: Snapshots,
    onCommand: (command: Command) => void,
    inspect?: (step: InspectionEvent) => void,
  ): App {
    const stored = { position, snapshots: from, tail: [] };
    return createApp({ now: () => 0, onCommand, stored, later: everyPart, ...(inspect && { inspect }) });
  }

  function record(inspected: InspectionEvent): void {
    if (inspected.type === '@xstate.snapshot' && 'id' in inspected.actorRef) {
      const { snapshot } = inspected;
      if ('value' in snapshot && 'context' in snapshot)
        updated.set(String(inspected.actorRef.id), { value: snapshot.value, context: snapshot.context });
    } else if (inspected.type === '@xstate.event' && inspected.event.type === 'forgotten')
      updated.set(idOf(inspected.event), null);
  }

  /** The names of the actors that differ from what they were. */
  function changed(): readonly string[] {
    const names = [...updated].flatMap(([name, is]) => {
      const was = known.get(name);
      if (is === null) {
        if (!known.delete(name)) return [];
        move(name, was, null);
        return [name];
      }
      known.set(name, is);
      const isMoved = was === undefined || !isSame(was.value, is.value);
      if (isMoved) move(name, was, is);
      return isMoved || was.context !== is.context ? [name] : [];
    });
    updated.clear();
    return names;
  }

  function move(name: string, was: StoredActor | undefined, is: StoredActor | null): void {
    const before = was === undefined ? null : stateText(was.value);
    const after = is === null ? null : stateText(is.value);
    const made = { step: steps.length + 1, before, after };
    const earlier = moves.get(name);
    if (earlier === undefined) moves.set(name, [made]);
    else earlier.push(made);
  }

  function readNext(event: Logged): void {
    const step = steps.length + 1;
    reader.log.take(event);
    const given = commands.splice(0);
    const cause = causes.causeOf(event);
    causes.note(step, event, given);
    const actors = changed();
    steps.push({ event, actors, commands: given.map(({ type }) => type), cause });
    if (actors.length > 0) counters.note(step, actors);
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
      examined = at(step - 1, examined);
      const before = examined.app.snapshots();
      examined = at(step, examined);
      return changesBetween(before, examined.app.snapshots(), steps[step - 1]?.actors);
    },
    actorsAt: (step) => {
      examined = at(step, examined);
      return [...examined.app.directory.actors()].map(([name, actor]) => ({
        name,
        state: stateText(actor.getSnapshot().value),
      }));
    },
    chartAt: (name, step) => {
      examined = at(step, examined);
      const held = new Map(examined.app.directory.actors()).get(name);
      const machine = held === undefined ? null : machineOf(held);
      return machine === null ? null : chartOf(machine);
    },
    lastMove: (name, step) => moves.get(name)?.findLast((made) => made.step <= step) ?? null,
  };
}

function idOf(event: object): string {
  const actor: unknown = 'actor' in event ? event.actor : null;
  return typeof actor === 'object' && actor !== null && 'id' in actor ? String(actor.id) : '';
}
