import { sql } from 'kysely';
import type { ChannelName } from '../../../contract/facts/channels.ts';
import type { Change } from '../../db/change.ts';
import type { Id } from '../../db/tables.ts';
import type { ConsentKind } from '../../db/tables/customers.ts';

/** `at`: when they said it; now if unknown. `isLate`: it arrived late, so it doesn't override what they said since. */
type Said = {
  channel: ChannelName;
  kind: ConsentKind;
  origin: 'customer' | 'provider';
  evidence?: string;
  at?: Date;
  isLate?: boolean;
};

/** Adds what a customer, or the channel's provider, says of their wish, unless that is their last word already. */
export async function noteConsent(
  { tx, tenantId, append }: Change,
  customerId: Id,
  { channel, kind, origin, evidence, at, isLate = false }: Said,
): Promise<void> {
  const moment = sql`${at ?? null}::timestamptz`;
  const { numAffectedRows = 0n } = await sql`
    insert into consent (tenant_id, customer_id, channel, purpose, kind, said_at, origin, evidence)
    select c.tenant_id, c.id, ${channel}, 'marketing', ${kind}, coalesce(${moment}, now()), ${origin}, ${evidence ?? null}
    from customer c
    where c.tenant_id = ${tenantId} and c.id = ${customerId}
      and case ${channel} when 'sms' then c.sms_consent else c.whatsapp_consent end is distinct from ${kind}
      -- What a file says was said before.
      and not (${isLate}::boolean and exists (select from consent n where n.tenant_id = c.tenant_id
        and n.customer_id = c.id and n.channel = ${channel} and n.origin <> 'import' and n.said_at > ${moment}))`.execute(
    tx,
  );
  if (numAffectedRows > 0n) append('ListUpdated', { list: 'consents' }, { to: 'all' });
}
