import { isDeepStrictEqual } from 'node:util';
import type { Moment, Sample } from '../../models/model.ts';
import { START } from '../../models/samples.ts';
import { createApp } from '../../src/machines/app.ts';
import type { App } from '../../src/machines/app.ts';
import { laterParts } from './later-parts.ts';
import type { Command } from '../../src/machines/log/command.ts';
import type { AppEvent, Logged } from '../../src/machines/log/event.ts';
import type { Memory } from './paths-memory.ts';
import { watching } from './paths-watch.ts';
import type { Observed, UnderTest } from './paths-watch.ts';

/** Events are a second apart, so that time goes on and every run has the same times. */
export const STEP_MS = 1_000;

export interface Happening {
  readonly moment: Moment;
  readonly observed: Observed;
}

/** The wired app, log, directory and actors, with nothing outside: commands are written down and time is counted. */
export interface World {
  readonly app: App;
  readonly events: readonly Logged[];
  /** Appends the event and observes the actor under test. */
  happen(sample: Sample): Happening;
  /**
   * Like `happen`, but the app gets the event as storage would give it back: it is a replay of what it would log. When it
   * changed nothing at all (`isAsBefore`), another sample may be tried in its place; otherwise the world is done with.
   */
  fold(sample: Sample): Happening & { readonly isAsBefore: boolean };
  /** Appends the event only; as the logged one, where it comes to the same. */
  pass(sample: Sample, logged?: Logged): Moment;
}

const stored = new WeakMap<Logged, Logged>();

/** As storage would give an event back. Paths share the events of their beginnings. */
export function asStored(event: Logged): Logged {
  const known: Logged = stored.get(event) ?? JSON.parse(JSON.stringify(event));
  stored.set(event, known);
  return known;
}

/** A world in which these events happened. With a memory, as an earlier one that began with them. */
export function createWorld(tested: UnderTest, past: Iterable<Logged> = [], memory?: Memory): World {
  return memory === undefined ? worldAfter(tested, past) : memory.during(() => worldAfter(tested, past));
}

function worldAfter(tested: UnderTest, past: Iterable<Logged>): World {
  const events: Logged[] = [];
  let commands: Command[] = [];
  let time = START;
  const app = createApp({ now: () => time, onCommand: (command) => commands.push(command), later: laterParts });
  app.log.subscribe((event) => events.push(event));

  const watch = watching(app, tested);

  for (const event of past) {
    time = event.loggedAt;
    app.log.take(event);
  }

  function eventNow(sample: Sample): AppEvent {
    const { event, later } = eventOf(sample, app);
    time += STEP_MS + later;
    commands = [];
    return event;
  }
  /** As the log will. */
  function place(event: AppEvent): Logged {
    return { ...event, position: app.log.position + 1, loggedAt: time };
  }
  function moment(): Moment {
    const event = events.at(-1);
    if (event === undefined) throw new Error('The log took no event');
    return { app, event, commands };
  }

  return {
    app,
    events,
    happen(sample) {
      const event = eventNow(sample);
      const observed = watch(event, () => app.append(event));
      return { moment: moment(), observed };
    },
    fold(sample) {
      const [then, stood] = [time, standing(app)];
      const event = eventNow(sample);
      const logged = place(event);
      // Past the log, which counts on with each event that it takes.
      const observed = watch(event, () => app.directory.handle(asStored(logged)));
      const stands = standing(app);
      const isAsBefore =
        commands.length === 0 && stands.length === stood.length && stands.every((part, at) => part === stood[at]);
      if (isAsBefore) time = then;
      return { moment: { app, event: logged, commands }, observed, isAsBefore };
    },
    pass(sample, logged) {
      const event = eventNow(sample);
      if (logged !== undefined && isDeepStrictEqual(logged, place(event))) app.log.take(logged);
      else app.append(event);
      return moment();
    },
  };
}

/** All that the app is, part by part. */
function standing({ directory }: App): readonly unknown[] {
  const actors = [...directory.actors()].flatMap(([name, actor]) => [name, actor.getSnapshot()]);
  return [...actors, directory.ticketOrder.getSnapshot()];
}

/** The event that a sample stands for now, and how much later than usual (milliseconds) it comes. */
export function eventOf(sample: Sample, app: App): { readonly event: AppEvent; readonly later: number } {
  if (typeof sample === 'function') return { event: sample(app), later: 0 };
  if ('type' in sample) return { event: sample, later: 0 };
  const { event, later } = sample;
  return { event: typeof event === 'function' ? event(app) : event, later };
}
