import { sql } from 'kysely';
import type { UpdatedList } from '../../contract/facts/updated-lists.ts';
import type { StreamData, StreamEventName } from '../../contract/realtime/server-frame.ts';
import type { Audience } from './audience.ts';
import type { Part } from './bound-queries.ts';
import { inTransaction, openingFor } from './database.ts';
import type { Database, Statement, Tx } from './database.ts';
import { isTransientFailure, WaitedTooLong } from './failures.ts';
import { KeyedQueue } from './keyed-queue.ts';
import { prepared } from './prepared.ts';
import { withRetries } from './retry.ts';
import type { StoredEvent } from './stored-event.ts';

/** Most waiting changes of a tenant that share a transaction. */
const BATCH_MAX = 16;

/** Longest event in bytes. Its contents are cut beforehand: this protects the company's sockets from larger ones. */
const EVENT_BYTES_MAX = 65_536;

/**
 * Locks the tenant's row. "No key": rows that only refer to it (a session, an audit entry) needn't wait for the change.
 */
const lockTenant = prepared<{ tenantId: string }, { position: string; epoch: string }>(
  (value) => sql`
    select stream_position as position, epoch from tenant where id = ${value('tenantId')} for no key update`,
);

/** A savepoint, and the way back to it, by how many others it is within. */
const SAVEPOINTS = ['change', 'part', 'part_of_part'].map((name) => ({
  save: prepared<Record<string, never>, never>(() => sql.raw(`savepoint ${name}`)),
  goBack: prepared<Record<string, never>, never>(() => sql.raw(`rollback to savepoint ${name}`)),
}));

/** Lists that this version sends; pages also accept unknown names, from later versions. */
type Published<Name extends StreamEventName> = Name extends 'ListUpdated' ? { list: UpdatedList } : StreamData<Name>;

/** Events of the stream that no page gets: what rules wait for, where no page's event says it. */
export type ServerNotes = {
  /** A customer is new, or something of theirs changed; ids of the company's fields and tags. */
  CustomerTouched: {
    customer: { id: string };
    isNew?: boolean;
    hasChanged?: boolean;
    fields?: readonly string[];
    tagged?: readonly string[];
    untagged?: readonly string[];
  };
  CampaignAnswered: {
    customer: { id: string };
    chatTicket: { id: string };
    campaigns: readonly string[];
    text: string;
    kind: string;
  };
  /** A ticket's customer has waited so many minutes. */
  TicketWaited: { customer: { id: string }; chatTicket: { id: string }; minutes: number };
};

/** A running change: its queries and its events. */
export type Change = {
  tx: Tx;
  tenantId: string;
  /** Adds an event to the tenant's stream, in the same transaction. */
  append: <Name extends StreamEventName>(name: Name, data: Published<Name>, audience: Audience) => void;
  /** The same for one that only the server reads. */
  note: <Name extends keyof ServerNotes>(name: Name, data: ServerNotes[Name]) => void;
  /** The stream's position, including the events appended so far. */
  position: () => Promise<number>;
  /** Does a part of the change; if that fails with a permanent error, it is rolled back, and `instead` is done. */
  attempt: <T>(
    work: (part: Change) => Promise<T>,
    instead: (change: Change, error: unknown) => Promise<T>,
  ) => Promise<T>;
};

export type ChangeOptions<T> = {
  /**
   * Runs in the same place of the tenant's order if `work` fails with a permanent error, after `work` is rolled back.
   * Without it the change is refused with that error.
   */
  instead?: (change: Change, error: unknown) => Promise<T>;
  /** In a transaction of its own, so that other changes can't cause its failures or timeouts. */
  isAlone?: boolean;
  /** So long it waits for another change of the tenant on this node, to be committed with it. */
  patienceMs?: number;
};

const NOBODY: Audience = { to: 'people', userIds: [] };

/** A waiting change. `run` returns a function that settles the caller's promise after the commit. */
type Waiting = {
  run: (change: Change) => Promise<() => void>;
  instead: ((change: Change, error: unknown) => Promise<() => void>) | undefined;
  isAlone: boolean;
  reject: (error: unknown) => void;
  since: number;
};

/** Changes waiting on this node, by database and tenant. */
const waiting = new WeakMap<Database, KeyedQueue<Waiting>>();

/**
 * Runs a change of a tenant under the lock of the tenant's row, so that changes and their events are strictly ordered,
 * without gaps. May run more than once, so it must only query. Waiting changes are committed together, or in parts
 * if one of them is refused. Notifies the stream's readers after the commit. Throws for an unknown tenant, and
 * `WaitedTooLong` if it couldn't start within the lock timeout. A transient failure fails all changes that were
 * committed together.
 */
export function changeTenant<T>(
  db: Database,
  tenantId: string,
  work: (change: Change) => Promise<T>,
  { instead, isAlone = false, patienceMs }: ChangeOptions<T> = {},
): Promise<T> {
  const queues = waiting.get(db) ?? new KeyedQueue<Waiting>(BATCH_MAX, (of, changes) => runTogether(db, of, changes));
  waiting.set(db, queues);
  return new Promise<T>((resolve, reject) => {
    const settling = async (done: Promise<T>) => {
      const result = await done;
      return () => resolve(result);
    };
    const change = {
      run: (running: Change) => settling(work(running)),
      instead: instead && ((running: Change, error: unknown) => settling(instead(running, error))),
      isAlone,
      reject,
      since: performance.now(),
    };
    if (patienceMs === undefined) queues.add(tenantId, change);
    else queues.addPatient(tenantId, change, patienceMs);
  });
}

async function runTogether(db: Database, tenantId: string, all: readonly Waiting[]): Promise<void> {
  for (const group of splitAlone(all)) {
    const latest = performance.now() - db.lockMs;
    const changes = group.filter(({ since }) => since >= latest);
    for (const { since, reject } of group) if (since < latest) reject(new WaitedTooLong());
    if (changes.length > 0) await runInTime(db, tenantId, changes);
  }
}

/** Groups changes in order; those that need a transaction of their own are alone. */
function splitAlone(changes: readonly Waiting[]): Waiting[][] {
  const groups: Waiting[][] = [];
  for (const change of changes) {
    const last = groups.at(-1);
    if (last === undefined || change.isAlone || last.at(-1)?.isAlone === true) groups.push([change]);
    else last.push(change);
  }
  return groups;
}

async function runInTime(db: Database, tenantId: string, changes: readonly Waiting[]): Promise<void> {
  const done = await commitAll(db, tenantId, changes).catch(async (error: unknown) => {
    const [change, ...others] = changes;
    // One after the other, each would wait its full timeout for the same lock.
    if (change === undefined || isTransientFailure(error)) for (const { reject } of changes) reject(error);
    // One of them is refused, and must not fail the others: halves find it soonest.
    else if (others.length > 0) {
      const half = Math.ceil(changes.length / 2);
      for (const part of [changes.slice(0, half), changes.slice(half)]) await runTogether(db, tenantId, part);
    } else return insteadOf(db, tenantId, change, error);
    return undefined;
  });
  if (done === undefined) return;
  if (done.events.length > 0) db.notifier.changed(tenantId, done);
  for (const settle of done.settle) settle();
}

/** Runs the `instead` of a change that failed at its commit, before the node's next change. */
async function insteadOf(
  db: Database,
  tenantId: string,
  { instead, ...failed }: Waiting,
  error: unknown,
): Promise<Committed | undefined> {
  if (instead === undefined) {
    failed.reject(error);
    return undefined;
  }
  const other = { ...failed, run: (change: Change) => instead(change, error), instead: undefined };
  return commitAll(db, tenantId, [other]).catch((failure: unknown) => {
    failed.reject(failure);
    return undefined;
  });
}

type Committed = { epoch: string; events: StoredEvent[]; settle: (() => void)[] };

/** Failures are rare and savepoints cost each change, so there are none until something fails that has an `instead`. */
async function commitAll(db: Database, tenantId: string, changes: readonly Waiting[]): Promise<Committed> {
  const failed: Failed = { guarded: undefined };
  const commit = (unguarded?: Failed): Promise<Committed> =>
    withRetries(() => {
      failed.guarded = undefined;
      return inTransaction(db, openingFor(tenantId), async (tx, part) => {
        const result = await runAll({ tx, part }, tenantId, changes, unguarded);
        return { result, last: storeEventsStatement(tenantId, result.events) };
      });
    });
  return commit(failed).catch((error: unknown) => {
    if (failed.guarded === undefined || isTransientFailure(error)) throw error;
    return commit();
  });
}

type Transaction = { tx: Tx; part: () => Part };
/** The error of what has an `instead`. */
type Failed = { guarded: Error | undefined };

/** `unguarded`: without savepoints, to be repeated with them if something guarded fails. */
async function runAll(
  { tx, part }: Transaction,
  tenantId: string,
  changes: readonly Waiting[],
  unguarded?: Failed,
): Promise<Committed> {
  // Not awaited: a change's first queries are pipelined behind it, and so run under the lock.
  const locked = lock(tx, tenantId);
  const pending: PendingEvent[] = [];
  /** `count`: the events before its own. `depth`: how many attempts it is within. */
  const changeOf = (ofTx: Tx, own: PendingEvent[], count: () => number, depth: number): Change => {
    const change: Change = {
      tx: ofTx,
      tenantId,
      append: (name, data, audience) => void own.push({ name, data: written(name, data), audience }),
      note: (name, data) => void own.push({ name, data: written(name, data), audience: NOBODY }),
      position: () => {
        const soFar = count() + own.length;
        return locked.then(({ before }) => before + soFar);
      },
      /** After a failure, later queries and events of the part are refused. */
      attempt: async (work, instead) => {
        if (unguarded !== undefined) {
          return work(change).catch((error: unknown) => {
            unguarded.guarded ??= error instanceof Error ? error : new Error(String(error));
            throw error;
          });
        }
        const point = SAVEPOINTS[depth];
        if (point === undefined) throw new Error('Too many attempts within each other');
        const { tx: partTx, end } = part();
        const its: PendingEvent[] = [];
        const inner = changeOf(partTx, its, () => count() + own.length, depth + 1);
        const [saved, done] = await Promise.allSettled([point.save(ofTx, {}), work(inner)]);
        end();
        if (done.status === 'fulfilled') {
          own.push(...its);
          return done.value;
        }
        await locked;
        if (saved.status === 'rejected') throw saved.reason;
        if (isTransientFailure(done.reason)) throw done.reason;
        await point.goBack(ofTx, {});
        return instead(change, done.reason);
      },
    };
    return change;
  };
  const change = changeOf(tx, pending, () => 0, 0);
  const settle: (() => void)[] = [];
  const changed = (async () => {
    for (const { run, instead } of changes) {
      settle.push(await (instead === undefined ? run(change) : change.attempt(run, instead)));
    }
  })();
  // Without the lock, a change's error may be wrong.
  const [holding, done] = await Promise.allSettled([locked, changed]);
  if (holding.status === 'rejected') throw holding.reason;
  if (done.status === 'rejected') throw done.reason;
  // Even if somebody caught it: what came before it isn't undone.
  if (unguarded?.guarded !== undefined) throw unguarded.guarded;
  const { before, epoch } = holding.value;
  return { epoch, events: pending.map((event, index) => ({ position: before + index + 1, ...event })), settle };
}

type PendingEvent = Omit<StoredEvent, 'position'>;

function written(name: string, data: unknown): string {
  const json = JSON.stringify(data);
  const bytes = Buffer.byteLength(json);
  if (bytes > EVENT_BYTES_MAX)
    throw new Error(`${name} would have ${bytes} bytes; an event has at most ${EVENT_BYTES_MAX}`);
  return json;
}

async function lock(tx: Tx, tenantId: string): Promise<{ before: number; epoch: string }> {
  const [tenant] = await lockTenant(tx, { tenantId });
  if (tenant === undefined) throw new Error(`Tenant ${tenantId} is not there`);
  return { before: Number(tenant.position), epoch: tenant.epoch };
}

/** Up to this many events are passed as separate parameters, which avoids serialising them twice. */
const EVENTS_APART = 12;

/** Stores the events and the stream's new head in one statement, as the whole tenant waits. */
function storeEventsStatement(tenantId: string, events: readonly StoredEvent[]): Statement | undefined {
  const last = events.at(-1);
  if (last === undefined) return undefined;
  const isFew = events.length <= EVENTS_APART;
  const rows = isFew
    ? `values ${events.map((_, at) => rowFrom(3 + at * 4)).join(', ')}`
    : `select $1::bigint, position, name, data::json, audience
      from jsonb_to_recordset($3::jsonb) as e(position bigint, name text, data text, audience jsonb)`;
  const text = `
    with stored as (insert into event (tenant_id, position, name, data, audience) ${rows})
    update tenant set stream_position = $2::bigint where id = $1::bigint`;
  const apart = events.flatMap(({ position, name, data, audience }) => [
    position,
    name,
    data,
    JSON.stringify(audience),
  ]);
  const values = [tenantId, last.position, ...(isFew ? apart : [JSON.stringify(events)])];
  return { name: `change_stored_${isFew ? events.length : 'many'}`, text, values };
}

function rowFrom(first: number): string {
  return `($1::bigint, $${first}::bigint, $${first + 1}::text, $${first + 2}::json, $${first + 3}::jsonb)`;
}
