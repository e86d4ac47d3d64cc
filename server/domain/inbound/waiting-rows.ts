import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { canonicalAddress } from '../../channels/phone-number.ts';
import type { InboundMessage, StatusUpdate } from '../../channels/channel.ts';
import { withTenant } from '../../db/database.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { customerAt } from '../customers/customer-numbers.ts';
import type { InstancePlace } from '../instances/instance-of-number.ts';
import { storedEchoSchema, storedMessageSchema, storedStatusSchema } from './stored-schema.ts';
import { userIdOf } from './sender.ts';
import { echoKey, withWriter } from './with-writer.ts';

/** A message; `echo`: the company's phone sent it. */
export type MessagePart = { kind: 'message' | 'echo'; message: InboundMessage };
/** A part of a webhook that can be retried. */
export type InboundPart = MessagePart | { kind: 'status'; status: StatusUpdate };

/** The number that a part is of. */
export function numberOf(part: InboundPart): string {
  return (part.kind === 'status' ? part.status : part.message).phoneNumberId;
}

/** A part as it is stored. A version that doesn't know echoes can't read them, and leaves them alone. */
export function bodyOf(part: InboundPart): string {
  if (part.kind === 'status') return JSON.stringify(part.status);
  return JSON.stringify(part.kind === 'echo' ? { echo: part.message } : part.message);
}

/** A claimed part. `part` is undefined if this version can't read it. */
export type DuePart = {
  id: Id;
  instanceId: Id;
  /** Failed tries. */
  attempts: number;
  /** To be tried alone: a statement timed out when it was tried together with others. */
  isAlone: boolean;
  body: string;
  receivedAt: Date;
  part: InboundPart | undefined;
};

/**
 * Identifies a queue: a customer's messages to an instance stay in order. `address` is their number if `conversation`
 * is a user id; parts that share either belong to the same customer.
 */
export type ConversationKeys = { conversation: string; address: string | null };

export function conversationOf(message: InboundMessage): ConversationKeys {
  const address = canonicalAddress(message.from);
  const conversation = userIdOf(message) ?? address;
  return { conversation, address: address === conversation ? null : address };
}

/** Queues a part; one already queued stays where it is. `error`: set if it was tried and failed. */
export async function addWaiting(
  tx: Tx,
  place: InstancePlace,
  given: InboundPart,
  { error, retryMs = 0, receivedAt }: { error?: string; retryMs?: number; receivedAt?: Date } = {},
): Promise<void> {
  const { tenantId, instanceId } = place;
  const part = (given.kind === 'status' ? undefined : await withWriter(tx, place, given)) ?? given;
  const { providerKey, conversation, address, body } = keysOf(part);
  const isFailing = error !== undefined;
  await sql`
    insert into inbound_waiting (tenant_id, instance_id, kind, provider_key, conversation, address, body, attempts,
      last_error, failing_since, next_attempt_at, received_at)
    values (${tenantId}, ${instanceId}, ${part.kind === 'status' ? 'status' : 'message'}, ${providerKey}, ${conversation},
      coalesce(${address}::text, ${otherKeyOf(place, conversation)}), ${body},
      ${isFailing ? 1 : 0}, ${error ?? null}::text, case when ${isFailing} then now() end,
      now() + make_interval(secs => ${retryMs / 1000}), coalesce(${receivedAt ?? null}::timestamptz, now()))
    on conflict (tenant_id, instance_id, kind, provider_key) do nothing`.execute(tx);
}

/**
 * The customer's other key: known to the customer's row, or to a queued part that has both. Of a customer with additional
 * numbers, the key of their last queued part, which the new one stands behind.
 */
function otherKeyOf({ tenantId, instanceId }: InstancePlace, key: string): RawBuilder<string | null> {
  const ownKeys = (customerId: RawBuilder<unknown>) => sql`(
      select n.address from customer_number n where n.tenant_id = ${tenantId} and n.customer_id = ${customerId}
      union all
      select unnest(array[c.phone_number, c.provider_user_id]) from customer c
      where c.tenant_id = ${tenantId} and c.id = ${customerId})`;
  return sql`(select other from (
      (select 0 as rank, b.conversation as other from inbound_waiting b
      where b.tenant_id = ${tenantId} and b.instance_id = ${instanceId} and b.state = 'waiting'
        and b.conversation <> ${key} and exists (select from customer_number n where n.tenant_id = ${tenantId}
          and n.customer_id = ${customerAt(tenantId, key)})
        and b.conversation in ${ownKeys(customerAt(tenantId, key))}
      order by b.id desc limit 1)
      union all
      select 1 as rank, c.provider_user_id from customer c
      where c.tenant_id = ${tenantId} and c.phone_number = ${key}
      union all
      select 2, c.phone_number from customer c where c.tenant_id = ${tenantId} and c.provider_user_id = ${key}
      union all
      select 3, b.conversation from inbound_waiting b where b.tenant_id = ${tenantId} and b.instance_id = ${instanceId}
        and b.state = 'waiting' and b.address = ${key}) known
    where other <> ${key} order by rank limit 1)`;
}

function keysOf(part: InboundPart): ConversationKeys & { providerKey: string; body: string } {
  const body = bodyOf(part);
  if (part.kind === 'status') {
    const { status } = part;
    // Levels only rise, so statuses needn't wait for each other.
    const providerKey = `${status.providerMessageId} ${status.status}`;
    return { providerKey, conversation: `status ${providerKey}`, address: null, body };
  }
  const { kind, message } = part;
  if (kind === 'message') return { providerKey: message.providerMessageId, ...conversationOf(message), body };
  const providerKey = echoKey(message.providerMessageId);
  return { providerKey, conversation: providerKey, address: null, body };
}

/** Parses a stored body; undefined if it isn't a part. */
export function partOf(body: string): InboundPart | undefined {
  let input: unknown;
  try {
    input = JSON.parse(body);
  } catch {
    return undefined;
  }
  const echo = storedEchoSchema.safeParse(input);
  if (echo.success) return { kind: 'echo', message: echo.data.echo };
  const message = storedMessageSchema.safeParse(input);
  if (message.success) return { kind: 'message', message: message.data };
  const status = storedStatusSchema.safeParse(input);
  return status.success ? { kind: 'status', status: status.data } : undefined;
}

/** Whether a part with the same customer's other key is queued before `row`. */
function isBehindOther(row: 'head' | 'next'): RawBuilder<boolean> {
  const of = sql.raw(row);
  const before = sql.raw(`select from inbound_waiting b
    where b.tenant_id = ${row}.tenant_id and b.instance_id = ${row}.instance_id and b.state = 'waiting'
      and b.id < ${row}.id and b.conversation <> ${row}.conversation`);
  return sql<boolean>`(exists (${before} and b.conversation = ${of}.address)
    or exists (${before} and b.address = ${of}.conversation) or exists (${before} and b.address = ${of}.address))`;
}

type Claim = { leaseMs: number; conversations: number; perConversation: number };

/**
 * Claims due parts: of each conversation the first and those right behind it, in order, oldest conversation first;
 * stuck ones individually. No other node claims them until the lease ends. If one does, `lockPart` still lets only one
 * of them process a part.
 */
export async function claimDue(
  db: Database,
  tenantId: Id,
  { leaseMs, conversations, perConversation }: Claim,
): Promise<DuePart[][]> {
  const { rows } = await withTenant(db, tenantId, (tx) =>
    sql<Omit<DuePart, 'part'> & { headId: Id }>`
      with head as (
        select distinct on (w.instance_id, w.conversation) w.tenant_id, w.instance_id, w.conversation, w.address, w.id,
          w.next_attempt_at
        from inbound_waiting w where w.tenant_id = ${tenantId} and w.state = 'waiting'
        order by w.instance_id, w.conversation, w.id),
      due as (
        select id from (
          select head.id from head where head.next_attempt_at <= now() and not ${isBehindOther('head')}
          union all
          select id from inbound_waiting
          where tenant_id = ${tenantId} and state = 'stuck' and next_attempt_at <= now()) each
        order by id limit ${conversations}),
      held as (
        select w.tenant_id, w.instance_id, w.conversation, w.id, w.state from inbound_waiting w
        where w.tenant_id = ${tenantId} and w.id in (select id from due) and w.next_attempt_at <= now()
        order by w.id for update skip locked),
      line as (
        select id as head_id, id from held
        union all
        select held.id, behind.id from held cross join lateral (
          select next.id, bool_or(${isBehindOther('next')}) over (order by next.id) as is_behind_other from (
            select w.tenant_id, w.instance_id, w.conversation, w.address, w.id from inbound_waiting w
            where w.tenant_id = held.tenant_id and w.instance_id = held.instance_id
              and w.conversation = held.conversation and w.state = 'waiting' and w.id > held.id
            order by w.id limit ${perConversation - 1}) next) behind
        where held.state = 'waiting' and not behind.is_behind_other)
      update inbound_waiting w set leased_until = now() + make_interval(secs => ${leaseMs / 1000}),
        next_attempt_at = now() + make_interval(secs => ${leaseMs / 1000})
      from line where w.tenant_id = ${tenantId} and w.id = line.id
      returning line.head_id as "headId", w.id, w.instance_id as "instanceId", w.attempts, w.is_alone as "isAlone",
        w.body, w.received_at as "receivedAt"`.execute(tx),
  );
  const ordered = rows.toSorted((a, b) => Number(BigInt(a.id) - BigInt(b.id)));
  const queues = Map.groupBy(ordered, ({ headId }) => headId);
  return [...queues.values()].map((line) => line.map((row) => ({ ...row, part: partOf(row.body) })));
}

/** Releases claimed parts that weren't tried. */
export async function releaseParts(db: Database, tenantId: Id, ids: readonly Id[]): Promise<void> {
  if (ids.length === 0) return;
  await withTenant(db, tenantId, (tx) =>
    sql`
      update inbound_waiting set leased_until = null, next_attempt_at = now()
      where tenant_id = ${tenantId} and id in (
        select id from inbound_waiting where tenant_id = ${tenantId} and id = any(${ids}::bigint[])
        order by id for update skip locked)`.execute(tx),
  );
}

/** Makes unclaimed parts due, including stuck ones; returns how many. */
export async function makeDue(tx: Tx, tenantId: Id): Promise<number> {
  const { numAffectedRows } = await sql`
    update inbound_waiting set next_attempt_at = now()
    where tenant_id = ${tenantId} and id in (
      select id from inbound_waiting
      where tenant_id = ${tenantId} and (leased_until is null or leased_until <= now())
      order by id for update skip locked)`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/** Locks a part for the rest of the transaction; false if it was processed meanwhile. */
export async function lockPart(tx: Tx, tenantId: Id, id: Id): Promise<boolean> {
  const current = await tx
    .selectFrom('inbound_waiting')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return current !== undefined;
}

/** Removes a part from its queue, in the transaction that processes it. */
export async function removePart(tx: Tx, tenantId: Id, id: Id): Promise<void> {
  await tx.deleteFrom('inbound_waiting').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
}

/** Consequences of a failed try. `counts`: false if the part itself wasn't at fault. */
export type Failed = {
  error: string;
  counts: boolean;
  isAlone: boolean;
  pauseMs: number;
  /** How long after the first counted failure, of itself or of a part it waited behind, it is stuck. */
  blockingMs: number;
  /** The pause before the next retry of a stuck part. */
  stuckPauseMs: number;
};

/**
 * Queues a part again; returns whether it is stuck. The customer's parts behind a newly stuck one inherit its first
 * failure: if one of them fails, it is stuck at once.
 */
export async function requeue(db: Database, tenantId: Id, id: Id, failed: Failed): Promise<boolean> {
  const { rows } = await withTenant(db, tenantId, (tx) =>
    sql<{ isStuck: boolean }>`
      with failed as (
        select tenant_id, id, instance_id, conversation, address, state, failing_since, ${failed.counts}
          and (state = 'stuck' or failing_since <= now() - make_interval(secs => ${failed.blockingMs / 1000})) is true
          as is_late
        from inbound_waiting where tenant_id = ${tenantId} and id = ${id} for update),
      behind as (
        select b.id, failed.failing_since from failed join inbound_waiting b on b.tenant_id = failed.tenant_id
          and b.instance_id = failed.instance_id and b.state = 'waiting' and b.id > failed.id
          and (b.conversation in (failed.conversation, failed.address)
            or b.address in (failed.conversation, failed.address))
        where failed.is_late and failed.state = 'waiting' and b.failing_since is null
        for update of b skip locked),
      inherited as (
        update inbound_waiting w set failing_since = behind.failing_since
        from behind where w.tenant_id = ${tenantId} and w.id = behind.id)
      update inbound_waiting w set last_error = ${failed.error}, attempts = w.attempts + 1, leased_until = null,
        is_alone = w.is_alone or ${failed.isAlone},
        failing_since = case when ${failed.counts} then coalesce(w.failing_since, now()) else w.failing_since end,
        state = case when failed.is_late then 'stuck' else w.state end,
        next_attempt_at = now() + make_interval(secs => case when failed.is_late then ${failed.stuckPauseMs / 1000}
          else ${failed.pauseMs / 1000} end::float)
      from failed where w.tenant_id = ${tenantId} and w.id = failed.id
      returning w.state = 'stuck' as "isStuck"`.execute(tx),
  );
  return rows[0]?.isStuck === true;
}
