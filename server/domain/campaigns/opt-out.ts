import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { OPT_OUT_WORDS, SMS_OPT_OUT_WORDS } from '../../../contract/facts/campaigns.ts';
import type { ChannelName } from '../../../contract/facts/channels.ts';
import type { InboundMessage } from '../../channels/channel.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';

/** Whether a message asks to hear nothing more: exactly one of the words, written or of a button. */
export function isOptOut(message: InboundMessage, channel: ChannelName): boolean {
  const words = channel === 'sms' ? SMS_OPT_OUT_WORDS : OPT_OUT_WORDS;
  const isWord = (text: string) => words.includes(text.trim().toUpperCase());
  if (message.kind === 'button') return isWord(message.payload) || isWord(message.text);
  return (message.kind === 'text' || message.kind === 'interactive') && isWord(message.text);
}

/** Notes that a customer wants no campaigns by a channel; who says it again is noted once. */
export async function revokeConsent(
  tx: Tx,
  {
    tenantId,
    customerId,
    channel,
    at,
    origin,
    evidence,
  }: {
    tenantId: Id;
    customerId: Id;
    channel: ChannelName;
    at: Date;
    origin: 'customer' | 'provider';
    evidence: string;
  },
): Promise<void> {
  await sql`
    insert into consent (tenant_id, customer_id, channel, purpose, kind, said_at, origin, evidence)
    select c.tenant_id, c.id, ${channel}, 'marketing', 'revoked', ${at}, ${origin}, ${evidence}
    from customer c
    where c.tenant_id = ${tenantId} and c.id = ${customerId} and ${lastConsent(channel)} is distinct from 'revoked'`.execute(
    tx,
  );
}

/** The last word of customer `c`. */
function lastConsent(channel: ChannelName): RawBuilder<string | null> {
  return channel === 'sms' ? sql`c.sms_consent` : sql`c.whatsapp_consent`;
}
