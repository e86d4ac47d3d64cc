import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Log } from '../log.ts';
import { queryBinder } from './bound-queries.ts';
import type { Bound, Part } from './bound-queries.ts';
import { Failover } from './failover.ts';
import { CommitUncertain, isAftermath, isConnectionFailure, isReadOnly, isUnsent } from './failures.ts';
import { gatheringSocket } from './gathering-socket.ts';
import { StreamNotifier } from './notifier.ts';
import { retrying } from './retry.ts';
import type { Tables } from './tables.ts';

/** Queries inside a transaction, as the role and the tenant it was opened for. */
export type Tx = Kysely<Tables>;

/** The pool of connections and what goes with it. Queries go through `withTenant`, `withPlatform` or `changeTenant`. */
export type Database = {
  pool: pg.Pool;
  /** Queries on any connection, as who logs in: the server's role has no rights so, the owner has. */
  kysely: Kysely<Tables>;
  bind: (client: pg.PoolClient) => Bound;
  notifier: StreamNotifier;
  failover: Failover;
  log: Log;
  url: string;
  /** How long a lock is waited for, in milliseconds. */
  lockMs: number;
  close: () => Promise<void>;
};

const DATE = 1082;

/** Dates stay `YYYY-MM-DD`: a Date would shift them by the machine's time zone. */
const types = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === DATE) return (value: string) => value;
    return format === undefined ? pg.types.getTypeParser(oid) : pg.types.getTypeParser(oid, format);
  },
};

/** So long a statement may run, in milliseconds. */
export const STATEMENT_MS = 15_000;

/**
 * Opens the pool; connects at the first query. `size` is the most connections at a time, `statementMs`
 * how long a statement may run. It waits for a lock a third of that, and a transaction in which
 * nothing happens is ended before it, so that a node that stopped holds nobody up for longer.
 */
export function openDatabase(options: { url: string; log: Log; size?: number; statementMs?: number }): Database {
  const statementMs = options.statementMs ?? STATEMENT_MS;
  const lockMs = Math.round(statementMs / 3);
  const pool = new pg.Pool({
    connectionString: options.url,
    max: options.size ?? 16,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementMs,
    lock_timeout: lockMs,
    idle_in_transaction_session_timeout: Math.round(lockMs * 0.8),
    keepAlive: true,
    pipeline: true,
    stream: gatheringSocket,
    application_name: 'balcao',
    types,
  });
  let isClosing = false;
  // An idle connection's end is no one's failure: the pool drops it and opens another when asked.
  pool.on('error', (error) => {
    if (!isClosing) options.log.warn({ err: error }, 'an idle database connection ended');
  });
  // One that ends while in use fails its query, which says so; its event too would end the process.
  pool.on('connect', (client) =>
    client.on('error', (error) => options.log.debug({ err: error }, 'a database connection ended')),
  );
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const failover = new Failover(pool);
  const notifier = new StreamNotifier(pool, options.log);
  return {
    pool,
    kysely,
    bind: queryBinder(pool),
    notifier,
    failover,
    log: options.log,
    url: options.url,
    lockMs,
    close: async () => {
      await notifier.flush();
      isClosing = true;
      await pool.end();
    },
  };
}

/** A prepared statement, whose name is its own. */
export type Statement = { name: string; text: string; values: unknown[] };

/**
 * Runs `work` in one transaction that `opening` begins; commits when it returns, rolls back when it
 * throws. Fewest waits: the first query goes out with the opening, and the `last` statement, if
 * `work` answers one, with the commit. `part` makes queries that can be ended before the others.
 */
export async function inTransaction<T>(
  db: Database,
  opening: string,
  work: (tx: Tx, part: () => Part) => Promise<{ result: T; last?: Statement | undefined }>,
): Promise<T> {
  return withClient(db, async (client) => {
    const { tx, end, failure, part } = db.bind(client);
    // A failed opening leaves a transaction that fails whatever follows; its own error says why.
    const [opened, done] = await Promise.allSettled([client.query(opening), work(tx, part)]);
    end();
    if (opened.status === 'rejected') throw opened.reason;
    if (done.status === 'rejected') throw done.reason;
    const { result, last } = done.value;
    await (last === undefined ? commit(client, failure) : committedWith(client, client.query(last), failure));
    return result;
  });
}

/** Runs the one query that `ask` makes at once: with what begins and ends its transaction it goes out as a whole. */
function inOneGo<T>(db: Database, opening: string, ask: (tx: Tx) => Promise<T>): Promise<T> {
  return withClient(db, async (client) => {
    const { tx, end } = db.bind(client);
    const asked = [client.query(opening), ask(tx)] as const;
    end();
    const [opened, answer, closed] = await Promise.allSettled([...asked, client.query('commit')]);
    if (opened.status === 'rejected') throw opened.reason;
    // Our own transaction refused it, which says nothing of the database.
    if (answer.status === 'rejected' && isReadOnly(answer.reason)) {
      throw new Error('The query changes something, in a read-only transaction of ours', { cause: answer.reason });
    }
    if (answer.status === 'rejected') throw answer.reason;
    if (closed.status === 'rejected') throw closed.reason;
    return answer.value;
  });
}

/** Lends a connection; one whose transaction can't be ended is thrown away. */
async function withClient<T>(db: Database, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await db.pool.connect();
  let isBroken = false;
  try {
    return await work(client);
  } catch (error) {
    isBroken = error instanceof CommitUncertain || isConnectionFailure(error);
    if (isReadOnly(error)) db.failover.foundReadOnly();
    if (!isBroken) {
      await client.query('rollback').catch((failure: unknown) => {
        isBroken = true;
        db.log.debug({ err: failure }, 'a rollback failed; the connection is gone with its transaction');
      });
    }
    throw error;
  } finally {
    client.release(isBroken);
  }
}

/** Commits behind what is asked already, and answers that; a commit that may have happened is uncertain, whatever else failed. */
async function committedWith<T>(
  client: pg.PoolClient,
  asked: Promise<T>,
  failure: () => Error | undefined,
): Promise<T> {
  const [answer, committed] = await Promise.allSettled([asked, commit(client, failure)]);
  if (committed.status === 'rejected' && committed.reason instanceof CommitUncertain) throw committed.reason;
  if (answer.status === 'rejected') throw isAftermath(answer.reason) ? (failure() ?? answer.reason) : answer.reason;
  if (committed.status === 'rejected') throw committed.reason;
  return answer.value;
}

async function commit(client: pg.PoolClient, failure: () => Error | undefined): Promise<void> {
  const { command } = await client.query('commit').catch((error: unknown) => {
    throw isConnectionFailure(error) && !isUnsent(error) ? new CommitUncertain(error) : error;
  });
  // PostgreSQL answers so, without an error, when a statement failed before and nobody minded.
  if (command === 'ROLLBACK') {
    throw failure() ?? new Error('A statement of the transaction failed and its error was swallowed');
  }
}

/** What opens a transaction of a tenant. */
export function openingFor(tenantId: string): string {
  return `begin; ${becoming(tenantId)}`;
}

/** The id is checked, since it can't be a parameter here. */
function becoming(tenantId: string): string {
  if (!/^\d{1,19}$/.test(tenantId)) throw new TypeError('A tenant id is a decimal string');
  return `set local role balcao_app; set local app.tenant_id = '${tenantId}'`;
}

/**
 * Runs `work` in a transaction that sees and writes one tenant's rows only. It may run more than
 * once (a lost connection, a deadlock), so it does nothing but query.
 */
export async function withTenant<T>(db: Database, tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const opening = openingFor(tenantId);
  return retrying(() => inTransaction(db, opening, async (tx) => ({ result: await work(tx) })));
}

/** Like `withTenant`, for one query that changes nothing, made by `ask` at once: the cheapest way to look something up. */
export async function askTenant<T>(db: Database, tenantId: string, ask: (tx: Tx) => Promise<T>): Promise<T> {
  const opening = `begin read only; ${becoming(tenantId)}`;
  return retrying(() => inOneGo(db, opening, ask));
}

/**
 * Runs `work` in a transaction that sees, of all tenants, only the columns that find a tenant:
 * who has an e-mail, whose a number is, which job is due. May run more than once.
 */
export function withPlatform<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  const opening = 'begin; set local role balcao_platform';
  return retrying(() => inTransaction(db, opening, async (tx) => ({ result: await work(tx) })));
}
