import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import { canonicalAddress } from '../../channels/phone-number.ts';
import type { InboundMessage, StatusUpdate } from '../../channels/channel.ts';
import { withTenant } from '../../db/database.ts';
import type { Database, Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { InstancePlace } from '../instances/instance-of-number.ts';
import { keptMessageSchema, keptStatusSchema } from './kept-schema.ts';
import { userIdOf } from './sender.ts';

/** A part of a webhook that can be tried again. */
export type InboundPart = { kind: 'message'; message: InboundMessage } | { kind: 'status'; status: StatusUpdate };

/** One that was taken out of the line to be tried. `part` is undefined where this version can't read it. */
export type DuePart = {
  id: Id;
  instanceId: Id;
  /** Tries that failed. */
  attempts: number;
  /** A statement took too long when it was tried together with others. */
  isAlone: boolean;
  body: string;
  receivedAt: Date;
  part: InboundPart | undefined;
};

/**
 * Whose messages keep their order: a customer's who writes to an instance. `address` is their number where a user id
 * names them too; what shares either is of the same customer.
 */
export type ConversationKeys = { conversation: string; address: string | null };

export function conversationOf(message: InboundMessage): ConversationKeys {
  const address = canonicalAddress(message.from);
  const conversation = userIdOf(message) ?? address;
  return { conversation, address: address === conversation ? null : address };
}

/** Puts a part at the end of its line; one that is there already stays where it is. `error`: it was tried, and failed. */
export async function addWaiting(
  tx: Tx,
  { tenantId, instanceId }: InstancePlace,
  part: InboundPart,
  { error, retryMs = 0, receivedAt }: { error?: string; retryMs?: number; receivedAt?: Date } = {},
): Promise<void> {
  const { providerKey, conversation, address, body } = keysOf(part);
  const isFailing = error !== undefined;
  await sql`
    insert into inbound_waiting (tenant_id, instance_id, kind, provider_key, conversation, address, body, attempts,
      last_error, failing_since, next_attempt_at, received_at)
    values (${tenantId}, ${instanceId}, ${part.kind}, ${providerKey}, ${conversation}, ${address}, ${body},
      ${isFailing ? 1 : 0}, ${error ?? null}::text, case when ${isFailing} then now() end,
      now() + make_interval(secs => ${retryMs / 1000}), coalesce(${receivedAt ?? null}::timestamptz, now()))
    on conflict (tenant_id, instance_id, kind, provider_key) do nothing`.execute(tx);
}

function keysOf(part: InboundPart): ConversationKeys & { providerKey: string; body: string } {
  if (part.kind === 'message') {
    const { message } = part;
    return {
      providerKey: message.providerMessageId,
      ...conversationOf(message),
      body: JSON.stringify(message),
    };
  }
  const { status } = part;
  // Levels only rise, so a status needn't wait for another.
  const providerKey = `${status.providerMessageId} ${status.status}`;
  return { providerKey, conversation: `status ${providerKey}`, address: null, body: JSON.stringify(status) };
}

/** The part that a body is of; undefined for one that is none. */
export function partOf(body: string): InboundPart | undefined {
  let given: unknown;
  try {
    given = JSON.parse(body);
  } catch {
    return undefined;
  }
  const message = keptMessageSchema.safeParse(given);
  if (message.success) return { kind: 'message', message: message.data };
  const status = keptStatusSchema.safeParse(given);
  return status.success ? { kind: 'status', status: status.data } : undefined;
}

/** Whether one of another key waits before `row` that is of the same customer. */
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
 * Takes what is due for a try: of each conversation the first with those right behind it, in their order, the oldest
 * conversation first; each that is stuck by itself. Until its lease ends no node takes one again. Nothing goes wrong
 * if one does: `hold` lets only one of them have it.
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
  const lines = Map.groupBy(ordered, ({ headId }) => headId);
  return [...lines.values()].map((line) => line.map((row) => ({ ...row, part: partOf(row.body) })));
}

/** Gives back what was claimed and not tried. */
export async function release(db: Database, tenantId: Id, ids: readonly Id[]): Promise<void> {
  if (ids.length === 0) return;
  await withTenant(db, tenantId, (tx) =>
    sql`
      update inbound_waiting set leased_until = null, next_attempt_at = now()
      where tenant_id = ${tenantId} and id in (
        select id from inbound_waiting where tenant_id = ${tenantId} and id = any(${ids}::bigint[])
        order by id for update skip locked)`.execute(tx),
  );
}

/** Makes due what no node tries just now, what is stuck too; answers how many. */
export async function makeDue(tx: Tx, tenantId: Id): Promise<number> {
  const { numAffectedRows } = await sql`
    update inbound_waiting set next_attempt_at = now()
    where tenant_id = ${tenantId} and id in (
      select id from inbound_waiting
      where tenant_id = ${tenantId} and (leased_until is null or leased_until <= now())
      order by id for update skip locked)`.execute(tx);
  return Number(numAffectedRows ?? 0n);
}

/** Takes hold of one for the rest of the transaction; false when it was taken in meanwhile. */
export async function hold(tx: Tx, tenantId: Id, id: Id): Promise<boolean> {
  const held = await tx
    .selectFrom('inbound_waiting')
    .select('id')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return held !== undefined;
}

/** Removes one from its line, in the transaction that takes it in. */
export async function remove(tx: Tx, tenantId: Id, id: Id): Promise<void> {
  await tx.deleteFrom('inbound_waiting').where('tenant_id', '=', tenantId).where('id', '=', id).execute();
}

/** What follows from a try that failed. `counts`: false where nothing was wrong with the part itself. */
export type Failed = {
  error: string;
  counts: boolean;
  isAlone: boolean;
  pauseMs: number;
  /** So long after its first failure that counts it is stuck, and tried after `stuckPauseMs` only. */
  holdingMs: number;
  stuckPauseMs: number;
};

/** Puts one back into its line; answers whether it is stuck. */
export async function putBack(db: Database, tenantId: Id, id: Id, failed: Failed): Promise<boolean> {
  const { rows } = await withTenant(db, tenantId, (tx) =>
    sql<{ isStuck: boolean }>`
      update inbound_waiting w set last_error = ${failed.error}, attempts = w.attempts + 1, leased_until = null,
        is_alone = w.is_alone or ${failed.isAlone},
        failing_since = case when ${failed.counts} then coalesce(w.failing_since, now()) else w.failing_since end,
        state = case when late.is_late then 'stuck' else w.state end,
        next_attempt_at = now() + make_interval(secs => case when late.is_late then ${failed.stuckPauseMs / 1000}
          else ${failed.pauseMs / 1000} end::float)
      from (select id, ${failed.counts} and (state = 'stuck'
          or failing_since <= now() - make_interval(secs => ${failed.holdingMs / 1000})) is true as is_late
        from inbound_waiting where tenant_id = ${tenantId} and id = ${id} for update) late
      where w.tenant_id = ${tenantId} and w.id = late.id
      returning w.state = 'stuck' as "isStuck"`.execute(tx),
  );
  return rows[0]?.isStuck === true;
}
