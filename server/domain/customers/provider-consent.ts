import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { ConsentKind } from '../../db/tables/customers.ts';

/** Adds what the provider says of a customer's wish at WhatsApp, unless that is their last word already. */
export async function noteProviderConsent(
  tx: Tx,
  tenantId: Id,
  customerId: Id,
  { kind, saidAt }: { kind: ConsentKind; saidAt: Date | null },
): Promise<void> {
  await sql`
    insert into consent (tenant_id, customer_id, channel, purpose, kind, said_at, origin)
    select tenant_id, id, 'whatsapp', 'marketing', ${kind}, coalesce(${saidAt}::timestamptz, now()), 'provider'
    from customer
    where tenant_id = ${tenantId} and id = ${customerId} and whatsapp_consent is distinct from ${kind}`.execute(tx);
}
