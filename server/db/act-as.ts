import { sql } from 'kysely';
import type { Tx } from './database.ts';
import type { Id } from './tables.ts';

/**
 * Continues the same transaction in another tenant: from here on it sees and writes that tenant's rows only. For
 * changes of two tenants that must happen together.
 */
export async function actAs(tx: Tx, tenantId: Id): Promise<void> {
  await sql`select set_config('role', 'balcao_app', true), set_config('app.tenant_id', ${tenantId}, true)`.execute(tx);
}

/** Continues as the platform, which sees of all tenants the columns that identify them. */
export async function actAsPlatform(tx: Tx): Promise<void> {
  await sql`select set_config('app.tenant_id', '', true), set_config('role', 'balcao_platform', true)`.execute(tx);
}
