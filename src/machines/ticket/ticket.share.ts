import type { Attendance, Customer, Ticket } from '../entities/entities.ts';
import { isSame, keepSame } from '../entities/same.ts';

/** Facts that override a report. */
type Settled = Pick<Attendance, 'finishedAt' | 'finishing' | 'outcome' | 'customer' | 'pendingTransfer'>;

/** The ticket's own part of a report, as settled; `known`, or the parts of it, where they are equal. */
export function attendanceOf(known: Attendance | null, reported: Ticket, settled: Settled): Attendance {
  if (known !== null && isKnown(known, reported, settled)) return known;
  // The rest belongs to its conversation, its counter and the viewer's pins.
  const { lastMessage: _, lastReceivedAt: _at, unseen: _unseen, pinned: _pinned, outcome: _outcome, ...own } = reported;
  const fresh: Attendance = { ...own, ...settled };
  return known === null ? fresh : shared(known, fresh);
}

/** `fresh` with the parts of `known` that are equal. */
function shared<Whole extends object>(known: Whole, fresh: Whole): Whole {
  const whole = { ...fresh };
  let part: Extract<keyof Whole, string>;
  for (part in whole) whole[part] = keepSame(known[part], whole[part]);
  return whole;
}

/** Part by part, as every message brings a report: `isSame` takes three times as long. A test holds it to all parts. */
function isKnown(known: Attendance, reported: Ticket, settled: Settled): boolean {
  return (
    known.id === reported.id &&
    known.finishedAt === settled.finishedAt &&
    known.finishing === settled.finishing &&
    known.outcome === settled.outcome &&
    known.notResponded === reported.notResponded &&
    known.inFlow === reported.inFlow &&
    known.waitingSince === reported.waitingSince &&
    known.ownedSince === reported.ownedSince &&
    known.snoozedUntil === reported.snoozedUntil &&
    known.wokenAt === reported.wokenAt &&
    known.departmentId === reported.departmentId &&
    known.startedAt === reported.startedAt &&
    known.protocol === reported.protocol &&
    isSameCustomer(known.customer, settled.customer) &&
    isSame(known.owner, reported.owner) &&
    isSame(known.instance, reported.instance) &&
    isSame(known.words, reported.words) &&
    isSame(known.pendingTransfer, settled.pendingTransfer)
  );
}

function isSameCustomer(a: Customer, b: Customer): boolean {
  return (
    a.id === b.id &&
    a.name === b.name &&
    a.phone === b.phone &&
    a.image === b.image &&
    a.blacklisted === b.blacklisted &&
    a.since === b.since &&
    isSame(a.tags, b.tags) &&
    isSame(a.numbers, b.numbers)
  );
}
