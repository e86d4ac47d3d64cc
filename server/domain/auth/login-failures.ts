import { sql } from 'kysely';
import { withPlatform, withTenant } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { audit } from '../audit.ts';
import type { Caller, Services } from '../context.ts';
import { isServedId } from '../pools.ts';
import type { Serving } from '../pools.ts';

/** Tenant and user for an unknown e-mail. */
export const NOBODY: Of = { tenantId: '0', userId: '0' };

type Of = { tenantId: Id; userId: Id };

/** Records a failed login with the same statement for everybody: `recordLoginFailures` writes the audit later. */
export async function noteLoginFailure(services: Services, of: Of, caller: Caller): Promise<void> {
  await withPlatform(services.db, (tx) =>
    tx
      .insertInto('login_failure')
      .values({
        tenant_id: of.tenantId,
        user_id: of.userId,
        address: caller.address,
        request_id: caller.requestId,
      })
      .execute(),
  );
}

/** Moves recorded login failures to their companies' audits, each once; deletes those of unknown e-mails. */
export async function recordLoginFailures(services: Serving): Promise<void> {
  const { rows: tenants } = await withPlatform(services.db, (tx) =>
    sql<{ id: Id }>`select distinct f.tenant_id as id from login_failure f
      where f.tenant_id = ${NOBODY.tenantId} or ${isServedId(services, 'f.tenant_id')}`.execute(tx),
  );
  for (const { id: tenantId } of tenants) {
    await withTenant(services.db, tenantId, async (tx) => {
      const failures = await tx
        .deleteFrom('login_failure')
        .where('tenant_id', '=', tenantId)
        .returning(['id', 'user_id', 'at', 'address', 'request_id'])
        .execute();
      if (tenantId === NOBODY.tenantId) return;
      for (const { user_id: userId, at, address, request_id: requestId } of failures.toSorted(byId)) {
        await audit(tx, { tenantId, userId, action: 'login.failed', at, address, requestId });
      }
    });
  }
}

const byId = (a: { id: Id }, b: { id: Id }): number => Number(BigInt(a.id) - BigInt(b.id));
