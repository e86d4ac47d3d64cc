import { sql } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import { withPlatform, withTenant } from '../../db/database.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { isServedId } from '../pools.ts';
import type { Serving } from '../pools.ts';

/** A read message to be reported to the provider. */
export type ReadClaim = {
  tenantId: Id;
  ticketId: Id;
  messageId: Id;
  instanceId: Id;
  attempts: number;
  /** The provider's id of the message. */
  providerId: string;
  /** The number that the customer wrote from. */
  from: string;
  /** Null if the instance has no number of ours at the provider. */
  phoneNumberId: string | null;
  /** The number's token, sealed. */
  sealedToken: string | null;
};

type Node = { id: string; leaseMs: number };
type Read = { tenantId: Id; ticketId: Id; upToId: Id | null };

const storeRead = prepared<Read, never>(
  (value) => sql`
    insert into read_receipt as r (tenant_id, ticket_id, message_id)
    select t.tenant_id, t.id, newest.id
    from chat_ticket t
    -- SMS has no receipts, and a version that doesn't know it would ask Meta for one.
    join instance i on i.tenant_id = t.tenant_id and i.id = t.instance_id and i.channel <> 'sms'
    cross join lateral (select m.id from message m where m.tenant_id = t.tenant_id and m.customer_id = t.customer_id
      and m.instance_id = t.instance_id and m.ticket_id between t.history_from and t.id and m.type = 1 and not m.is_quiet
      and m.whatsapp_message_id is not null
      and (${value('upToId')}::bigint is null or m.id <= ${value('upToId')}::bigint)
      order by m.id desc limit 1) newest
    where t.tenant_id = ${value('tenantId')} and t.id = ${value('ticketId')}
    on conflict (tenant_id, ticket_id) do update
      set message_id = excluded.message_id, state = 'waiting', attempts = 0, next_attempt_at = now(), error_key = null
      where r.message_id < excluded.message_id`,
);

/**
 * A ticket's owner has read its conversation, up to a message if given: the last message they received is reported to
 * the provider after the commit, once.
 */
export async function ownerRead(tx: Tx, read: Read): Promise<void> {
  await storeRead(tx, read);
}

/** Served tenants with due read receipts. */
export async function findTenantsWithReads(services: Serving): Promise<Id[]> {
  const rows = await withPlatform(services.db, (tx) =>
    tx
      .selectFrom('read_receipt')
      .select('tenant_id')
      .distinct()
      .where('state', '=', 'waiting')
      .where('next_attempt_at', '<=', sql<Date>`now()`)
      .where(isServedId(services, 'tenant_id'))
      .execute(),
  );
  return rows.map((row) => row.tenant_id);
}

/** Claims due read receipts, those of dead nodes included. Skips rows that another node is claiming. */
export async function claimReads(db: Database, tenantId: Id, node: Node & { limit: number }): Promise<ReadClaim[]> {
  return withTenant(db, tenantId, async (tx) => {
    const { rows } = await sql<ReadClaim>`
      with due as (
        select r.ticket_id from read_receipt r
        where r.tenant_id = ${tenantId} and r.state = 'waiting' and r.next_attempt_at <= now()
        order by r.next_attempt_at limit ${node.limit} for update skip locked),
      claimed as (
        update read_receipt r set attempts = r.attempts + 1, locked_by = ${node.id},
          next_attempt_at = now() + make_interval(secs => ${node.leaseMs / 1000})
        from due where r.tenant_id = ${tenantId} and r.ticket_id = due.ticket_id
        returning r.tenant_id, r.ticket_id, r.message_id, r.attempts)
      select c.tenant_id as "tenantId", c.ticket_id as "ticketId", c.message_id as "messageId", c.attempts,
        m.whatsapp_message_id as "providerId", m.instance_id as "instanceId", i.access_token as "sealedToken",
        coalesce(ticket.last_received_from, customer.phone_number) as "from",
        case when i.activated and (i.is_official or i.provider = 'evolution') and i.channel = 'whatsapp'
          then i.claimed_number end as "phoneNumberId"
      from claimed c
      join message m on m.tenant_id = c.tenant_id and m.id = c.message_id
      join chat_ticket ticket on ticket.tenant_id = m.tenant_id and ticket.id = m.ticket_id
      join customer on customer.tenant_id = m.tenant_id and customer.id = m.customer_id
      join instance i on i.tenant_id = c.tenant_id and i.id = m.instance_id`.execute(tx);
    return rows;
  });
}

/** Extends the leases of a node's claims. */
export async function renewReadLeases(
  db: Database,
  tenantId: Id,
  node: Node,
  messageIds: readonly Id[],
): Promise<void> {
  await withTenant(db, tenantId, (tx) =>
    sql`
      update read_receipt set next_attempt_at = now() + make_interval(secs => ${node.leaseMs / 1000})
      where tenant_id = ${tenantId} and state = 'waiting' and locked_by = ${node.id}
        and message_id = any(${messageIds}::bigint[])`.execute(tx),
  );
}

/** It won't be reported again; `key`: why it can't be. */
export type SettledRead = { claim: ReadClaim; key: string | null };

/** Settles some of a tenant. A later message that was read meanwhile stays due. */
export async function settleReads(db: Database, tenantId: Id, settled: readonly SettledRead[]): Promise<void> {
  const tickets = settled.map(({ claim }) => claim.ticketId);
  const messages = settled.map(({ claim }) => claim.messageId);
  const keys = settled.map(({ key }) => key);
  await withTenant(db, tenantId, (tx) =>
    sql`
      update read_receipt r set state = 'done', locked_by = null, error_key = settled.key
      from unnest(${tickets}::bigint[], ${messages}::bigint[], ${keys}::text[]) as settled (ticket_id, message_id, key)
      where r.tenant_id = ${tenantId} and r.ticket_id = settled.ticket_id and r.message_id = settled.message_id`.execute(
      tx,
    ),
  );
}

/** Tries the read receipt again after a pause. */
export async function postponeRead(db: Database, claim: ReadClaim, pauseMs: number, key: string): Promise<void> {
  await withTenant(db, claim.tenantId, (tx) =>
    sql`update read_receipt set locked_by = null, error_key = ${key},
        next_attempt_at = now() + make_interval(secs => ${pauseMs / 1000})
      where ${isStill(claim)} and state = 'waiting'`.execute(tx),
  );
}

function isStill({ tenantId, ticketId, messageId }: ReadClaim) {
  return sql`tenant_id = ${tenantId} and ticket_id = ${ticketId} and message_id = ${messageId}`;
}
