import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { prepared } from '../../db/prepared.ts';
import type { Id } from '../../db/tables.ts';
import type { InstancePlace } from '../instances/instance-of-number.ts';
import type { ConversationKeys } from './waiting-rows.ts';

/** A customer, compared with a message's sender. */
export type KnownCustomer = {
  id: Id;
  isBlacklisted: boolean;
  name: string;
  address: string;
  userId: string | null;
  /** Their additional number or user id that the message is from; null: their main one. */
  alias: string | null;
};
/** The newest ticket of a conversation. */
export type NewestTicket = {
  id: Id;
  ownerId: Id | null;
  offeredTo: Id | null;
  isOpen: boolean;
  /** The ticket's department, unless the customer has already got its after-hours text. */
  afterHoursDepartmentId: Id | null;
  /** The run of a flow that has it. */
  flowRunId: Id | null;
};

/** What is already stored when a customer's message arrives. */
export type Arrival = {
  /** The message itself is already stored. */
  isKnown: boolean;
  /** Earlier messages of the conversation are waiting for a retry. */
  isBehind: boolean;
  customer: KnownCustomer | undefined;
  /** Nobody's yet, and blocked. */
  isBlockedStranger: boolean;
  ticket: NewestTicket | undefined;
  /** The message it quotes or reacts to, if known. */
  relatedId: Id | null;
  /** Whether campaigns reached them whose texts stand in no ticket yet. */
  hasCampaign: boolean;
  /** Whether the company has flows that answer. */
  hasFlows: boolean;
};

type Values = {
  tenantId: Id;
  instanceId: Id;
  providerId: string;
  relatedProviderId: string | null;
  address: string;
  userId: string | null;
  conversation: string;
  also: string | null;
  receivedAt: Date | null;
};
type Row = {
  isKnown: boolean;
  isAnyWaiting: boolean;
  isBlocked: boolean;
  customer: KnownCustomer | null;
  ticket: NewestTicket | null;
  relatedId: Id | null;
  hasCampaign: boolean;
  hasFlows: boolean;
};

const CUSTOMER = sql.raw('n.id, n.is_blacklisted, n.name, n.phone_number, n.provider_user_id');

const find = prepared<Values, Row>(
  (value) => sql`
    select
      exists (select from message m where m.tenant_id = ${value('tenantId')} and m.instance_id = ${value('instanceId')}
        and m.whatsapp_message_id = ${value('providerId')}) as "isKnown",
      exists (select from inbound_waiting w where w.tenant_id = ${value('tenantId')}
        and w.instance_id = ${value('instanceId')} and w.state = 'waiting') as "isAnyWaiting",
      c.id is null and exists (select from blocked_contact b where b.tenant_id = ${value('tenantId')}
        and b.address in (${value('address')}, ${value('userId')}::text)) as "isBlocked",
      case when c.id is not null then json_build_object('id', c.id::text, 'isBlacklisted', c.is_blacklisted,
        'name', c.name, 'address', c.phone_number, 'userId', c.provider_user_id,
        'alias', c.alias) end as customer,
      case when t.id is not null then json_build_object('id', t.id::text, 'ownerId', t.user_id::text,
        'offeredTo', x.next_user_id::text, 'isOpen', t.finished_at is null,
        'afterHoursDepartmentId', case when t.off_hours_told_at is null then t.department_id::text end,
        'flowRunId', t.flow_run_id::text) end as ticket,
      (select m.id from message m where m.tenant_id = ${value('tenantId')} and m.instance_id = ${value('instanceId')}
        and m.customer_id = c.id and m.whatsapp_message_id = ${value('relatedProviderId')}::text) as "relatedId",
      exists (select from campaign_recipient r where r.tenant_id = ${value('tenantId')} and r.customer_id = c.id
        and r.sent_at is not null and r.ticket_id is null and r.instance_id = ${value('instanceId')}) as "hasCampaign",
      exists (select from flow f where f.tenant_id = ${value('tenantId')} and f.is_active) as "hasFlows"
    from (values (1)) as one (row)
    left join lateral (
      select 1 as rank, ${CUSTOMER}, null as alias from customer n
      where n.tenant_id = ${value('tenantId')} and n.phone_number = ${value('address')}
      union all
      select 3 as rank, ${CUSTOMER}, null as alias from customer n
      where n.tenant_id = ${value('tenantId')} and n.provider_user_id = ${value('userId')}::text
      union all
      select case when a.address = ${value('address')} then 2 else 4 end as rank, ${CUSTOMER}, a.address as alias
      from customer_number a join customer n on n.tenant_id = a.tenant_id and n.id = a.customer_id
      where a.tenant_id = ${value('tenantId')} and a.address in (${value('address')}, ${value('userId')}::text)
      order by rank limit 1) c on true
    left join lateral (
      select n.id, n.user_id, n.finished_at, n.department_id, n.off_hours_told_at, n.flow_run_id from chat_ticket n
      where n.tenant_id = ${value('tenantId')} and n.customer_id = c.id and n.instance_id = ${value('instanceId')}
      order by n.id desc limit 1) t on true
    left join ticket_transfer x on x.tenant_id = ${value('tenantId')} and x.ticket_id = t.id
      and x.transferred_at is null and x.deleted_at is null`,
);

type Line = Pick<Values, 'tenantId' | 'instanceId' | 'conversation' | 'also' | 'receivedAt'> & {
  customerId: Id | null;
};

/** Asked only if any message of the instance waits: nearly always none does. */
const findLine = prepared<Line, { isBehind: boolean }>((value) => {
  const waiting = sql`w.instance_id = ${value('instanceId')} and w.state = 'waiting'
    and w.received_at <= coalesce(${value('receivedAt')}::timestamptz, 'infinity')`;
  const keys = sql`(${value('conversation')}, ${value('also')}::text, c.phone_number, c.provider_user_id)`;
  return sql`
    select exists (select from inbound_waiting w where w.tenant_id = ${value('tenantId')} and ${waiting}
        and w.conversation in ${keys})
      or exists (select from inbound_waiting w where w.tenant_id = ${value('tenantId')} and ${waiting}
        and w.address in ${keys})
      or exists (select from customer_number a join inbound_waiting w on w.tenant_id = a.tenant_id
          and (w.conversation = a.address or w.address = a.address)
        where a.tenant_id = ${value('tenantId')} and a.customer_id = c.id and ${waiting}) as "isBehind"
    from (values (1)) as one (row)
    left join customer c on c.tenant_id = ${value('tenantId')} and c.id = ${value('customerId')}::bigint`;
});

/** Looks up everything a message concerns in one query: the customer by a number of
 * theirs, else by WhatsApp's user id. */
export async function findArrival(
  tx: Tx,
  { tenantId, instanceId }: InstancePlace,
  message: {
    providerId: string;
    relatedProviderId: string | undefined;
    address: string;
    userId: string | null;
    conversation: ConversationKeys;
    /** When it arrived, if not now. */
    receivedAt: Date | undefined;
  },
): Promise<Arrival> {
  const relatedProviderId = message.relatedProviderId ?? null;
  const { conversation, address: also } = message.conversation;
  const receivedAt = message.receivedAt ?? null;
  const values = { tenantId, instanceId, ...message, relatedProviderId, conversation, also, receivedAt };
  const [row] = await find(tx, values);
  if (row === undefined) throw new Error('The query returned no row');
  const { isKnown, isAnyWaiting, isBlocked, relatedId, hasCampaign, hasFlows } = row;
  const customer = row.customer ?? undefined;
  const line = { tenantId, instanceId, conversation, also, receivedAt, customerId: customer?.id ?? null };
  const isBehind = isAnyWaiting && (await findLine(tx, line))[0]?.isBehind === true;
  const ticket = row.ticket ?? undefined;
  return { isKnown, isBehind, customer, isBlockedStranger: isBlocked, ticket, relatedId, hasCampaign, hasFlows };
}
