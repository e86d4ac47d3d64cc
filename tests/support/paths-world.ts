import type { Moment, Sample } from '../../models/model.ts';
import { START } from '../../models/samples.ts';
import { createApp } from '../../src/machines/app.ts';
import type { App } from '../../src/machines/app.ts';
import { laterParts } from './later-parts.ts';
import type { Command } from '../../src/machines/log/command.ts';
import type { AppEvent, Logged } from '../../src/machines/log/event.ts';
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
  happen(sample: Sample): Happening;
}

/** A world in which these events happened. */
export function createWorld(tested: UnderTest, past: Iterable<Logged> = []): World {
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

  return {
    app,
    events,
    happen(sample) {
      const { event, later } = eventOf(sample, app);
      time += STEP_MS + later;
      commands = [];
      const observed = watch(event, () => app.append(event));
      const logged = events.at(-1);
      if (logged === undefined) throw new Error('The log took no event');
      return { moment: { app, event: logged, commands }, observed };
    },
  };
}

/** The event that a sample stands for now, and how much later than usual (milliseconds) it comes. */
export function eventOf(sample: Sample, app: App): { readonly event: AppEvent; readonly later: number } {
  if (typeof sample === 'function') return { event: sample(app), later: 0 };
  if ('type' in sample) return { event: sample, later: 0 };
  const { event, later } = sample;
  return { event: typeof event === 'function' ? event(app) : event, later };
}
