import { sql } from 'kysely';
import { DAY_MS } from '../../../contract/facts/day-ms.ts';
import { IMPORT_IDLE_DAYS, IMPORT_UNDO_DAYS } from '../../../contract/facts/imports.ts';
import { changeTenant } from '../../db/change.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { servedTenants } from '../pools.ts';
import { lockImport, moveImport } from './import-rows.ts';
import { WAITING } from './import-state.ts';

/** Rows deleted at once. */
const BATCH = 10_000;

/** Ends abandoned imports, and deletes undo data past its time limit. */
export async function forgetImports(services: Pick<Services, 'db' | 'log' | 'now' | 'pools'>): Promise<void> {
  for (const tenantId of await servedTenants(services)) {
    await forgetOf(services, tenantId).catch((error: unknown) =>
      services.log.warn({ err: error, tenant: tenantId }, 'old imports of a company could not be forgotten; retrying'),
    );
  }
}

async function forgetOf({ db, now: clock }: Pick<Services, 'db' | 'now'>, tenantId: Id): Promise<void> {
  const now = clock();
  const before = (days: number) => new Date(now.getTime() - days * DAY_MS);
  const idleSince = before(IMPORT_IDLE_DAYS);
  const { rows: idle } = await withTenant(db, tenantId, (tx) =>
    sql<{ id: Id }>`select id from customer_import where tenant_id = ${tenantId}
      and status = any(${[...WAITING]}::text[]) and touched_at < ${idleSince}`.execute(tx),
  );
  for (const { id } of idle) {
    await changeTenant(db, tenantId, async (change) => {
      const row = await lockImport(change.tx, tenantId, id);
      // Somebody resumed it meanwhile.
      if (!WAITING.includes(row.status) || row.touched_at >= idleSince) return;
      await moveImport(change, row, 'cancelled', { now });
    });
  }
  for (const table of ['customer_import_change', 'customer_import_refused'] as const) {
    while (await withTenant(db, tenantId, (tx) => forget(tx, tenantId, table, before(IMPORT_UNDO_DAYS))));
  }
}

/** Whether there may be more. */
async function forget(
  tx: Tx,
  tenantId: Id,
  table: 'customer_import_change' | 'customer_import_refused',
  finishedBefore: Date,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from ${sql.table(table)} where ctid = any(array(
      select t.ctid from ${sql.table(table)} t
      join customer_import m on m.tenant_id = t.tenant_id and m.id = t.import_id
      where t.tenant_id = ${tenantId} and m.status in ('done', 'undone', 'failed', 'cancelled')
        and m.finished_at < ${finishedBefore} limit ${BATCH}))
      and tenant_id = ${tenantId}`.execute(tx);
  return numAffectedRows === BigInt(BATCH);
}
