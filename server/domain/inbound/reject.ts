import { sql } from 'kysely';
import { withPlatform } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';

/** What can't be taken in, and why. `reason` begins with the key of a text where there is one. */
export type Rejection = { tenantId: Id | null; reason: string; body: string };

/** Keeps aside what can't be taken in, for a person to look at; the same again is kept once. */
export async function keepAside(services: Pick<Services, 'db'>, rejection: Rejection): Promise<void> {
  await withPlatform(services.db, (tx) =>
    sql`
      insert into webhook_rejected (tenant_id, reason, body)
      select ${rejection.tenantId}::bigint, ${rejection.reason}, ${rejection.body}
      where not exists (select from webhook_rejected r
        where md5(r.body) = md5(${rejection.body}) and r.reason = ${rejection.reason})`.execute(tx),
  );
}
