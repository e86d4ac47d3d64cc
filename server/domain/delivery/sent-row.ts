import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { Change } from '../../db/change.ts';
import type { Tx } from '../../db/database.ts';
import { prepared } from '../../db/prepared.ts';
import type { Id } from '../../db/tables.ts';
import type { OutboxState } from '../../db/tables/attendance.ts';
import { SMS_OPTED_OUT } from '../../channels/sms/errors.ts';
import { readersAudience } from '../audience/audience.ts';
import { noteConsent } from '../customers/note-consent.ts';
import { ackOf, applyUpdate } from './delivery.ts';
import type { Delivery, DeliveryError, DeliveryUpdate } from './delivery.ts';

/** A sent message, as far as its delivery needs it. */
export type SentRow = {
  id: Id;
  clientId: string | null;
  whatsappMessageId: string | null;
  delivery: Delivery;
  ticketId: Id;
  customerId: Id;
  instanceId: Id;
  /** Owners of its ticket and of the later ones of the conversation through which it can be read. */
  ownerIds: (Id | null)[];
  /** Who the newest of them is offered to. */
  offeredTo: Id | null;
  /** Its entry in the outbox; null for none, undefined if it wasn't looked up. */
  outboxState?: OutboxState | null;
};

/** The message with an id; undefined when it was not sent by this tenant. */
export function findSentById(tx: Tx, tenantId: Id, id: Id): Promise<SentRow | undefined> {
  return findSentRow(tx, tenantId, sql`m.id = ${id}`);
}

/** The message with this provider id. */
export async function findSentByProviderId(
  tx: Tx,
  { tenantId, instanceId }: { tenantId: Id; instanceId: Id },
  providerId: string,
): Promise<SentRow | undefined> {
  const [row] = await findByProviderId(tx, { tenantId, instanceId, providerId });
  return row && sentRow(row);
}

/**
 * The message that was sent with `callbackData` but got no answer: tried at least once, without a provider id, and no
 * younger than the status that names it.
 */
export function findSentByCallback(
  tx: Tx,
  place: { tenantId: Id; instanceId: Id },
  callbackData: string,
  toldAt: Date,
): Promise<SentRow | undefined> {
  if (!/^\d{1,18}$/.test(callbackData)) return Promise.resolve(undefined);
  return findSentRow(
    tx,
    place.tenantId,
    sql`m.id = ${callbackData} and m.instance_id = ${place.instanceId}
    and m.whatsapp_message_id is null and m.created_at < ${toldAt}::timestamptz + interval '5 minutes'
    and exists (select from outbox o where o.tenant_id = m.tenant_id and o.message_id = m.id and o.attempts > 0)`,
  );
}

/** What `SENT` selects. */
export type Found = Omit<SentRow, 'delivery' | 'outboxState'> & {
  ack: number;
  errorCode: string | null;
  errorKey: string | null;
};
type FoundQueued = Found & { outboxState: OutboxState | null };

/** The columns and the source of a sent message `m`. */
export const SENT = {
  columns: sql.raw(`m.id, m.client_id as "clientId", m.whatsapp_message_id as "whatsappMessageId", m.ack,
      m.error_code as "errorCode", m.error_key as "errorKey", m.ticket_id as "ticketId", m.customer_id as "customerId",
      m.instance_id as "instanceId", reading."ownerIds", x.next_user_id as "offeredTo"`),
  source: sql.raw(`message m
    join lateral (select max(t.id) as newest_id, array_agg(t.user_id::text order by t.id) as "ownerIds"
      from chat_ticket t where t.tenant_id = m.tenant_id and t.customer_id = m.customer_id
        and t.instance_id = m.instance_id and t.id >= m.ticket_id and t.history_from <= m.ticket_id) reading on true
    left join ticket_transfer x on x.tenant_id = m.tenant_id and x.ticket_id = reading.newest_id
      and x.transferred_at is null and x.deleted_at is null`),
};

const finding = (tenantId: unknown, condition: RawBuilder<unknown>) => sql<FoundQueued>`
  select ${SENT.columns}, (select o.state from outbox o where o.tenant_id = m.tenant_id and o.message_id = m.id)
    as "outboxState"
  from ${SENT.source}
  where m.tenant_id = ${tenantId} and m.type = 0 and ${condition}`;

const findByProviderId = prepared<{ tenantId: Id; instanceId: Id; providerId: string }, FoundQueued>((value) =>
  finding(
    value('tenantId'),
    sql`m.instance_id = ${value('instanceId')} and m.whatsapp_message_id = ${value('providerId')}`,
  ),
);

async function findSentRow(tx: Tx, tenantId: Id, condition: RawBuilder<unknown>): Promise<SentRow | undefined> {
  const { rows } = await finding(tenantId, condition).execute(tx);
  return rows[0] && sentRow(rows[0]);
}

export function sentRow<Row extends Found>({
  ack,
  errorCode,
  errorKey,
  ...rest
}: Row): Omit<Row, 'ack' | 'errorCode' | 'errorKey'> & Pick<SentRow, 'delivery'> {
  const error = errorCode === null ? null : { code: errorCode, key: errorKey ?? 'channel.error.unknown' };
  return { ...rest, delivery: { ack: ackOf(ack), error } };
}

const storeDelivery = prepared<
  { tenantId: Id; id: Id; ack: number; errorCode: string | null; errorKey: string | null; providerId: string | null },
  never
>(
  (value) => sql`
    update message set ack = ${value('ack')}, error_code = ${value('errorCode')}, error_key = ${value('errorKey')},
      whatsapp_message_id = coalesce(whatsapp_message_id, ${value('providerId')}::text)
    where tenant_id = ${value('tenantId')} and id = ${value('id')}`,
);

/**
 * Stores an update of a message, and its provider id if new, unless both are stored; publishes a change of its
 * delivery.
 */
export async function recordUpdate(
  change: Change,
  message: SentRow,
  update: readonly DeliveryUpdate[],
  providerMessageId: string | null,
  isStored = false,
): Promise<void> {
  const { tx, tenantId, append } = change;
  const delivery = update.reduce(applyUpdate, message.delivery);
  const isNamed = providerMessageId !== null && message.whatsappMessageId === null;
  if (delivery === message.delivery && !isNamed) return;
  const { ack, error } = delivery;
  const [errorCode, errorKey] = [error?.code ?? null, error?.key ?? null];
  if (!isStored)
    await storeDelivery(tx, { tenantId, id: message.id, ack, errorCode, errorKey, providerId: providerMessageId });
  if (delivery === message.delivery) return;
  if (delivery.error !== null) await noteRefusal(change, message, delivery.error);
  append(
    'CustomerChatAckChanged',
    {
      id: message.id,
      client_id: message.clientId,
      ack: delivery.ack,
      error_code: delivery.error?.code ?? null,
      error_key: delivery.error?.key ?? null,
      chatTicket: { id: message.ticketId },
      customer: { id: message.customerId },
      instance: { id: message.instanceId },
    },
    readersAudience(message),
  );
}

/** The customer wants no marketing. */
const DECLINED = '131050';

/** What a customer refuses by an error of a message to them, as it is kept of an erased one. */
export function refusedBy({ code, key }: { code: number; key: string }): readonly string[] {
  if (key === SMS_OPTED_OUT) return ['sms'];
  return String(code) === DECLINED ? ['offers', 'whatsapp'] : [];
}

/** The template has changed since it was listed. */
const TEMPLATE_CHANGED: ReadonlySet<string> = new Set(['132000', '132001', '132007', '132012', '132015', '132016']);

/** Side effects of a refusal. */
async function noteRefusal(
  change: Change,
  { customerId, instanceId }: Pick<SentRow, 'customerId' | 'instanceId'>,
  { code, key }: DeliveryError,
): Promise<void> {
  const { tx, tenantId } = change;
  const said = { kind: 'revoked', origin: 'provider' } as const;
  if (key === SMS_OPTED_OUT) {
    await noteConsent(change, customerId, { channel: 'sms', ...said });
  } else if (code === DECLINED) {
    await sql`update customer set declined_marketing_at = coalesce(declined_marketing_at, now())
      where tenant_id = ${tenantId} and id = ${customerId}`.execute(tx);
    await noteConsent(change, customerId, { channel: 'whatsapp', ...said });
  } else if (TEMPLATE_CHANGED.has(code)) {
    await sql`update template_sync set due_at = now() where tenant_id = ${tenantId} and waba_id =
      (select i.waba_id from instance i where i.tenant_id = ${tenantId} and i.id = ${instanceId})`.execute(tx);
  }
}
