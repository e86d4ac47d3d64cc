import { sql } from 'kysely';
import { withPlatform, withTenant } from '../../db/database.ts';
import type { Database } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { OutboxState } from '../../db/tables/attendance.ts';

/** A message claimed from the outbox. */
export type Claim = {
  tenantId: Id;
  messageId: Id;
  instanceId: Id;
  attempts: number;
  text: string;
  /** The image's URL, with the text as its caption; null for a text. */
  imageUrl: string | null;
  address: string;
  /** Null if the instance has no number with tested credentials. */
  phoneNumberId: string | null;
  /** The number's token, sealed. */
  sealedToken: string | null;
  /** The provider's id of the quoted message; null if there is none, or it was never sent. */
  quotedProviderId: string | null;
};

/** Tenants with due outbox entries, and their states. */
export async function findDueTenants(db: Database): Promise<Map<Id, Set<OutboxState>>> {
  const rows = await withPlatform(db, (tx) =>
    tx
      .selectFrom('outbox')
      .select(['tenant_id', 'state'])
      .distinct()
      .where('state', 'in', ['queued', 'sending', 'uncertain'])
      .where('next_attempt_at', '<=', sql<Date>`now()`)
      .execute(),
  );
  const due = new Map<Id, Set<OutboxState>>();
  for (const row of rows) due.set(row.tenant_id, (due.get(row.tenant_id) ?? new Set<OutboxState>()).add(row.state));
  return due;
}

/**
 * Claims a node's share of due messages: only the first unsettled one of each conversation, so that a customer gets
 * them in order. Skips rows that another node is claiming.
 */
export async function claimDue(
  db: Database,
  tenantId: Id,
  node: { id: string; leaseMs: number; limit: number },
): Promise<Claim[]> {
  return withTenant(db, tenantId, async (tx) => {
    const { rows } = await sql<Claim>`
      with due as (
        select o.message_id from outbox o
        where o.tenant_id = ${tenantId} and o.state = 'queued' and o.next_attempt_at <= now()
          and not exists (select from outbox earlier where earlier.tenant_id = o.tenant_id
            and earlier.instance_id = o.instance_id and earlier.customer_id = o.customer_id
            and earlier.message_id < o.message_id and earlier.state in ('queued', 'sending', 'uncertain'))
        order by o.message_id limit ${node.limit} for update of o skip locked),
      claimed as (
        update outbox o set state = 'sending', attempts = o.attempts + 1, locked_by = ${node.id},
          locked_until = now() + make_interval(secs => ${node.leaseMs / 1000}),
          next_attempt_at = now() + make_interval(secs => ${node.leaseMs / 1000}), updated_at = now()
        from due where o.tenant_id = ${tenantId} and o.message_id = due.message_id
        returning o.tenant_id, o.message_id, o.instance_id, o.customer_id, o.attempts)
      select c.tenant_id as "tenantId", c.message_id as "messageId", c.instance_id as "instanceId", c.attempts,
        coalesce(m.body, '') as text,
        case when m.tag_type = 'image' then m.media->>'url' end as "imageUrl",
        customer.phone_number as address, i.claimed_number as "phoneNumberId",
        i.access_token as "sealedToken",
        quoted.whatsapp_message_id as "quotedProviderId"
      from claimed c
      join message m on m.tenant_id = c.tenant_id and m.id = c.message_id
      join customer on customer.tenant_id = c.tenant_id and customer.id = c.customer_id
      join instance i on i.tenant_id = c.tenant_id and i.id = c.instance_id
      left join message quoted on quoted.tenant_id = m.tenant_id and quoted.id = m.reply_to_id
      order by c.message_id`.execute(tx);
    return rows;
  });
}

/** Extends the leases of a node's claims: it is alive, and still waiting for the provider. */
export async function renewLeases(
  db: Database,
  tenantId: Id,
  node: { id: string; leaseMs: number },
  messageIds: readonly Id[],
): Promise<void> {
  await withTenant(db, tenantId, (tx) =>
    sql`
      update outbox set locked_until = now() + make_interval(secs => ${node.leaseMs / 1000}),
        next_attempt_at = now() + make_interval(secs => ${node.leaseMs / 1000})
      where tenant_id = ${tenantId} and state = 'sending' and locked_by = ${node.id}
        and message_id = any(${messageIds}::bigint[])`.execute(tx),
  );
}

/** The send certainly had no effect, even if its node was considered dead: retry after a pause. */
export async function putBack(db: Database, claim: Claim, pauseMs: number, error: string): Promise<void> {
  await withTenant(db, claim.tenantId, (tx) =>
    sql`
      update outbox set state = 'queued', locked_by = null, locked_until = null, last_error = ${error},
        next_attempt_at = now() + make_interval(secs => ${pauseMs / 1000}), updated_at = now()
      where tenant_id = ${claim.tenantId} and message_id = ${claim.messageId} and attempts = ${claim.attempts}
        and state in ('sending', 'uncertain')`.execute(tx),
  );
}

/** It is unknown whether the send had an effect: wait this long for the provider's status. */
export async function markUncertain(db: Database, claim: Claim, waitMs: number, error: string): Promise<void> {
  await withTenant(db, claim.tenantId, (tx) =>
    sql`
      update outbox set state = 'uncertain', locked_by = null, locked_until = null, last_error = ${error},
        next_attempt_at = now() + make_interval(secs => ${waitMs / 1000}), updated_at = now()
      where tenant_id = ${claim.tenantId} and message_id = ${claim.messageId} and state = 'sending'`.execute(tx),
  );
}

/** Marks the sends of dead nodes as uncertain; returns how many. */
export async function markAbandoned(db: Database, tenantId: Id, waitMs: number): Promise<number> {
  return withTenant(db, tenantId, async (tx) => {
    const { numAffectedRows } = await sql`
      update outbox set state = 'uncertain', locked_by = null, locked_until = null,
        last_error = 'the node that was sending it ended',
        next_attempt_at = now() + make_interval(secs => ${waitMs / 1000}), updated_at = now()
      where tenant_id = ${tenantId} and state = 'sending' and locked_until <= now()`.execute(tx);
    return Number(numAffectedRows ?? 0n);
  });
}
