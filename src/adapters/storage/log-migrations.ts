import type { StoredActor } from '../../machines/directory/stored.ts';
import { isFields, kindOf } from './actor-records.ts';
import type { ActorEntry } from './actor-records.ts';
import { LOG_FORMAT, parseBatch } from './log-format.ts';
import type { OnDisk } from './raw-log.ts';

/** A log of an older format; records are lists of actors, oldest first. */
interface Older {
  readonly records: readonly unknown[];
  readonly batches: readonly unknown[];
}

/** Each converts an older format to the next one; by the older format's number. */
const migrations: Readonly<Record<number, (older: Older) => Older>> = {
  // Format 1 has one record per actor.
  1: ({ records, ...rest }) => ({ ...rest, records: [records.map(partsOf)] }),
  // Format 2 has other names for some fields and events.
  2: ({ records, batches, ...rest }) => ({
    ...rest,
    records: records.map(withNewFields),
    batches: batches.map(withNewEvents),
  }),
  // Format 3 has every actor once.
  3: (older) => older,
  // Format 4 lacks the contents of the list's views.
  4: ({ records, ...rest }) => ({ ...rest, records: records.map(withViews) }),
  // Format 5 has no event for unreadable data.
  5: (older) => older,
  // Format 6 has pending actions on tickets only in the actors, not in the outbox.
  6: ({ records, batches, ...rest }) => ({
    ...rest,
    records: records.map(withSubmitted),
    batches: batches.map(withClientIds),
  }),
  // Format 7 has only transfers to people.
  7: ({ records, batches, ...rest }) => ({
    ...rest,
    records: records.map(withTargets),
    batches: batches.map(withTargetsIn),
  }),
  // Format 8 has records that aren't packed, and tickets that don't say whether a flow has them.
  8: ({ records, ...rest }) => ({ ...rest, records: records.map(withoutPosition) }),
  // Format 9 names the fields that differ in each actor.
  9: ({ records, ...rest }) => ({ ...rest, records: records.map(unpackedRows) }),
};

const newFields = new Map([
  ['toldNotices', 'raisedNotices'],
  ['heldAsOf', 'staleSince'],
  ['finishUntold', 'finishUnconfirmed'],
  ['askedAsOf', 'positionAtFetch'],
  ['told', 'updated'],
  ['heard', 'count'],
]);

const newEvents = new Map([
  ['draft.told', 'draft.receivedFromTab'],
  ['preferences.told', 'preferences.receivedFromTab'],
  ['logout.told', 'logout.inOtherTab'],
]);

/** Converts a log of an older format to today's; null for an unknown format. */
export function migrated({ about, others, batches }: OnDisk, from: number): OnDisk | null {
  let found: Older = { records: others, batches };
  for (let format = from; format < LOG_FORMAT; format += 1) {
    const migrate = migrations[format];
    if (migrate === undefined) return null;
    found = migrate(found);
  }
  const actors = actorsIn(found.records);
  return actors && { about, actors, others: [], batches: found.batches };
}

/** The actors of all records; null where one isn't readable. */
function actorsIn(records: readonly unknown[]): ReadonlyMap<string, StoredActor> | null {
  const actors = new Map<string, StoredActor>();
  for (const record of records) {
    if (!Array.isArray(record)) return null;
    for (const actor of record) {
      if (!isActorEntry(actor)) return null;
      const [name, value, context] = actor;
      if (actor.length === 1) actors.delete(name);
      else actors.set(name, { value, context });
    }
  }
  return actors;
}

function isActorEntry(actor: unknown): actor is ActorEntry {
  if (!Array.isArray(actor) || typeof actor[0] !== 'string') return false;
  return actor.length === 1 || (actor.length === 3 && typeof actor[2] === 'object' && actor[2] !== null);
}

function partsOf(actor: unknown): unknown {
  return typeof actor === 'object' && actor !== null && 'name' in actor && 'value' in actor && 'context' in actor
    ? [actor.name, actor.value, actor.context]
    : actor;
}

function withViews(record: unknown): unknown {
  const views = { asOf: -1, unheld: [], counts: null, finished: 0, finishedSince: {} };
  if (!Array.isArray(record)) return record;
  return record.map((actor: unknown) =>
    isActorEntry(actor) && actor.length === 3 && actor[0] === 'inbox'
      ? [actor[0], actor[1], { ...Object(actor[2]), views }]
      : actor,
  );
}

function withSubmitted(record: unknown): unknown {
  if (!Array.isArray(record)) return record;
  return record.map((actor: unknown) => {
    if (!isActorEntry(actor) || actor.length === 1) return actor;
    const [name, value, context] = actor;
    // Drafts are closed with their page.
    if (name.startsWith('transferDraft:')) return [name];
    if (name.startsWith('transfer:')) {
      const { nextOwner: _next, previousOwner: _previous, note: _note, ...known } = Object(context);
      return [name, value, { ...known, submitted: null, unanswered: 0 }];
    }
    if (name.startsWith('ticket:')) return [name, value, { ...Object(context), finishWaits: null }];
    return actor;
  });
}

/** The id of a submitted transfer; no page shows it any more. */
function withClientIds(value: unknown): unknown {
  const batch = parseBatch(value);
  if (batch === undefined) return value;
  const events = batch.events.map((event) =>
    event.type === 'transfer.submitted' ? { ...event, clientId: `${event.position}` } : event,
  );
  return { ...batch, events };
}

/** The first greeting then lists anew what is held. */
function withoutPosition(record: unknown): unknown {
  if (!Array.isArray(record)) return record;
  return record.map((actor: unknown) =>
    isActorEntry(actor) && actor.length === 3 && actor[0] === 'socket'
      ? [actor[0], actor[1], { ...Object(actor[2]), position: null }]
      : actor,
  );
}

/** The actors of a record whose rows each have a name, the state (0: that of the first of its kind), and what differs. */
function unpackedRows(record: unknown): unknown {
  if (!isFields(record) || !isFields(record['first']) || !Array.isArray(record['rows'])) return record;
  const { first, rows } = record;
  return rows.map((row: unknown) => {
    if (!isActorEntry(row) || row.length === 1) return row;
    const [name, value, rest] = row;
    const like = first[kindOf(name)];
    if (!Array.isArray(like) || !isFields(like[1])) return null;
    return [name, value === 0 ? like[0] : value, merged(like[1], rest)];
  });
}

/** What replaces an object as a whole stands in an array. */
function merged(like: unknown, rest: unknown): unknown {
  if (!isFields(like)) return rest;
  if (Array.isArray(rest)) return rest[0];
  if (!isFields(rest)) return null;
  const whole: Record<string, unknown> = { ...like };
  for (const [key, part] of Object.entries(rest))
    whole[key] = typeof part === 'object' && part !== null ? merged(like[key], part) : part;
  return whole;
}

function withTargets(record: unknown): unknown {
  if (!Array.isArray(record)) return record;
  return record.map((actor: unknown) => {
    if (!isActorEntry(actor) || actor.length === 1 || !/^transfer(?:Draft)?:/.test(actor[0])) return actor;
    const context = Object(actor[2]);
    return [actor[0], actor[1], { ...context, submitted: withTarget(context.submitted) }];
  });
}

function withTargetsIn(value: unknown): unknown {
  const batch = parseBatch(value);
  if (batch === undefined) return value;
  const events = batch.events.map((event) => {
    if (event.type === 'transfer.submitted') return withTarget(event);
    if (event.type !== 'outbox.restored' || event.actions === undefined) return event;
    return { ...event, actions: event.actions.map(withTarget) };
  });
  return { ...batch, events };
}

/** A submitted transfer to a person; anything else stays as it is. */
function withTarget(submitted: unknown): unknown {
  const { nextOwner, ...known } = Object(submitted);
  return nextOwner === undefined ? submitted : { ...known, target: { kind: 'person', ...nextOwner } };
}

function withNewFields(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withNewFields);
  if (typeof value !== 'object' || value === null) return value;
  const fields = Object.entries(value).map(([name, part]) => [newFields.get(name) ?? name, withNewFields(part)]);
  return Object.fromEntries(fields);
}

function withNewEvents(value: unknown): unknown {
  const batch = parseBatch(value);
  if (batch === undefined) return value;
  const events = batch.events.map((event) => ({ ...event, type: newEvents.get(event.type) ?? event.type }));
  return { ...batch, events };
}
