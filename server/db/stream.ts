import { sql } from 'kysely';
import { withTenant } from './database.ts';
import type { Database, Tx } from './database.ts';
import type { StoredEvent } from './stored-event.ts';

/** The head of a tenant's stream. Positions up to `floor` are no longer readable. */
export type StreamHead = { epoch: string; head: number; floor: number };

/** Events after a position, in order, at most `limit`. */
export function readEvents(db: Database, tenantId: string, after: number, limit: number): Promise<StoredEvent[]> {
  return withTenant(db, tenantId, async (tx) => {
    const rows = await tx
      .selectFrom('event')
      .select(['position', 'name', sql<string>`data::text`.as('data'), 'audience'])
      .where('tenant_id', '=', tenantId)
      .where('position', '>', String(after))
      .orderBy('position')
      .limit(limit)
      .execute();
    return rows.map((row) => ({
      position: Number(row.position),
      name: row.name,
      data: row.data,
      audience: row.audience,
    }));
  });
}

/** Epoch and positions of the tenant's stream, as seen by this transaction. */
export async function streamHead(tx: Tx, tenantId: string): Promise<StreamHead> {
  const row = await tx
    .selectFrom('tenant')
    .select(['epoch', 'stream_position', 'stream_floor'])
    .where('id', '=', tenantId)
    .executeTakeFirstOrThrow();
  return { epoch: row.epoch, head: Number(row.stream_position), floor: Number(row.stream_floor) };
}

/** Deletes events up to a position; clients that haven't read them must refetch. */
export async function trimStream(tx: Tx, tenantId: string, upTo: number): Promise<void> {
  await tx.deleteFrom('event').where('tenant_id', '=', tenantId).where('position', '<=', String(upTo)).execute();
  await tx
    .updateTable('tenant')
    .set({ stream_floor: sql`greatest(stream_floor, least(${String(upTo)}::bigint, stream_position))` })
    .where('id', '=', tenantId)
    .execute();
}
