import { sql } from 'kysely';
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
  state: 'waiting' | 'stuck';
  /** This try included. */
  attempts: number;
  body: string;
  receivedAt: Date;
  part: InboundPart | undefined;
};

/** Whose messages keep their order: a customer's who writes to an instance. */
export function conversationOf(message: InboundMessage): string {
  return userIdOf(message) ?? canonicalAddress(message.from);
}

/** Puts a part at the end of its line; one that is there already stays where it is. `error`: it was tried, and failed. */
export async function addWaiting(
  tx: Tx,
  { tenantId, instanceId }: InstancePlace,
  part: InboundPart,
  { error, retryMs = 0, receivedAt }: { error?: string; retryMs?: number; receivedAt?: Date } = {},
): Promise<void> {
  const { providerKey, conversation, body } = keysOf(part);
  await sql`
    insert into inbound_waiting (tenant_id, instance_id, kind, provider_key, conversation, body, attempts, last_error,
      next_attempt_at, received_at)
    values (${tenantId}, ${instanceId}, ${part.kind}, ${providerKey}, ${conversation}, ${body},
      ${error === undefined ? 0 : 1}, ${error ?? null}::text, now() + make_interval(secs => ${retryMs / 1000}),
      coalesce(${receivedAt ?? null}::timestamptz, now()))
    on conflict (tenant_id, instance_id, kind, provider_key) do nothing`.execute(tx);
}

function keysOf(part: InboundPart): { providerKey: string; conversation: string; body: string } {
  if (part.kind === 'message') {
    const { message } = part;
    return {
      providerKey: message.providerMessageId,
      conversation: conversationOf(message),
      body: JSON.stringify(message),
    };
  }
  const { status } = part;
  // Levels only rise, so a status needn't wait for another.
  const providerKey = `${status.providerMessageId} ${status.status}`;
  return { providerKey, conversation: `status ${providerKey}`, body: JSON.stringify(status) };
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

/**
 * Takes what is due for a try, of each conversation only the first, the oldest first. Until its lease
 * ends no node takes it again. Nothing goes wrong if one does: `hold` lets only one of them have it.
 */
export async function claimDue(
  db: Database,
  tenantId: Id,
  { leaseMs, limit }: { leaseMs: number; limit: number },
): Promise<DuePart[]> {
  const { rows } = await withTenant(db, tenantId, (tx) =>
    sql<Omit<DuePart, 'part'>>`
      with due as (
        select w.id from inbound_waiting w
        where w.tenant_id = ${tenantId} and w.next_attempt_at <= now()
          and (w.state = 'stuck' or not exists (select from inbound_waiting before
            where before.tenant_id = w.tenant_id and before.instance_id = w.instance_id
              and before.conversation = w.conversation and before.state = 'waiting' and before.id < w.id))
        order by w.id limit ${limit} for update of w skip locked)
      update inbound_waiting w set attempts = w.attempts + 1,
        next_attempt_at = now() + make_interval(secs => ${leaseMs / 1000})
      from due where w.tenant_id = ${tenantId} and w.id = due.id
      returning w.id, w.instance_id as "instanceId", w.state, w.attempts, w.body, w.received_at as "receivedAt"`.execute(
      tx,
    ),
  );
  return rows
    .toSorted((a, b) => Number(BigInt(a.id) - BigInt(b.id)))
    .map((row) => ({ ...row, part: partOf(row.body) }));
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
export type Failed = { error: string; pauseMs: number; counts: boolean; isStuck: boolean };

export async function putBack(db: Database, tenantId: Id, id: Id, failed: Failed): Promise<void> {
  await withTenant(db, tenantId, (tx) =>
    sql`
      update inbound_waiting set last_error = ${failed.error},
        attempts = attempts - ${failed.counts ? 0 : 1}, state = case when ${failed.isStuck} then 'stuck' else state end,
        next_attempt_at = now() + make_interval(secs => ${failed.pauseMs / 1000})
      where tenant_id = ${tenantId} and id = ${id}`.execute(tx),
  );
}
