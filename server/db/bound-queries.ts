import { DefaultQueryExecutor, Kysely, PostgresDialect } from 'kysely';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';
import { isAftermath } from './failures.ts';
import { StatementNames } from './statement-names.ts';
import type { Tables } from './tables.ts';

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** `failure`: the error of the first failed statement. */
type TransactionState = { failure: Error | undefined };

/** A kysely connection on one of the pool's clients, for the duration of its transaction. */
class ClientConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames;
  readonly #state: TransactionState;
  #isOver = false;

  constructor(client: pg.PoolClient, names: StatementNames, state: TransactionState) {
    this.#client = client;
    this.#names = names;
    this.#state = state;
  }

  end(): void {
    this.#isOver = true;
  }

  /** The error that failed the transaction: for later statements PostgreSQL reports only that it has failed. */
  #causeOf(error: unknown): unknown {
    this.#state.failure ??= error instanceof Error ? error : new Error(String(error));
    return isAftermath(error) ? this.#state.failure : error;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    // Otherwise it would run outside any transaction, without a role and a tenant.
    if (this.#isOver) throw new Error('A query was made after its transaction ended');
    const name = query.parameters.length > 0 ? this.#names.of(query.sql) : undefined;
    const running = this.#client.query({
      text: query.sql,
      values: [...query.parameters],
      ...(name === undefined ? {} : { name }),
    });
    const { command, rowCount, rows } = await running.catch((error: unknown) => {
      throw this.#causeOf(error);
    });
    // After a rollback to a savepoint the transaction works again: a later failure has its own cause.
    if (command === 'ROLLBACK') this.#state.failure = undefined;
    return CHANGES.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
  }

  // oxlint-disable-next-line require-yield -- the interface requires a generator; nothing streams rows
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Rows are read in pages, not streamed');
  }
}

/** Queries of a transaction or a part of it; refused after `end`. */
export type Part = { tx: Kysely<Tables>; end: () => void };
/**
 * `failure`: the error of the first failed statement. `part`: queries of the same transaction that can be ended
 * separately.
 */
export type Bound = Part & { failure: () => Error | undefined; part: () => Part };

/**
 * Binds queries to a connection whose transaction the caller manages: kysely can't begin one with our settings in a
 * single round trip.
 */
export function queryBinder(pool: pg.Pool): (client: pg.PoolClient) => Bound {
  const dialect = new PostgresDialect({ pool });
  const driver = dialect.createDriver();
  const compiler = dialect.createQueryCompiler();
  const adapter = dialect.createAdapter();
  const names = new StatementNames();
  return (client) => {
    const state: TransactionState = { failure: undefined };
    const part = (): Part => {
      const connection = new ClientConnection(client, names, state);
      const executor = new DefaultQueryExecutor(compiler, adapter, {
        provideConnection: (consumer) => consumer(connection),
      });
      const tx = new Kysely<Tables>({ config: { dialect }, dialect, driver, executor });
      return { tx, end: () => connection.end() };
    };
    return { ...part(), failure: () => state.failure, part };
  };
}
