import { sql } from 'kysely';
import { changeTenant } from '../../db/change.ts';
import type { Change } from '../../db/change.ts';
import { withPlatform } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { isServedId } from '../pools.ts';
import { findTurn } from './run-rows.ts';
import { orGiveUp, runInput } from './run-flow.ts';

/** Runs of each company that are looked at in one go: whoever has many due holds up no other. */
const SHARE = 32;
/** Runs of a company that wait in its line at a time: what its customers and attendants do comes between. */
const AT_A_TIME = 8;

type Chores = Pick<Services, 'db' | 'now' | 'log' | 'pools'>;
type Due = { tenantId: Id; id: Id };

/**
 * Goes on with the runs whose wait is over, each once: safe on several nodes, as a run is looked at again under the company's lock.
 * Also with those whose time came while no server ran. Returns how many.
 */
export async function runDueFlows(services: Chores): Promise<number> {
  let count = 0;
  for (;;) {
    const companies = Map.groupBy(await findDue(services), ({ tenantId }) => tenantId);
    const done = await Promise.all([...companies.values()].map((due) => goOnWith(services, due)));
    const more = done.reduce((sum, each) => sum + each, 0);
    count += more;
    if (more === 0 || [...companies.values()].every(({ length }) => length < SHARE)) return count;
  }
}

function findDue(services: Chores): Promise<Due[]> {
  return withPlatform(services.db, async (tx) => {
    const { rows } = await sql<Due>`
      select due."tenantId", due.id from (
        select r.tenant_id as "tenantId", r.id, row_number() over (partition by r.tenant_id order by r.due_at, r.id) as place
        from flow_run r join tenant on tenant.id = r.tenant_id
        where r.status = 'running' and r.due_at <= ${services.now()} and tenant.deleted_at is null
          and ${isServedId(services, 'r.tenant_id')}) due
      where due.place <= ${SHARE} order by due.place`.execute(tx);
    return rows;
  });
}

/** Goes on with due runs of a company, a few at a time. Returns how many did. */
async function goOnWith(services: Chores, due: readonly Due[]): Promise<number> {
  const left = due.values();
  let count = 0;
  let isHeldUp = false;
  const inTurn = async (): Promise<void> => {
    for (const run of left) {
      // Whatever fails now is looked at again soon; each of them would wait as long.
      if (isHeldUp) return;
      try {
        if (await goOn(services, run)) count += 1;
      } catch (error) {
        isHeldUp = true;
        services.log.warn(
          { err: error, tenant: run.tenantId, run: run.id },
          'a flow could not go on; it will be retried',
        );
      }
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, inTurn));
  return count;
}

function goOn(services: Chores, { tenantId, id }: Due): Promise<boolean> {
  const work = async (change: Change): Promise<boolean> => {
    const at = services.now();
    const turn = await findTurn(change.tx, tenantId, id, at);
    const dueAt = turn?.run.state.dueAt ?? null;
    if (turn === undefined || dueAt === null || dueAt > at) return false;
    return runInput(change, turn, { input: { of: 'silence' }, cause: 'time' }, at);
  };
  return changeTenant(services.db, tenantId, (change) => orGiveUp(services, change, id, { work, failed: true }));
}
