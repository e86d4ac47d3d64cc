import { sql } from 'kysely';
import type { ChannelName } from '../../../contract/facts/channels.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { ConsentKind } from '../../db/tables/customers.ts';

/** Adds what a channel's provider says of a customer's wish, unless that is their last word already. */
export async function noteProviderConsent(
  tx: Tx,
  tenantId: Id,
  customerId: Id,
  { channel, kind, saidAt }: { channel: ChannelName; kind: ConsentKind; saidAt: Date | null },
): Promise<void> {
  await sql`
    insert into consent (tenant_id, customer_id, channel, purpose, kind, said_at, origin)
    select tenant_id, id, ${channel}, 'marketing', ${kind}, coalesce(${saidAt}::timestamptz, now()), 'provider'
    from customer
    where tenant_id = ${tenantId} and id = ${customerId} and case ${channel} when 'sms' then sms_consent else whatsapp_consent end is distinct from ${kind}`.execute(
    tx,
  );
}
