import type { Invariant, Moment } from '../../models/model.ts';
import { createApp, emptyLog } from '../../src/machines/app.ts';
import type { App, StoredLog } from '../../src/machines/app.ts';
import { laterParts } from './later-parts.ts';
import type { Command } from '../../src/machines/log/command.ts';
import type { Logged } from '../../src/machines/log/event.ts';

/** An event of a log that was folded, with all that it led to. */
export interface FoldedEvent {
  readonly app: App;
  readonly event: Logged;
  readonly commands: readonly Command[];
  /** Invariants that do not hold after it. */
  readonly violations: readonly string[];
}

/** An app in the state before a session's first event. */
export const unopened = createApp({ now: () => 0, onCommand: () => undefined, later: laterParts });

/** What can be checked of a log: all from its beginning on, else what needs only the state. */
export function checkable(
  invariants: readonly Invariant[],
  { position }: Pick<StoredLog, 'position'>,
): readonly Invariant[] {
  return position === 0 ? invariants : invariants.filter(({ ofState }) => ofState === true);
}

/** The moment, with its actors listed once for all invariants. */
export function lookedThrough(moment: Moment): Moment {
  const { directory } = moment.app;
  const actors = [...directory.actors()];
  return { ...moment, app: { ...moment.app, directory: { ...directory, actors: () => actors } } };
}

/** A log that is folded as it grows, with no adapter attached; after each event is looked at what must always hold. */
export function startFolding(
  invariants: readonly Invariant[],
  stored: StoredLog = emptyLog,
): { readonly app: App; readonly take: (event: Logged) => FoldedEvent } {
  let commands: Command[] = [];
  const app = createApp({
    now: () => 0,
    onCommand: (command) => commands.push(command),
    later: laterParts,
    stored,
  });
  const followers = invariants.map(({ name, follow }) => ({ name, check: follow(app) }));
  return {
    app,
    take: (event) => {
      commands = [];
      app.log.take(event);
      const looked = lookedThrough({ app, event, commands });
      const violations = followers.flatMap(({ name, check }) => {
        const wrong = check(looked);
        return wrong === null ? [] : [`${name}: ${wrong}`];
      });
      return { app, event, commands, violations };
    },
  };
}

/** Folds a whole log so. */
export function* foldLog(
  events: Iterable<Logged>,
  invariants: readonly Invariant[],
  stored?: StoredLog,
): Generator<FoldedEvent> {
  const folding = startFolding(invariants, stored);
  for (const event of events) yield folding.take(event);
}

/** The first event of a log after which something did not hold, in words; null when all always held. */
export function firstViolation(
  events: Iterable<Logged>,
  invariants: readonly Invariant[],
  stored?: StoredLog,
): string | null {
  for (const folded of foldLog(events, invariants, stored)) {
    const violation = violationIn(folded);
    if (violation !== null) return violation;
  }
  return null;
}

/** What does not hold after an event, in words; null when all does. */
export function violationIn({ event, violations }: FoldedEvent): string | null {
  return violations.length === 0 ? null : `after event ${event.position}, ${event.type}: ${violations.join('; ')}`;
}
