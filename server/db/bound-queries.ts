import { DefaultQueryExecutor, Kysely, PostgresDialect } from 'kysely';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';
import { isAftermath } from './failures.ts';
import { StatementNames } from './statement-names.ts';
import type { Tables } from './tables.ts';

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** `failure`: of the first statement that failed. */
type TransactionState = { failure: Error | undefined };

/** One connection of the pool, as kysely wants it, while its transaction lasts. */
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

  /** What failed the transaction: of statements that follow a failed one PostgreSQL only says that. */
  #causeOf(error: unknown): unknown {
    this.#state.failure ??= error instanceof Error ? error : new Error(String(error));
    return isAftermath(error) ? this.#state.failure : error;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    // It would run outside of any transaction, so without a role and a tenant.
    if (this.#isOver) throw new Error('A query came after its transaction');
    const name = query.parameters.length > 0 ? this.#names.of(query.sql) : undefined;
    const asked = this.#client.query({
      text: query.sql,
      values: [...query.parameters],
      ...(name === undefined ? {} : { name }),
    });
    const { command, rowCount, rows } = await asked.catch((error: unknown) => {
      throw this.#causeOf(error);
    });
    // Back at a savepoint the transaction is sound again: a later failure has another cause.
    if (command === 'ROLLBACK') this.#state.failure = undefined;
    return CHANGES.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
  }

  // oxlint-disable-next-line require-yield -- the interface wants a generator; nothing streams rows
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Rows are read in pages, not streamed');
  }
}

/** Queries of one transaction, or of a part of it; after `end` they are refused. */
export type Part = { tx: Kysely<Tables>; end: () => void };
/** `failure`: of the first statement that failed. `part`: queries of the same transaction with an end of their own. */
export type Bound = Part & { failure: () => Error | undefined; part: () => Part };

/**
 * Makes queries that all run on a given connection, whose transaction the maker of the connection
 * holds: kysely's own can't begin one with our settings in a single round trip.
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
