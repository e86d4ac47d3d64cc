import type { AnyActorRef, AnyMachineSnapshot, AnyTransitionDefinition } from 'xstate';
import type { MachineModel, Moment, Sight } from '../../models/model.ts';
import type { App } from '../../src/machines/app.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import { Held } from '../../src/machines/directory/keyed.ts';
import { follow, followSteps, isMachineSnapshot } from './paths-steps.ts';
import type { ActorStep } from './paths-steps.ts';

/** The actor under test, and what its outcomes depend on. */
export type UnderTest = Pick<MachineModel, 'actor' | 'machine' | 'facts' | 'oracles'>;

/** What the actor under test did at one event. */
export interface Observed {
  /** The model's facts that held before it. */
  readonly facts: ReadonlySet<string>;
  /** What the model's oracles foretold. */
  readonly foretold: readonly { readonly name: string; readonly see: (moment: Moment) => Sight | null }[];
  /** Undefined while there is no such actor. */
  readonly before: AnyMachineSnapshot | undefined;
  /** The last one it had, also of an actor that is gone now. */
  readonly after: AnyMachineSnapshot | undefined;
  /** Whether it is among the directory's actors now. */
  readonly lives: boolean;
  /** Whether it gave a command, if it was there before. */
  readonly acted: boolean;
  /** The transitions that it, and any other actor of its machine, took. */
  readonly taken: readonly AnyTransitionDefinition[];
  /** What was wrong with single steps, of whichever actor. */
  readonly problems: readonly string[];
  /** Every snapshot that they went through, also those that lasted no time. */
  readonly passed: readonly AnyMachineSnapshot[];
}

function isActor(actor: object): actor is AnyActorRef {
  return 'on' in actor && 'send' in actor;
}

/** Looks at one actor of the wired app, and at the others of its machine, while something happens. */
export function watching(app: App, { actor, machine, facts, oracles = [] }: UnderTest) {
  const keys = new WeakMap<object, string>();

  function present(): { readonly ref: AnyActorRef; readonly snapshot: AnyMachineSnapshot } | undefined {
    let found: { readonly ref: AnyActorRef; readonly snapshot: AnyMachineSnapshot } | undefined;
    for (const [key, held] of app.directory.actors()) {
      const ref = held instanceof Held ? held.actor : held;
      keys.set(ref, key);
      if (!isActor(ref)) continue;
      follow(ref);
      const snapshot: unknown = ref.getSnapshot();
      if (key === actor && isMachineSnapshot(snapshot)) found = { ref, snapshot };
    }
    return found;
  }

  /** An actor that was made and forgotten within one event is told by its machine alone. */
  function isUnderTest({ actor: ref, snapshot }: ActorStep): boolean {
    return keys.has(ref) ? keys.get(ref) === actor : snapshot.machine === machine;
  }

  return (event: AppEvent, happen: () => void): Observed => {
    const steps: ActorStep[] = [];
    const before = present();
    let acted = false;
    const emitted = before?.ref.on('*', () => (acted = true));
    const holding = Object.entries(facts).flatMap(([name, holds]) => (holds(app, event, actor) ? [name] : []));
    const foretold = oracles.flatMap(({ name, foretell }) => {
      const see = foretell(app, event, actor);
      return see === null ? [] : [{ name, see }];
    });
    const unfollow = followSteps((step) => steps.push(step));
    happen();
    unfollow();
    emitted?.unsubscribe();
    const after = present();
    const own = steps.filter((step) => isUnderTest(step));
    const alike = steps.filter((step) => step.snapshot.machine === machine);
    return {
      facts: new Set(holding),
      foretold,
      before: before?.snapshot,
      after: (after ?? own.at(-1) ?? before)?.snapshot,
      lives: after !== undefined,
      acted,
      problems: steps.flatMap(({ problem }) => problem ?? []),
      taken: alike.flatMap(({ taken }) => taken),
      passed: alike.map(({ snapshot }) => snapshot),
    };
  };
}
