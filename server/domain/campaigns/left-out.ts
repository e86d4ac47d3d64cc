import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { AudienceNode } from '../../../contract/entities/audience-tree.ts';
import type { ChannelName } from '../../../contract/facts/channels.ts';
import type { SkipReason } from '../../../contract/facts/campaigns.ts';
import { DAY_MS } from '../../../contract/facts/day-ms.ts';
import type { Id } from '../../db/tables.ts';
import { inAudience } from '../audiences/compile.ts';
import { IS_OF_LIVE_GROUP } from '../customer-groups/group-view.ts';
import { CHANNEL_RULES } from './channel-rules.ts';

/** Whom a campaign is for, and whom it leaves out. */
export type Selection = {
  tree: AudienceNode | null;
  groupId: Id | null;
  instanceIds: readonly Id[];
  channel: ChannelName;
  isText: boolean;
  requiresConsent: boolean;
  skipInAttendance: boolean;
  weeklyLimit: number | null;
};

type Scope = { tenantId: Id; now: Date };

/** SQL condition: the campaign is for customer `c`. */
export function isChosen(scope: Scope, { tree, groupId }: Pick<Selection, 'tree' | 'groupId'>): RawBuilder<boolean> {
  if (groupId !== null) {
    return sql<boolean>`c.erased_at is null and exists (select from customer_group_member l
      where l.tenant_id = ${scope.tenantId} and l.group_id = ${groupId} and ${IS_OF_LIVE_GROUP} and l.customer_id = c.id)`;
  }
  return sql<boolean>`c.erased_at is null and ${tree === null ? sql`true` : inAudience(scope, tree)}`;
}

/**
 * SQL: why customer `c` gets nothing from an instance now; null if they do. Of several reasons the strictest. What is
 * under way counts as heard: two campaigns at once would each find nothing sent yet.
 */
export function leftOut(
  { tenantId, now }: Scope,
  { channel, isText, requiresConsent, skipInAttendance, weeklyLimit }: Selection,
  instanceId: RawBuilder<unknown>,
): RawBuilder<SkipReason | null> {
  const ago = (ms: number) => new Date(now.getTime() - ms);
  const limit = weeklyLimit ?? 0;
  const { optedOut, consent, hasWindow } = CHANNEL_RULES[channel];
  return sql<SkipReason | null>`case
    when c.is_blacklisted or exists (select from blocked_contact b
      where b.tenant_id = ${tenantId} and b.address = c.phone_number) then 'blocked'
    when ${optedOut} then 'opted_out'
    when ${requiresConsent}::boolean and ${consent} is distinct from 'granted' then 'no_consent'
    when c.phone_number !~ '^[1-9][0-9]{7,14}$' then 'no_number'
    when ${skipInAttendance}::boolean and exists (select from chat_ticket t
      where t.tenant_id = ${tenantId} and t.customer_id = c.id and t.finished_at is null) then 'in_attendance'
    when ${isText && hasWindow}::boolean and not exists (select from chat_ticket t where t.tenant_id = ${tenantId}
      and t.customer_id = c.id and t.instance_id = ${instanceId} and t.last_received_at > ${ago(DAY_MS)}) then 'window'
    when ${limit}::integer > 0 and (select count(*) from campaign_recipient heard where heard.tenant_id = ${tenantId}
      and heard.customer_id = c.id and heard.sent_at > ${ago(7 * DAY_MS)} and heard.state in ('sent', 'delivered', 'read'))
      + (select count(*) from campaign_recipient heard where heard.tenant_id = ${tenantId} and heard.customer_id = c.id
        and heard.state in ('sending', 'uncertain')) >= ${limit} then 'weekly_limit'
    end`;
}

/** SQL: the instance that customer `c` hears from: where they wrote last, else each its share. */
export function instanceFor(
  { tenantId }: Pick<Scope, 'tenantId'>,
  { instanceIds }: Pick<Selection, 'instanceIds'>,
): RawBuilder<Id> {
  const ids = sql`${[...instanceIds]}::bigint[]`;
  return sql<Id>`coalesce((select t.instance_id from chat_ticket t where t.tenant_id = ${tenantId}
      and t.customer_id = c.id and t.instance_id = any(${ids}) order by t.id desc limit 1),
    (${ids})[1 + (c.id % cardinality(${ids}))::integer])`;
}
