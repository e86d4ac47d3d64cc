import type { AnyMachineSnapshot, AnyTransitionDefinition } from 'xstate';
import type { MachineModel, Moment, Sample } from '../../models/model.ts';
import { START } from '../../models/samples.ts';
import { createApp } from '../../src/machines/app.ts';
import type { App } from '../../src/machines/app.ts';
import { createScreens } from '../../src/machines/directory/screens.ts';
import type { Command } from '../../src/machines/log/command.ts';
import type { AppEvent, Logged } from '../../src/machines/log/event.ts';
import { followSteps, isMachineSnapshot } from './paths-steps.ts';
import type { ActorStep } from './paths-steps.ts';

/** Events are a second apart, so that time goes on and every run has the same times. */
export const STEP_MS = 1_000;

/** What the actor under test did at one event. */
export interface Observed {
  /** Undefined while there is no such actor. */
  readonly before: AnyMachineSnapshot | undefined;
  /** The last one it had, also of an actor that is gone now. */
  readonly after: AnyMachineSnapshot | undefined;
  /** Whether it is among the directory's actors now. */
  readonly lives: boolean;
  /** The transitions that it, and any other actor of its machine, took. */
  readonly taken: readonly AnyTransitionDefinition[];
  /** What was wrong with single steps, of whichever actor. */
  readonly problems: readonly string[];
  /** Every snapshot that they went through, also those that lasted no time. */
  readonly passed: readonly AnyMachineSnapshot[];
}

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
export function createWorld(
  { actor, machine }: Pick<MachineModel, 'actor' | 'machine'>,
  past: Iterable<Logged> = [],
): World {
  const events: Logged[] = [];
  const keys = new WeakMap<object, string>();
  let commands: Command[] = [];
  let time = START;
  const app = createApp({ now: () => time, onCommand: (command) => commands.push(command), screens: createScreens });
  app.log.subscribe((event) => events.push(event));

  function present(): AnyMachineSnapshot | undefined {
    let found: AnyMachineSnapshot | undefined;
    for (const [key, ref] of app.directory.actors()) {
      keys.set(ref, key);
      if (key !== actor) continue;
      const snapshot: unknown = ref.getSnapshot();
      if (isMachineSnapshot(snapshot)) found = snapshot;
    }
    return found;
  }

  /** An actor that was made and forgotten within one event is told by its machine alone. */
  function isUnderTest({ actor: ref, snapshot }: ActorStep): boolean {
    return keys.has(ref) ? keys.get(ref) === actor : snapshot.machine === machine;
  }

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
      const steps: ActorStep[] = [];
      const before = present();
      const unfollow = followSteps((step) => steps.push(step));
      app.append(event);
      unfollow();
      const logged = events.at(-1);
      if (logged === undefined) throw new Error('The log took no event');
      const after = present();
      const own = steps.filter((step) => isUnderTest(step));
      const alike = steps.filter((step) => step.snapshot.machine === machine);
      return {
        moment: { app, event: logged, commands },
        observed: {
          before,
          after: after ?? own.at(-1)?.snapshot,
          lives: after !== undefined,
          problems: steps.flatMap(({ problem }) => problem ?? []),
          taken: alike.flatMap(({ taken }) => taken),
          passed: alike.map(({ snapshot }) => snapshot),
        },
      };
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
