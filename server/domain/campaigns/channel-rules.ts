import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ChannelName } from '../../../contract/facts/channels.ts';
import { SMS_PRICE } from '../../../contract/facts/campaigns.ts';

type ChannelRules = {
  /** SQL: customer `c` wants none, and their last word. */
  readonly optedOut: RawBuilder<boolean>;
  readonly consent: RawBuilder<string | null>;
  /** What an erased customer refused, of those who hear nothing. */
  readonly refusals: readonly string[];
  /** Whether a text goes only to who has just written. */
  readonly hasWindow: boolean;
  /** What a number takes in a second whose provider hasn't said so. */
  readonly perSecond: number;
  /** The price category of all its messages; null: the provider says each one's. */
  readonly priceCategory: string | null;
};

/** What differs by the channel that a campaign goes by. */
export const CHANNEL_RULES: Readonly<Record<ChannelName, ChannelRules>> = {
  whatsapp: {
    optedOut: sql<boolean>`(c.whatsapp_consent = 'revoked' or c.declined_marketing_at is not null)`,
    consent: sql`c.whatsapp_consent`,
    refusals: ['whatsapp', 'offers'],
    hasWindow: true,
    perSecond: 80,
    priceCategory: null,
  },
  sms: {
    optedOut: sql<boolean>`c.sms_consent = 'revoked'`,
    consent: sql`c.sms_consent`,
    refusals: ['sms'],
    hasWindow: false,
    // Long numbers take about so many; short ones more, which their providers don't tell.
    perSecond: 10,
    priceCategory: SMS_PRICE,
  },
};

/** SQL: customer `c` wants none by the channel of instance `i`. */
export const OPTED_OUT = sql<boolean>`coalesce(case i.channel when 'sms' then ${CHANNEL_RULES.sms.optedOut}
  else ${CHANNEL_RULES.whatsapp.optedOut} end, false)`;
