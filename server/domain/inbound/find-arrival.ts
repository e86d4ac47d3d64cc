import { sql } from 'kysely';
import type { Tx } from '../../db/database.ts';
import { prepared } from '../../db/prepared.ts';
import type { Id } from '../../db/tables.ts';
import type { InstancePlace } from '../instances/instance-of-number.ts';
import type { ConversationKeys } from './waiting-rows.ts';

/** A customer as a message's sender is compared with. */
export type KnownCustomer = { id: Id; isBlacklisted: boolean; name: string; address: string; userId: string | null };
/** The newest ticket of a conversation. */
export type NewestTicket = {
  id: Id;
  ownerId: Id | null;
  offeredTo: Id | null;
  isOpen: boolean;
  /** The department that it came to, unless the customer was told already that nobody is there. */
  untoldDepartmentId: Id | null;
};

/** What is there already when a message of a customer comes in. */
export type Arrival = {
  /** The message itself, taken in before. */
  isKnown: boolean;
  /** Earlier ones of the conversation wait to be taken in. */
  isBehind: boolean;
  customer: KnownCustomer | undefined;
  ticket: NewestTicket | undefined;
  /** The customer's message, or ours to them, that it quotes or reacts to. */
  relatedId: Id | null;
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
};
type Row = {
  isKnown: boolean;
  isBehind: boolean;
  customer: KnownCustomer | null;
  ticket: NewestTicket | null;
  relatedId: Id | null;
};

const CUSTOMER = sql.raw('n.id, n.is_blacklisted, n.name, n.phone_number, n.provider_user_id');

const find = prepared<Values, Row>(
  (value) => sql`
    select
      exists (select from message m where m.tenant_id = ${value('tenantId')} and m.instance_id = ${value('instanceId')}
        and m.whatsapp_message_id = ${value('providerId')}) as "isKnown",
      exists (select from inbound_waiting w where w.tenant_id = ${value('tenantId')}
        and w.instance_id = ${value('instanceId')} and w.state = 'waiting'
        and w.conversation in (${value('conversation')}, ${value('also')}::text))
      or exists (select from inbound_waiting w where w.tenant_id = ${value('tenantId')}
        and w.instance_id = ${value('instanceId')} and w.state = 'waiting'
        and w.address in (${value('conversation')}, ${value('also')}::text)) as "isBehind",
      case when c.id is not null then json_build_object('id', c.id::text, 'isBlacklisted', c.is_blacklisted,
        'name', c.name, 'address', c.phone_number, 'userId', c.provider_user_id) end as customer,
      case when t.id is not null then json_build_object('id', t.id::text, 'ownerId', t.user_id::text,
        'offeredTo', x.next_user_id::text, 'isOpen', t.finished_at is null,
        'untoldDepartmentId', case when t.off_hours_told_at is null then t.department_id::text end) end as ticket,
      (select m.id from message m where m.tenant_id = ${value('tenantId')} and m.instance_id = ${value('instanceId')}
        and m.customer_id = c.id and m.whatsapp_message_id = ${value('relatedProviderId')}::text) as "relatedId"
    from (values (1)) as one (row)
    left join lateral (
      select 1 as rank, ${CUSTOMER} from customer n
      where n.tenant_id = ${value('tenantId')} and n.phone_number = ${value('address')}
      union all
      select 2 as rank, ${CUSTOMER} from customer n
      where n.tenant_id = ${value('tenantId')} and n.provider_user_id = ${value('userId')}::text
      order by rank limit 1) c on true
    left join lateral (
      select n.id, n.user_id, n.finished_at, n.department_id, n.off_hours_told_at from chat_ticket n
      where n.tenant_id = ${value('tenantId')} and n.customer_id = c.id and n.instance_id = ${value('instanceId')}
      order by n.id desc limit 1) t on true
    left join ticket_transfer x on x.tenant_id = ${value('tenantId')} and x.ticket_id = t.id
      and x.transferred_at is null and x.deleted_at is null`,
);

/** Looks up, in one query, all that a message concerns: the customer by number, else by WhatsApp's user id. */
export async function findArrival(
  tx: Tx,
  { tenantId, instanceId }: InstancePlace,
  message: {
    providerId: string;
    relatedProviderId: string | undefined;
    address: string;
    userId: string | null;
    conversation: ConversationKeys;
  },
): Promise<Arrival> {
  const relatedProviderId = message.relatedProviderId ?? null;
  const { conversation, address: also } = message.conversation;
  const [row] = await find(tx, { tenantId, instanceId, ...message, relatedProviderId, conversation, also });
  if (row === undefined) throw new Error('The one row is not there');
  return { ...row, customer: row.customer ?? undefined, ticket: row.ticket ?? undefined };
}
