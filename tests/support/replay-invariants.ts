import type { Invariant } from '../../models/model.ts';
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

/** Folds a log event by event, with no adapter attached, and looks after each at what must always hold. */
export function* foldLog(
  events: Iterable<Logged>,
  invariants: readonly Invariant[],
  stored: StoredLog = emptyLog,
): Generator<FoldedEvent> {
  let commands: Command[] = [];
  const app = createApp({
    now: () => 0,
    onCommand: (command) => commands.push(command),
    later: laterParts,
    stored,
  });
  const followers = invariants.map(({ name, follow }) => ({ name, check: follow(app) }));
  for (const event of events) {
    commands = [];
    app.log.take(event);
    const violations = followers.flatMap(({ name, check }) => {
      const wrong = check({ app, event, commands });
      return wrong === null ? [] : [`${name}: ${wrong}`];
    });
    yield { app, event, commands, violations };
  }
}

/** The first event of a log after which something did not hold, in words; null when all always held. */
export function firstViolation(
  events: Iterable<Logged>,
  invariants: readonly Invariant[],
  stored?: StoredLog,
): string | null {
  for (const { event, violations } of foldLog(events, invariants, stored)) {
    if (violations.length > 0) return `after event ${event.position}, ${event.type}: ${violations.join('; ')}`;
  }
  return null;
}
