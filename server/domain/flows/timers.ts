import { sql } from 'kysely';
import { changeTenant } from '../../db/change.ts';
import { withPlatform } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { isServedId } from '../pools.ts';
import { findRun } from './run-rows.ts';
import { runInput } from './run-flow.ts';

/** Runs that are looked at in one go. */
const AT_ONCE = 500;

/**
 * Goes on with the runs whose wait is over, each once: safe on several nodes, as a run is looked at again under the company's lock.
 * Also with those whose time came while no server ran. Returns how many.
 */
export async function runDueFlows(services: Pick<Services, 'db' | 'now' | 'log' | 'pools'>): Promise<number> {
  const { db, now, log } = services;
  const due = await withPlatform(db, async (tx) => {
    const { rows } = await sql<{ tenantId: Id; id: Id }>`
      select r.tenant_id as "tenantId", r.id from flow_run r join tenant on tenant.id = r.tenant_id
      where r.status = 'running' and r.due_at <= ${now()} and tenant.deleted_at is null
        and ${isServedId(services, 'r.tenant_id')}
      order by r.due_at limit ${AT_ONCE}`.execute(tx);
    return rows;
  });
  const done = await Promise.all(
    due.map(({ tenantId, id }) =>
      changeTenant(db, tenantId, async (change) => {
        const run = await findRun(change.tx, tenantId, { id });
        const at = now();
        if (run === undefined || run.state.dueAt === null || run.state.dueAt > at) return false;
        return runInput(change, run, { input: { of: 'silence' }, cause: 'time' }, at);
      }).catch((error: unknown) => {
        log.warn({ err: error, tenant: tenantId, run: id }, 'a flow could not go on; it will be retried');
        return false;
      }),
    ),
  );
  return done.filter(Boolean).length;
}
