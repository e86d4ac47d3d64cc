import type { App } from '../src/machines/app.ts';
import type { Command } from '../src/machines/log/command.ts';
import type { AppEvent, Logged } from '../src/machines/log/event.ts';
import type { Oracle, Sight } from './model.ts';

/** One event, and what the actor under test was before and after it; undefined while there was none. */
export interface Step<Snapshot, Around> {
  readonly event: Logged;
  readonly before: Snapshot | undefined;
  readonly after: Snapshot | undefined;
  /** What left, whoever gave it. */
  readonly commands: readonly Command[];
  /** What else was known before the event. */
  readonly around: Around;
  /** After the event. */
  readonly app: App;
}

/** Each says of every step what is to be seen, and what is; null where it says nothing. */
export function oraclesOf<Snapshot, Around>(
  look: (app: App, actor: string) => Snapshot | undefined,
  around: (app: App, event: AppEvent) => Around,
  named: Readonly<Record<string, (step: Step<Snapshot, Around>) => Sight | null>>,
): readonly Oracle[] {
  return Object.entries(named).map(([name, sightOf]) => ({
    name,
    foretell: (app, event, actor) => {
      const [before, known] = [look(app, actor), around(app, event)];
      return ({ app: now, commands, event: logged }) =>
        sightOf({ event: logged, before, after: look(now, actor), commands, around: known, app: now });
    },
  }));
}

/**
 * The context after a step: parts that `changes` doesn't name are as they were. `usual`: what a part that is left out
 * stands for. Nothing is said of an actor that is gone, or new without `begins`.
 */
export function wholeContext<Snapshot extends { readonly context: object }, Around>(
  changes: (
    was: Snapshot['context'],
    step: Step<Snapshot, Around> & { readonly before: Snapshot; readonly after: Snapshot },
  ) => Partial<Snapshot['context']>,
  usual: Partial<Snapshot['context']> = {},
  begins?: (step: Step<Snapshot, Around>) => Snapshot['context'] | null,
): (step: Step<Snapshot, Around>) => Sight | null {
  return (step) => {
    const { before, after } = step;
    if (after === undefined) return null;
    const expected =
      before === undefined
        ? (begins?.(step) ?? null)
        : { ...before.context, ...changes(before.context, { ...step, before, after }) };
    return expected === null ? null : { expected: { ...usual, ...expected }, came: { ...usual, ...after.context } };
  };
}

/** The commands of some types that left, each whole and in order: those that are expected, and no others. */
export function requests<Snapshot, Around>(
  types: readonly Command['type'][],
  expected: (step: Step<Snapshot, Around>) => readonly Command[],
): (step: Step<Snapshot, Around>) => Sight {
  return (step) => ({
    expected: expected(step),
    came: step.commands.filter(({ type }) => types.includes(type)),
  });
}
