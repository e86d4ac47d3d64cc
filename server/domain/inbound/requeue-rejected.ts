import { sql } from 'kysely';
import { withPlatform, withTenant } from '../../db/database.ts';
import { isTransientFailure } from '../../db/failures.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { findInstanceOfNumber } from '../instances/instance-of-number.ts';
import { deleteRejected } from './rejected-rows.ts';
import { addWaiting, numberOf, partOf } from './waiting-rows.ts';
import { isServedId } from '../pools.ts';

const BATCH = 100;

/**
 * Queues webhooks for retry that an older version rejected because of our own faults. Those that this version can't
 * read or queue, or whose number now belongs to another company, stay rejected.
 */
export async function requeueRejected(services: Pick<Services, 'db' | 'log' | 'pools'>): Promise<void> {
  for (let after: Id = '0'; ;) {
    const { rows } = await withPlatform(services.db, (tx) =>
      sql<{ id: Id; tenantId: Id; body: string; receivedAt: Date }>`
        select id, tenant_id as "tenantId", body, received_at as "receivedAt" from webhook_rejected
        where reason = 'error.server' and tenant_id is not null and id > ${after}
          and ${isServedId(services, 'webhook_rejected.tenant_id')} order by id limit ${BATCH}`.execute(tx),
    );
    const adopted: Id[] = [];
    for (const { id, tenantId, body, receivedAt } of rows) {
      after = id;
      const part = partOf(body);
      if (part === undefined) continue;
      const place = await findInstanceOfNumber(services, numberOf(part));
      if (place?.tenantId !== tenantId) continue;
      try {
        await withTenant(services.db, tenantId, (tx) => addWaiting(tx, place, part, { receivedAt }));
        adopted.push(id);
      } catch (error) {
        if (isTransientFailure(error)) throw error;
        services.log.warn(
          { err: error, tenant: tenantId, stored: id },
          'a rejected part of a webhook could not be queued',
        );
      }
    }
    await deleteRejected(services, adopted);
    if (rows.length < BATCH) return;
  }
}
