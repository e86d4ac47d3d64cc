import { changeTenant } from '../../../db/change.ts';
import { withTenant } from '../../../db/database.ts';
import type { Id } from '../../../db/tables.ts';
import type { Services } from '../../context.ts';
import { sumStarts } from './start-tally.ts';

/** Minimum interval between two notifications of a company: each makes its open pages fetch the counts again. */
const EVERY_MS = 5_000;

type Told = { at: number; isOwed: boolean };
const told = new WeakMap<Services['db'], Map<Id, Told>>();

/**
 * Notifies pages that the counts of these companies' starts changed. A company notified less than `EVERY_MS` ago is
 * notified by a later call.
 */
export async function tellCounts(
  { db, now, log }: Pick<Services, 'db' | 'now' | 'log'>,
  changed: Iterable<Id>,
): Promise<void> {
  const companies = told.get(db) ?? new Map<Id, Told>();
  told.set(db, companies);
  for (const id of changed) companies.set(id, { at: companies.get(id)?.at ?? 0, isOwed: true });
  const at = now().getTime();
  for (const [tenantId, last] of companies) {
    if (Math.abs(at - last.at) < EVERY_MS) continue;
    companies.delete(tenantId);
    if (!last.isOwed) continue;
    companies.set(tenantId, { at, isOwed: false });
    let isTold = false;
    try {
      await changeTenant(db, tenantId, async ({ append }) =>
        append('ListUpdated', { list: 'flows' }, { to: 'route', route: 'active-chat-flow' }),
      );
      isTold = true;
      await withTenant(db, tenantId, (tx) => sumStarts(tx, tenantId));
    } catch (error) {
      if (!isTold) companies.set(tenantId, { at, isOwed: true });
      log.warn({ err: error, tenant: tenantId }, 'counts of starts could not be told; retrying');
    }
  }
}
