import { TICKET_VIEWS } from '../../../contract/facts/ticket-views.ts';
import type { Directory } from '../directory.ts';
import { selectInboxPhase, selectIsAnswered } from '../inbox/inbox.selectors.ts';
import type { Snapshots } from '../directory/stored.ts';
import { isKey } from '../inbox/ticket-index.ts';
import { selectUnreadNotices } from '../notification/notice-log.selectors.ts';
import { selectUnseenCount } from '../unseen/unseen.selectors.ts';

/** The numbers of the whole: conversations with unread messages, those of each view, transfers and notices that wait. */
export const COUNTERS = ['unseen', ...TICKET_VIEWS, 'finished', 'transfers', 'notices'] as const;
/** One of these, or what an actor counts: a conversation's unread messages (`unseen:…`), a list's rows (`list:…`). */
export type Counter = (typeof COUNTERS)[number] | OfActor;
type OfActor = `unseen:${string}` | `list:${string}`;

/** A step that changed a counter. */
interface CounterChange {
  readonly step: number;
  /** Null while it wasn't known. */
  readonly before: number | null;
  readonly after: number | null;
}

/** The counter of that name; undefined for none. */
export function counterNamed(name: string): Counter | undefined {
  return isOfActor(name) ? name : COUNTERS.find((counter) => counter === name);
}

function isOfActor(name: string): name is OfActor {
  return name.startsWith('unseen:') || name.startsWith('list:');
}

/** Follows the numbers of a log that is read. `actors`: each as the last event left it. */
export function createCounters(directory: Directory, actors: Snapshots) {
  const changes = new Map<Counter, CounterChange[]>();
  let isUnseenKnown = false;
  const begun = new Map<Counter, number | null>(ofTheWhole());
  for (const name of actors.keys()) if (isOfActor(name)) begun.set(name, ofActor(name));
  const known = new Map(begun);

  function ofTheWhole(): readonly (readonly [Counter, number | null])[] {
    const views = directory.viewCounts.getSnapshot();
    const unseen = directory.totalUnseen.getSnapshot();
    const inbox = directory.inbox.getSnapshot();
    // Of a list that nobody has answered yet nothing is counted; another filter changes nothing that is known.
    isUnseenKnown =
      selectInboxPhase(inbox) !== 'idle' && (isUnseenKnown || selectIsAnswered(inbox) || views !== null || unseen > 0);
    return COUNTERS.map((counter) => {
      if (counter === 'unseen') return [counter, isUnseenKnown ? unseen : null];
      if (counter === 'transfers') return [counter, directory.pendingTransfers.getSnapshot().length];
      if (counter === 'notices') return [counter, selectUnreadNotices(directory.noticeLog.getSnapshot())];
      return [counter, views?.[counter] ?? null];
    });
  }

  function ofActor(name: OfActor): number | null {
    const key = name.slice(name.indexOf(':') + 1);
    if (name.startsWith('list:')) return totalOf(actors.get(name)?.context);
    const unseen = isKey(key) ? directory.unseen(key) : undefined;
    return unseen === undefined ? null : selectUnseenCount(unseen.getSnapshot());
  }

  function note(step: number, counter: Counter, after: number | null): void {
    const before = known.get(counter) ?? null;
    if (after === before) return;
    known.set(counter, after);
    const earlier = changes.get(counter);
    if (earlier === undefined) changes.set(counter, [{ step, before, after }]);
    else earlier.push({ step, before, after });
  }

  return {
    /** What a step, which changed these actors, did to the numbers. */
    note: (step: number, changed: readonly string[]): void => {
      for (const [counter, after] of ofTheWhole()) note(step, counter, after);
      for (const name of changed) if (isOfActor(name)) note(step, name, ofActor(name));
    },
    /** What changed a number up to a step, oldest first, and what it was then; null while it wasn't known. */
    upTo: (counter: Counter, step: number): { changes: readonly CounterChange[]; value: number | null } => {
      const past = (changes.get(counter) ?? []).filter((change) => change.step <= step);
      const last = past.at(-1);
      return { changes: past, value: last === undefined ? (begun.get(counter) ?? null) : last.after };
    },
  };
}

/** How many rows a listing's answer says there are. */
function totalOf(context: unknown): number | null {
  const page = typeof context === 'object' && context !== null && 'page' in context ? context.page : null;
  const total = typeof page === 'object' && page !== null && 'total' in page ? page.total : null;
  return typeof total === 'number' ? total : null;
}
