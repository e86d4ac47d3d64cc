import { sql } from 'kysely';
import type { Tx } from './database.ts';
import type { Id } from './tables.ts';

/**
 * Goes on in the same transaction as another tenant's: from here on it sees and writes that one's
 * rows only. For what has to be done in two tenants together, or not at all.
 */
export async function actAs(tx: Tx, tenantId: Id): Promise<void> {
  await sql`select set_config('role', 'balcao_app', true), set_config('app.tenant_id', ${tenantId}, true)`.execute(tx);
}

/** Goes on as the platform, which sees of all tenants what finds them. */
export async function actAsPlatform(tx: Tx): Promise<void> {
  await sql`select set_config('app.tenant_id', '', true), set_config('role', 'balcao_platform', true)`.execute(tx);
}
