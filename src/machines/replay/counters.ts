import { TICKET_VIEWS } from '../../../contract/facts/ticket-views.ts';
import type { Directory } from '../directory.ts';
import { selectInboxPhase, selectIsAnswered } from '../inbox/inbox.selectors.ts';

/** The numbers of the whole list: conversations with unread messages, and those of each view. */
export const COUNTERS = ['unseen', ...TICKET_VIEWS, 'finished'] as const;
export type Counter = (typeof COUNTERS)[number];

/** A step that changed a counter. */
export interface CounterChange {
  readonly step: number;
  /** Null while it wasn't known. */
  readonly before: number | null;
  readonly after: number | null;
}

/** Follows the numbers of a log that is read. */
export function createCounters(directory: Directory) {
  const changes = new Map<Counter, CounterChange[]>();
  let isUnseenKnown = false;
  const begun = read();
  const known = new Map(begun);

  function read(): ReadonlyMap<Counter, number | null> {
    const views = directory.viewCounts.getSnapshot();
    const unseen = directory.totalUnseen.getSnapshot();
    const inbox = directory.inbox.getSnapshot();
    // Of a list that nobody has answered yet nothing is counted; another filter changes nothing that is known.
    isUnseenKnown =
      selectInboxPhase(inbox) !== 'idle' && (isUnseenKnown || selectIsAnswered(inbox) || views !== null || unseen > 0);
    return new Map(
      COUNTERS.map((counter) => [
        counter,
        counter === 'unseen' ? (isUnseenKnown ? unseen : null) : (views?.[counter] ?? null),
      ]),
    );
  }

  return {
    note: (step: number): void => {
      for (const [counter, after] of read()) {
        const before = known.get(counter) ?? null;
        if (after === before) continue;
        known.set(counter, after);
        const earlier = changes.get(counter);
        if (earlier === undefined) changes.set(counter, [{ step, before, after }]);
        else earlier.push({ step, before, after });
      }
    },
    /** What changed a number up to a step, oldest first, and what it was then; null while it wasn't known. */
    upTo: (counter: Counter, step: number): { changes: readonly CounterChange[]; value: number | null } => {
      const past = (changes.get(counter) ?? []).filter((change) => change.step <= step);
      const last = past.at(-1);
      return { changes: past, value: last === undefined ? (begun.get(counter) ?? null) : last.after };
    },
  };
}
