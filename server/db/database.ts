import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import { ID_PATTERN } from '../../contract/facts/id-pattern.ts';
import type { Log } from '../log.ts';
import { queryBinder } from './bound-queries.ts';
import type { Bound, Part } from './bound-queries.ts';
import { Failover } from './failover.ts';
import { CommitUncertain, isAftermath, isConnectionFailure, isReadOnly, isUnsent } from './failures.ts';
import { batchingSocket } from './batching-socket.ts';
import { KEEP_ALIVE } from './keep-alive.ts';
import { StreamNotifier } from './notifier.ts';
import { withRetries } from './retry.ts';
import type { Tables } from './tables.ts';

/** Queries inside a transaction, with the role and tenant it was opened for. */
export type Tx = Kysely<Tables>;

/** The connection pool and related state. Queries go through `withTenant`, `withPlatform` or `changeTenant`. */
export type Database = {
  pool: pg.Pool;
  /** Queries on any connection, as the login role: the server's has no rights then, the owner has. */
  kysely: Kysely<Tables>;
  bind: (client: pg.PoolClient) => Bound;
  notifier: StreamNotifier;
  failover: Failover;
  log: Log;
  url: string;
  /** Lock timeout in milliseconds. */
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

/** Statement timeout in milliseconds. */
export const STATEMENT_MS = 15_000;

/**
 * Opens the pool, which connects on the first query. `size` is the maximum of connections, `statementMs` the statement
 * timeout. The lock timeout is a third of that, and idle transactions end before it, so that a stopped node blocks
 * others no longer.
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
    ...KEEP_ALIVE,
    pipeline: true,
    stream: batchingSocket,
    application_name: 'balcao',
    types,
  });
  let isClosing = false;
  // If an idle connection ends, the pool drops it and opens another when needed.
  pool.on('error', (error) => {
    if (!isClosing) options.log.warn({ err: error }, 'an idle database connection ended');
  });
  // If a busy one ends, its query fails; without a listener the event would end the process.
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

/** A prepared statement; `name` identifies its text. */
export type Statement = { name: string; text: string; values: unknown[] };

/**
 * Runs `work` in a transaction begun by `opening`; commits when it returns, rolls back when it throws. Minimises round
 * trips: the first query is sent with the opening, and the `last` statement, if `work` returns one, with the commit.
 * `part` makes queries that can be ended earlier.
 */
export async function inTransaction<T>(
  db: Database,
  opening: string,
  work: (tx: Tx, part: () => Part) => Promise<{ result: T; last?: Statement | undefined }>,
): Promise<T> {
  return withClient(db, async (client) => {
    const { tx, end, failure, part } = db.bind(client);
    // After a failed opening all statements fail; its own error says why.
    const [opened, done] = await Promise.allSettled([client.query(opening), work(tx, part)]);
    end();
    if (opened.status === 'rejected') throw opened.reason;
    if (done.status === 'rejected') throw done.reason;
    const { result, last } = done.value;
    await (last === undefined ? commit(client, failure) : committedWith(client, client.query(last), failure));
    return result;
  });
}

/** Runs the single query of `ask` in one round trip with the beginning and end of its transaction. */
function inOneGo<T>(db: Database, opening: string, ask: (tx: Tx) => Promise<T>): Promise<T> {
  return withClient(db, async (client) => {
    const { tx, end } = db.bind(client);
    const queries = [client.query(opening), ask(tx)] as const;
    end();
    const [opened, answer, closed] = await Promise.allSettled([...queries, client.query('commit')]);
    if (opened.status === 'rejected') throw opened.reason;
    // Refused by our own transaction, which says nothing about the database.
    if (answer.status === 'rejected' && isReadOnly(answer.reason)) {
      throw new Error('A query in a read-only transaction changes something', { cause: answer.reason });
    }
    if (answer.status === 'rejected') throw answer.reason;
    if (closed.status === 'rejected') throw closed.reason;
    return answer.value;
  });
}

/** Lends a connection; if its transaction can't be ended, the connection is discarded. */
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

/**
 * Commits behind pending queries, and returns their result; a commit that may have happened is uncertain, whatever else
 * failed.
 */
async function committedWith<T>(
  client: pg.PoolClient,
  queries: Promise<T>,
  failure: () => Error | undefined,
): Promise<T> {
  const [answer, committed] = await Promise.allSettled([queries, commit(client, failure)]);
  if (committed.status === 'rejected' && committed.reason instanceof CommitUncertain) throw committed.reason;
  if (answer.status === 'rejected') throw isAftermath(answer.reason) ? (failure() ?? answer.reason) : answer.reason;
  if (committed.status === 'rejected') throw committed.reason;
  return answer.value;
}

async function commit(client: pg.PoolClient, failure: () => Error | undefined): Promise<void> {
  const { command } = await client.query('commit').catch((error: unknown) => {
    throw isConnectionFailure(error) && !isUnsent(error) ? new CommitUncertain(error) : error;
  });
  // PostgreSQL rolls back without an error if an earlier statement's failure was ignored.
  if (command === 'ROLLBACK') {
    throw failure() ?? new Error('A statement of the transaction failed and its error was swallowed');
  }
}

/** The opening of a tenant's transaction. */
export function openingFor(tenantId: string): string {
  return `begin; ${becoming(tenantId)}`;
}

/** Validates the id, which can't be a parameter here. */
function becoming(tenantId: string): string {
  if (!ID_PATTERN.test(tenantId)) throw new TypeError('A tenant id is a decimal string');
  return `set local role balcao_app; set local app.tenant_id = '${tenantId}'`;
}

/**
 * Runs `work` in a transaction that sees and writes one tenant's rows only. May run more than once (after a lost
 * connection or a deadlock), so it must only query.
 */
export async function withTenant<T>(db: Database, tenantId: string, work: (tx: Tx) => Promise<T>): Promise<T> {
  const opening = openingFor(tenantId);
  return withRetries(() => inTransaction(db, opening, async (tx) => ({ result: await work(tx) })));
}

/** Like `withTenant`, for a single read-only query that `ask` makes at once: the cheapest lookup. */
export async function queryTenant<T>(db: Database, tenantId: string, ask: (tx: Tx) => Promise<T>): Promise<T> {
  const opening = `begin read only; ${becoming(tenantId)}`;
  return withRetries(() => inOneGo(db, opening, ask));
}

/**
 * Runs `work` in a transaction that sees, of all tenants, only the columns that identify a tenant: e-mails, numbers,
 * due jobs. May run more than once.
 */
export function withPlatform<T>(db: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  const opening = 'begin; set local role balcao_platform';
  return withRetries(() => inTransaction(db, opening, async (tx) => ({ result: await work(tx) })));
}
