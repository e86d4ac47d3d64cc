import { sql } from 'kysely';
import { withPlatform, withTenant } from '../../db/database.ts';
import { isPassingFailure } from '../../db/failures.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { findInstanceOfNumber } from '../instances/instance-of-number.ts';
import { forgetKept } from './kept-aside.ts';
import { addWaiting, partOf } from './waiting-rows.ts';

const BATCH = 100;

/**
 * Brings what an older version kept aside for a fault of ours into the line of what is tried again. What
 * this version can't read or put there, or whose number is another company's by now, stays where it is.
 */
export async function adoptKept(services: Pick<Services, 'db' | 'log'>): Promise<void> {
  for (let after: Id = '0'; ;) {
    const { rows } = await withPlatform(services.db, (tx) =>
      sql<{ id: Id; tenantId: Id; body: string; receivedAt: Date }>`
        select id, tenant_id as "tenantId", body, received_at as "receivedAt" from webhook_rejected
        where reason = 'error.server' and tenant_id is not null and id > ${after} order by id limit ${BATCH}`.execute(
        tx,
      ),
    );
    const adopted: Id[] = [];
    for (const { id, tenantId, body, receivedAt } of rows) {
      after = id;
      const part = partOf(body);
      if (part === undefined) continue;
      const { phoneNumberId } = part.kind === 'message' ? part.message : part.status;
      const place = await findInstanceOfNumber(services, phoneNumberId);
      if (place?.tenantId !== tenantId) continue;
      try {
        await withTenant(services.db, tenantId, (tx) => addWaiting(tx, place, part, { receivedAt }));
        adopted.push(id);
      } catch (error) {
        if (isPassingFailure(error)) throw error;
        services.log.warn({ err: error, tenant: tenantId, kept: id }, 'what was kept aside can not wait to be tried');
      }
    }
    await forgetKept(services, adopted);
    if (rows.length < BATCH) return;
  }
}
