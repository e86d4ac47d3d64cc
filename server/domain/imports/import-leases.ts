import { sql } from 'kysely';
import { changeTenant } from '../../db/change.ts';
import type { Change } from '../../db/change.ts';
import { withPlatform, withTenant } from '../../db/database.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { Id, Row } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { isServedId } from '../pools.ts';
import type { Serving } from '../pools.ts';
import type { Claimed, ClaimingNode } from '../tenant-worker.ts';
import { lockImport, moveImport } from './import-rows.ts';
import { WORKED_ON } from './import-state.ts';
import type { ImportEvent } from './import-state.ts';

/** An import leased by this node; `messageId` is its id. */
export type ImportClaim = Claimed & { nodeId: string; row: Row<'customer_import'> };

/** The lease was lost to another node, or a user ended the import: the current chunk is rolled back. */
export class LeaseLost extends Error {}

/** Served companies with a pending import that no node has leased. */
export async function findDueImports(services: Serving): Promise<Id[]> {
  const { rows } = await withPlatform(services.db, (tx) =>
    sql<{ id: Id }>`select distinct tenant_id as id from customer_import
      where status in ${sql`(${sql.join([...WORKED_ON])})`} and (locked_until is null or locked_until < now())
        and ${isServedId(services, 'tenant_id')}`.execute(tx),
  );
  return rows.map(({ id }) => id);
}

/** Claims pending imports, oldest first, including those whose lease expired. Safe on several nodes. */
export async function claimImports(
  db: Database,
  tenantId: Id,
  node: ClaimingNode & { limit: number },
): Promise<ImportClaim[]> {
  return withTenant(db, tenantId, async (tx) => {
    const rows = await tx
      .selectFrom('customer_import')
      .selectAll()
      .where('tenant_id', '=', tenantId)
      .where('status', 'in', [...WORKED_ON])
      .where((by) => by.or([by('locked_until', 'is', null), by('locked_until', '<', sql<Date>`now()`)]))
      // One after the other: two of a company would wait for each other's rows.
      .where(
        sql<boolean>`not exists (select from customer_import other where other.tenant_id = ${tenantId}
          and other.locked_until > now())`,
      )
      .orderBy('id')
      .limit(1)
      .forNoKeyUpdate()
      .skipLocked()
      .execute();
    const ids = rows.map(({ id }) => id);
    // Counted before the work: a file may end the process.
    await leaseTo(tx, tenantId, node, sql`id = any(${ids}::bigint[])`, sql`, attempts = attempts + 1`);
    return rows.map((row) => ({ tenantId, messageId: row.id, nodeId: node.id, row }));
  });
}

export async function renewImports(db: Database, tenantId: Id, node: ClaimingNode, ids: readonly Id[]): Promise<void> {
  await withTenant(db, tenantId, (tx) =>
    leaseTo(tx, tenantId, node, sql`id = any(${ids}::bigint[]) and locked_by = ${node.id}`),
  );
}

async function leaseTo(
  tx: Tx,
  tenantId: Id,
  node: ClaimingNode,
  which: ReturnType<typeof sql>,
  more = sql``,
): Promise<void> {
  await sql`update customer_import set locked_by = ${node.id},
      locked_until = now() + make_interval(secs => ${node.leaseMs / 1000}) ${more}
    where tenant_id = ${tenantId} and ${which}`.execute(tx);
}

/** Releases an import's lease, so that any node may resume it at once. `isBlameless`: the attempt doesn't count. */
export async function releaseImport(
  db: Database,
  { tenantId, messageId, nodeId }: ImportClaim,
  isBlameless: boolean,
): Promise<void> {
  await withTenant(db, tenantId, (tx) =>
    sql`update customer_import set locked_by = null, locked_until = null,
        attempts = greatest(0, attempts - ${isBlameless ? 1 : 0})
      where tenant_id = ${tenantId} and id = ${messageId} and locked_by = ${nodeId}`.execute(tx),
  );
}

/**
 * Stores a chunk's result, last in its transaction. Throws `LeaseLost` if this node no longer has the lease. A chunk
 * in progress when the import was paused is stored; returns whether to continue.
 */
export async function passChunk(
  tx: Tx,
  { tenantId, messageId, nodeId, row }: ImportClaim,
  set: ReturnType<typeof sql>,
): Promise<boolean> {
  const { rows } = await sql<{ status: string }>`
    update customer_import set ${set},
      -- An interrupted check restarts at the first line.
      attempts = case when status = 'checking' then attempts else 0 end
    where tenant_id = ${tenantId} and id = ${messageId} and locked_by = ${nodeId}
      and (status = ${row.status} or (status = 'paused' and ${row.status}::text = 'importing'))
    returning status`.execute(tx);
  const [now] = rows;
  if (now === undefined) throw new LeaseLost();
  return now.status === row.status;
}

/** Ends a step of this node with an event, if it still has the import. `alongside` is stored with it. */
export async function endStep(
  { db, now }: Pick<Services, 'db' | 'now'>,
  { tenantId, messageId, nodeId, row }: ImportClaim,
  event: ImportEvent,
  options: { failure?: string; alongside?: (change: Change) => Promise<void> } = {},
): Promise<void> {
  await changeTenant(db, tenantId, async (change) => {
    const current = await lockImport(change.tx, tenantId, messageId);
    if (current.locked_by !== nodeId || current.status !== row.status) return;
    const { failure = null, alongside } = options;
    await moveImport(change, current, event, { now: now(), failure });
    await alongside?.(change);
  });
}
