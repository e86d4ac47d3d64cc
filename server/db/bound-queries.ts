import { DefaultQueryExecutor, Kysely, PostgresDialect } from 'kysely';
import type { CompiledQuery, DatabaseConnection, QueryResult } from 'kysely';
import type pg from 'pg';
import { isAftermath } from './failures.ts';
import { StatementNames } from './statement-names.ts';
import type { Tables } from './tables.ts';

const CHANGES = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE']);

/** One connection of the pool, as kysely wants it, while its transaction lasts. */
class ClientConnection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames;
  #isOver = false;
  /** Of the first statement that failed. */
  #failure: Error | undefined;

  constructor(client: pg.PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
  }

  end(): void {
    this.#isOver = true;
  }

  get failure(): Error | undefined {
    return this.#failure;
  }

  /** What failed the transaction: of statements that follow a failed one PostgreSQL only says that. */
  #causeOf(error: unknown): unknown {
    this.#failure ??= error instanceof Error ? error : new Error(String(error));
    return isAftermath(error) ? this.#failure : error;
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
    return CHANGES.has(command) ? { rows, numAffectedRows: BigInt(rowCount ?? 0) } : { rows };
  }

  // oxlint-disable-next-line require-yield -- the interface wants a generator; nothing streams rows
  async *streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Rows are read in pages, not streamed');
  }
}

/** Queries of one transaction; after `end` they are refused. `failure`: of the first that failed. */
export type Bound = { tx: Kysely<Tables>; end: () => void; failure: () => Error | undefined };

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
    const connection = new ClientConnection(client, names);
    const executor = new DefaultQueryExecutor(compiler, adapter, {
      provideConnection: (consumer) => consumer(connection),
    });
    const tx = new Kysely<Tables>({ config: { dialect }, dialect, driver, executor });
    return { tx, end: () => connection.end(), failure: () => connection.failure };
  };
}
