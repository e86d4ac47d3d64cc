import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { openingFor } from './database.ts';
import type { Database, Tx } from './database.ts';

/** Rows in memory at a time. */
const AT_ONCE = 500;
/** Readers may be slow: a download over a bad connection. */
const IDLE_TIMEOUT = '10min';

/**
 * Reads a tenant's query through a cursor, on demand, in one snapshot: only few rows are in memory. Releases its
 * connection when the reader stops.
 */
export async function* readThrough<Row>(
  db: Database,
  tenantId: string,
  query: (tx: Tx) => Promise<RawBuilder<Row>>,
): AsyncGenerator<Row, void, undefined> {
  const client = await db.pool.connect();
  let isDone = false;
  const { tx, end } = db.bind(client);
  try {
    await client.query(`${openingFor(tenantId)}; set transaction isolation level repeatable read, read only`);
    await client.query(`set local idle_in_transaction_session_timeout = '${IDLE_TIMEOUT}'`);
    await sql`declare rows no scroll cursor for ${await query(tx)}`.execute(tx);
    for (;;) {
      const { rows } = await sql<Row>`fetch ${sql.lit(AT_ONCE)} from rows`.execute(tx);
      yield* rows;
      if (rows.length < AT_ONCE) break;
    }
    await client.query('commit');
    isDone = true;
  } finally {
    end();
    // If the transaction can't be ended, drop its connection.
    client.release(!isDone);
  }
}
