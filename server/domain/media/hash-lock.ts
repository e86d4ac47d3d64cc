import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';

/** Until the transaction ends nobody else keeps or deletes a company's file with this hash. */
export async function lockFile(tx: Tx, tenantId: Id, sha256: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`file ${tenantId} ${sha256}`}, 0))`.execute(tx);
}
