import { sql } from 'kysely';
import { withPlatform } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';

/** A part that can't be processed, and why. `reason` begins with a catalogue id, if there is one. */
export type Rejection = { tenantId: Id | null; reason: string; body: string };

/** Stores a rejected part for a person to look at; duplicates are stored once. */
export async function storeRejection(services: Pick<Services, 'db'>, rejection: Rejection): Promise<void> {
  await withPlatform(services.db, (tx) =>
    sql`
      insert into webhook_rejected (tenant_id, reason, body)
      select ${rejection.tenantId}::bigint, ${rejection.reason}, ${rejection.body}
      where not exists (select from webhook_rejected r
        where md5(r.body) = md5(${rejection.body}) and r.reason = ${rejection.reason})`.execute(tx),
  );
}
