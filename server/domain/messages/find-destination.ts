import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ChannelName } from '../../../contract/facts/channels.ts';
import { prepared } from '../../db/prepared.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { customerAt } from '../customers/customer-numbers.ts';
import { customerVisible, ownOrOffered, readableBy } from '../tickets/visibility.ts';
import type { Reader } from '../tickets/visibility.ts';
import { MONTHLY_LIMIT } from './monthly-limit.ts';

/** Target of a send, and its client id. */
export type SendTarget = {
  instanceId: Id;
  address: string;
  replyToId: Id | null;
  clientId: string | null;
};

/** The conversation of a send. `ticket` is its open one. */
export type Destination = {
  customerId: Id;
  /** The number that a new ticket is for, if chosen. */
  address?: string;
  isBlacklisted: boolean;
  /** Erased on request: there is nobody to write to. */
  isErased: boolean;
  isActivated: boolean;
  /** On its provider's API. */
  isOfficial: boolean;
  /** Not official, but a gateway carries its messages. */
  hasGateway: boolean;
  channel: ChannelName;
  /** The customer opted out of marketing at the provider. */
  declinedMarketing: boolean;
  /** What the company may send a month, if the instance counts for it; null for no limit. */
  monthlyLimit: number | null;
  lastReceivedAt: Date | null;
  /** `flowRunId`: the run of a flow that has it. */
  ticket: { id: Id; ownerId: Id | null; offeredTo: Id | null; flowRunId: Id | null } | null;
  /** The company signs messages with the attendant's name. */
  isSigned: boolean;
  /** The message to reply to is one of this conversation that the user can read, or there is none. */
  hasReplyTo: boolean;
};

type Values = SendTarget & { tenantId: Id; userId: Id };
type Row = Omit<Destination, 'ticket' | 'customerId' | 'address'> & {
  earlierId: Id | null;
  customerId: Id | null;
  isVisible: boolean;
  ticketId: Id | null;
  flowRunId: Id | null;
  ownerId: Id | null;
  offeredTo: Id | null;
};

const forAdmin = prepared<Values, Row>((value) => finding(value, true));
const forAttendant = prepared<Values, Row>((value) => finding(value, false));

function finding(value: (name: keyof Values) => RawBuilder<unknown>, isAdmin: boolean): RawBuilder<Row> {
  const reader = { tenantId: value('tenantId'), userId: value('userId'), isAdmin };
  return sql<Row>`
    select
      (select m.id from message m where m.tenant_id = ${value('tenantId')} and m.user_id = ${value('userId')}
        and m.client_id = ${value('clientId')}::uuid) as "earlierId",
      i.id is not null and ${isAdmin ? sql`true` : mayServe(reader)} and ${customerVisible(reader, sql`c.id`, null)} as "isVisible",
      c.id as "customerId", c.is_blacklisted as "isBlacklisted",
      c.erased_at is not null as "isErased", i.activated as "isActivated",
      i.is_official as "isOfficial", i.provider = 'evolution' as "hasGateway", i.channel, c.declined_marketing_at is not null as "declinedMarketing",
      ${MONTHLY_LIMIT} as "monthlyLimit",
      exists (select from tenant_setting s where s.tenant_id = ${value('tenantId')}
        and s.key = 'sign_messages' and s.value = 'true') as "isSigned",
      newest.last_received_at as "lastReceivedAt",
      t.id as "ticketId", t.user_id as "ownerId", x.next_user_id as "offeredTo", t.flow_run_id as "flowRunId",
      ${value('replyToId')}::bigint is null or exists (select from message m
        where m.tenant_id = ${value('tenantId')} and m.id = ${value('replyToId')}::bigint
          and m.customer_id = c.id and m.instance_id = i.id and ${readableBy(reader)}) as "hasReplyTo"
    from (values (1)) as one (row)
    left join customer c on c.tenant_id = ${value('tenantId')}
      and c.id = ${customerAt(value('tenantId'), value('address'))}
    left join instance i on i.tenant_id = ${value('tenantId')} and i.id = ${value('instanceId')}
    left join lateral (select n.last_received_at from chat_ticket n
      where n.tenant_id = ${value('tenantId')} and n.customer_id = c.id and n.instance_id = i.id
      order by n.id desc limit 1) newest on true
    left join chat_ticket t on t.tenant_id = ${value('tenantId')} and t.customer_id = c.id and t.instance_id = i.id
      and t.finished_at is null
    left join ticket_transfer x on x.tenant_id = ${value('tenantId')} and x.ticket_id = t.id
      and x.transferred_at is null and x.deleted_at is null`;
}

/** A user who doesn't serve instance `i` may write only in ticket `t` if it is theirs or offered to them. */
function mayServe(reader: Reader): RawBuilder<boolean> {
  return sql<boolean>`(${ownOrOffered(reader)} or exists (select from user_instance served
    where served.tenant_id = i.tenant_id and served.instance_id = i.id and served.user_id = ${reader.userId}))`;
}

/**
 * Looks up, in one query, the conversation of a send, and the message itself if it was already accepted. Undefined if
 * the user sees no such instance or customer.
 */
export async function findDestination(
  tx: Tx,
  reader: Reader & { tenantId: Id; userId: Id },
  target: SendTarget,
): Promise<{ earlierId: Id | null; destination: Destination | undefined }> {
  const { instanceId, address, replyToId, clientId } = target;
  const values = { tenantId: reader.tenantId, userId: reader.userId, instanceId, address, replyToId, clientId };
  const [row] = await (reader.isAdmin ? forAdmin : forAttendant)(tx, values);
  if (row === undefined) throw new Error('The query returned no row');
  const { earlierId, customerId, isVisible, ticketId, ownerId, offeredTo, flowRunId, ...rest } = row;
  if (customerId === null || !isVisible) return { earlierId, destination: undefined };
  const ticket = ticketId === null ? null : { id: ticketId, ownerId, offeredTo, flowRunId };
  return { earlierId, destination: { ...rest, customerId, ticket } };
}
