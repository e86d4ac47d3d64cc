import { sql } from 'kysely';
import type { StreamData, StreamEventName } from '../../contract/realtime/server-frame.ts';
import type { Audience } from './audience.ts';
import type { Part } from './bound-queries.ts';
import { inTransaction, openingFor } from './database.ts';
import type { Database, Statement, Tx } from './database.ts';
import { isPassingFailure, WaitedTooLong } from './failures.ts';
import { Lines } from './lines.ts';
import { prepared } from './prepared.ts';
import { retrying } from './retry.ts';
import type { StoredEvent } from './stored-event.ts';

/** Changes of a tenant that share a transaction when they have to wait for each other anyway. */
const TOGETHER_MAX = 16;

/**
 * Bytes that an event may have. What goes into one is cut before: this refuses a change whose event would go out to
 * every socket of the company with more.
 */
const EVENT_BYTES_MAX = 65_536;

/** Locks the tenant's row. "No key": rows that only refer to it (a session, an audit entry) needn't wait for the change. */
const lockTenant = prepared<{ tenantId: string }, { position: string; epoch: string }>(
  (value) => sql`
    select stream_position as position, epoch from tenant where id = ${value('tenantId')} for no key update`,
);

const savepoint = prepared<Record<string, never>, never>(() => sql`savepoint change`);
const backToSavepoint = prepared<Record<string, never>, never>(() => sql`rollback to savepoint change`);

/** A change under way: its queries, and the events that tell of it. */
export type Change = {
  tx: Tx;
  tenantId: string;
  /** Adds an event to the tenant's stream, in the change's own transaction. */
  append: <Name extends StreamEventName>(name: Name, data: StreamData<Name>, audience: Audience) => void;
  /** Where the stream stands now, with what was appended so far. */
  position: () => Promise<number>;
};

export type ChangeOptions<T> = {
  /**
   * What is done at the same place of the tenant's order when `work` fails with what doesn't pass: `work` is undone,
   * and its error given. Without it the change is refused with that error.
   */
  instead?: (change: Change, error: unknown) => Promise<T>;
  /** In a transaction of its own: whatever fails or takes too long is its own doing. */
  isAlone?: boolean;
};

/** A change that waits. `run` answers how to tell its caller once it is committed. */
type Waiting = {
  run: (change: Change) => Promise<() => void>;
  instead: ((change: Change, error: unknown) => Promise<() => void>) | undefined;
  isAlone: boolean;
  reject: (error: unknown) => void;
  since: number;
};

/** The changes that wait on this node, by database and tenant. */
const waiting = new WeakMap<Database, Lines<Waiting>>();

/**
 * Runs one change of a tenant: it holds the tenant's row lock, so changes and their events come one
 * after the other, without gaps. It may run more than once, so it does nothing but query; those
 * that wait for each other are committed together, or one by one where one of them is refused.
 * Tells the stream's readers after the commit. Refuses an unknown tenant with an error, and with
 * `WaitedTooLong` what could not begin within the time that a lock is waited for. A failure that passes is of all that were committed together.
 */
export function changeTenant<T>(
  db: Database,
  tenantId: string,
  work: (change: Change) => Promise<T>,
  { instead, isAlone = false }: ChangeOptions<T> = {},
): Promise<T> {
  const lines = waiting.get(db) ?? new Lines<Waiting>(TOGETHER_MAX, (of, changes) => runTogether(db, of, changes));
  waiting.set(db, lines);
  return new Promise<T>((resolve, reject) => {
    const telling = async (done: Promise<T>) => {
      const result = await done;
      return () => resolve(result);
    };
    lines.add(tenantId, {
      run: (change) => telling(work(change)),
      instead: instead && ((change, error) => telling(instead(change, error))),
      isAlone,
      reject,
      since: performance.now(),
    });
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

/** In their order, those that want a transaction of their own by themselves. */
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
    // One after the other they would wait for the same lock, each as long as it may.
    if (changes.length === 1 || isPassingFailure(error)) for (const { reject } of changes) reject(error);
    // One of them is refused, and must not take the others with it.
    else for (const change of changes) await runTogether(db, tenantId, [change]);
  });
  if (done === undefined) return;
  if (done.events.length > 0) db.notifier.changed(tenantId, done);
  for (const tell of done.tells) tell();
}

type Committed = { epoch: string; events: StoredEvent[]; tells: (() => void)[] };

function commitAll(db: Database, tenantId: string, changes: readonly Waiting[]): Promise<Committed> {
  return retrying(() =>
    inTransaction(db, openingFor(tenantId), async (tx, part) => {
      const result = await runAll({ tx, part }, tenantId, changes);
      return { result, last: telling(tenantId, result.events) };
    }),
  );
}

type Transaction = { tx: Tx; part: () => Part };

async function runAll({ tx, part }: Transaction, tenantId: string, changes: readonly Waiting[]): Promise<Committed> {
  // Not waited for: what a change asks first goes out behind it, and so is answered as of the lock.
  const locked = lock(tx, tenantId);
  const told: Told[] = [];
  const changeOf = (ofTx: Tx, own: Told[]): Change => ({
    tx: ofTx,
    tenantId,
    append: (name, data, audience) => void own.push({ name, data: written(name, data), audience }),
    position: () => {
      const count = own === told ? told.length : told.length + own.length;
      return locked.then(({ before }) => before + count);
    },
  });
  const change = changeOf(tx, told);
  /** Undoes what failed, and only that: what it still asks for or tells of later is refused. */
  const runGuarded = async (run: Waiting['run'], instead: NonNullable<Waiting['instead']>) => {
    const { tx: partTx, end } = part();
    const own: Told[] = [];
    const [saved, done] = await Promise.allSettled([savepoint(tx, {}), run(changeOf(partTx, own))]);
    end();
    if (done.status === 'fulfilled') {
      told.push(...own);
      return done.value;
    }
    await locked;
    if (saved.status === 'rejected') throw saved.reason;
    if (isPassingFailure(done.reason)) throw done.reason;
    await backToSavepoint(tx, {});
    return instead(change, done.reason);
  };
  const tells: (() => void)[] = [];
  const changed = (async () => {
    for (const { run, instead } of changes) {
      tells.push(await (instead === undefined ? run(change) : runGuarded(run, instead)));
    }
  })();
  // Without the lock nothing that a change says of its own failure is true.
  const [holding, done] = await Promise.allSettled([locked, changed]);
  if (holding.status === 'rejected') throw holding.reason;
  if (done.status === 'rejected') throw done.reason;
  const { before, epoch } = holding.value;
  return { epoch, events: told.map((event, index) => ({ position: before + index + 1, ...event })), tells };
}

type Told = Omit<StoredEvent, 'position'>;

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

/** Writes the events and where the stream ends now, in one statement: the whole tenant waits. */
function telling(tenantId: string, events: readonly StoredEvent[]): Statement | undefined {
  const last = events.at(-1);
  if (last === undefined) return undefined;
  const text = `
    with told as (
      insert into event (tenant_id, position, name, data, audience)
      select $1::bigint, position, name, data::json, audience
      from jsonb_to_recordset($2::jsonb) as e(position bigint, name text, data text, audience jsonb))
    update tenant set stream_position = $3::bigint where id = $1::bigint`;
  return { name: 'change_told', text, values: [tenantId, JSON.stringify(events), last.position] };
}
