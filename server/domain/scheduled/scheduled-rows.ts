import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';
import type { ScheduledMessage } from '../../../contract/entities/scheduled-message.ts';
import type { ScheduledReason, ScheduledState } from '../../../contract/facts/scheduled-messages.ts';
import type { Change } from '../../db/change.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Actor } from '../context.ts';
import { DomainError, notFound } from '../errors.ts';
import { findNewestTicket, findVisibility } from '../tickets/visibility.ts';
import type { Conversation, TicketFacts } from '../tickets/visibility.ts';
import { personJson, wireTime } from '../views/json.ts';

/** A scheduled message, as far as the rules need it. */
export type Scheduled = {
  id: Id;
  customerId: Id;
  instanceId: Id;
  /** The customer's address. */
  address: string;
  authorId: Id;
  text: string;
  replyToId: Id | null;
  sendAt: Date;
  state: ScheduledState;
  version: string;
};

/** A scheduled message by its id; undefined if there is none. */
export async function findScheduled(tx: Tx, tenantId: Id, id: Id): Promise<Scheduled | undefined> {
  const { rows } = await sql<Scheduled>`
    select s.id, s.customer_id as "customerId", s.instance_id as "instanceId", c.phone_number as address,
      s.user_id as "authorId", s.body as text, s.reply_to_id as "replyToId", s.send_at as "sendAt", s.state,
      s.version::text as version
    from scheduled_message s join customer c on c.tenant_id = s.tenant_id and c.id = s.customer_id
    where s.tenant_id = ${tenantId} and s.id = ${id}`.execute(tx);
  return rows[0];
}

/** A user's rights on a conversation's scheduled messages. */
export type ScheduledAccess = {
  /** The conversation's newest ticket. */
  ticket: TicketFacts;
  /** Whether they see everybody's, not only their own. */
  isWhole: boolean;
  /** Whether they may change anybody's. */
  mayChangeAll: boolean;
};

/** Not found if the user sees no ticket of the conversation. */
export async function accessTo(tx: Tx, actor: Actor, conversation: Conversation): Promise<ScheduledAccess> {
  const visibility = await findVisibility(tx, actor, conversation);
  if (visibility === undefined) throw notFound();
  const ticket = await findNewestTicket(tx, conversation);
  const mayChangeAll = actor.isAdmin || ticket.ownerId === actor.userId;
  return { ticket, isWhole: visibility.isWhole, mayChangeAll };
}

/** The one with an id, to cancel it: like `requireChangeable`, but its author may always. */
export async function requireCancellable(
  tx: Tx,
  actor: Actor,
  id: Id,
): Promise<{ scheduled: Scheduled; ticket: TicketFacts }> {
  const scheduled = await findScheduled(tx, actor.tenantId, id);
  if (scheduled?.authorId !== actor.userId) return requireChangeable(tx, actor, id);
  return { scheduled, ticket: await findNewestTicket(tx, { tenantId: actor.tenantId, ...scheduled }) };
}

/**
 * The scheduled message with an id, to change it. Not found if the user doesn't see it; FORBIDDEN for who is neither
 * its author, nor the ticket's owner, nor an administrator.
 */
export async function requireChangeable(
  tx: Tx,
  actor: Actor,
  id: Id,
): Promise<{ scheduled: Scheduled; ticket: TicketFacts }> {
  const { tenantId } = actor;
  const scheduled = await findScheduled(tx, tenantId, id);
  if (scheduled === undefined) throw notFound();
  const { ticket, isWhole, mayChangeAll } = await accessTo(tx, actor, { tenantId, ...scheduled });
  const isOwn = scheduled.authorId === actor.userId;
  if (!isWhole && !isOwn) throw notFound();
  if (!mayChangeAll && !isOwn) throw new DomainError('FORBIDDEN', 'error.scheduled.notYours');
  return { scheduled, ticket };
}

/** Row `s` waits, or was refused. */
export const OPEN = sql`s.state in ('waiting', 'refused')`;

/** The fields of `scheduledMessageSchema` from row `s` that don't depend on the reader. */
export const FIELDS = sql`s.id::text as id, s.body as message, ${sql.raw(wireTime('s.send_at'))} as send_at, s.state,
  s.reason, ${sql.raw(personJson('s.tenant_id', 's.user_id'))} as "user", s.reply_to_id::text as reply_message_id,
  s.version::text as version`;

/** `scheduledMessageSchema` of the rows `s` that match `which`, by time. */
export async function scheduledViews(
  tx: Tx,
  actor: Actor,
  { mayChangeAll }: Pick<ScheduledAccess, 'mayChangeAll'>,
  which: RawBuilder<unknown>,
): Promise<ScheduledMessage[]> {
  const { rows } = await sql<ScheduledMessage>`
    select ${FIELDS}, (${mayChangeAll} or s.user_id = ${actor.userId}) as may_change
    from scheduled_message s where s.tenant_id = ${actor.tenantId} and ${which}
    order by s.send_at, s.id`.execute(tx);
  return rows;
}

/** Publishes the change to users who see the conversation, and to authors of pending messages there. */
export async function tellScheduled(
  { tx, tenantId, append }: Change,
  ticket: TicketFacts,
  authorId: Id,
): Promise<void> {
  const { rows } = await sql<{ userId: Id }>`
    select distinct s.user_id as "userId" from scheduled_message s where s.tenant_id = ${tenantId}
      and s.customer_id = ${ticket.customerId} and s.instance_id = ${ticket.instanceId}
      and s.state in ('waiting', 'refused')`.execute(tx);
  const { instanceId, ownerId, offeredTo } = ticket;
  const userIds = [offeredTo, authorId, ...rows.map(({ userId }) => userId)].filter((id) => id !== null);
  append(
    'ListUpdated',
    { list: 'scheduled_messages' },
    { to: 'ticket', instanceId, ownerId, userIds: [...new Set(userIds)] },
  );
}

/** Sets its state; false if it is no longer waiting or refused, or its version another. */
export async function settleScheduled(
  { tx, tenantId }: Pick<Change, 'tx' | 'tenantId'>,
  { id, version }: Pick<Scheduled, 'id' | 'version'>,
  state: Exclude<ScheduledState, 'waiting'>,
  at: Date,
  reason: ScheduledReason | null = null,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update scheduled_message set state = ${state}, reason = ${reason}, version = version + 1, updated_at = ${at}
    where tenant_id = ${tenantId} and id = ${id} and version = ${version}::integer
      and state in ('waiting', 'refused')`.execute(tx);
  return numAffectedRows === 1n;
}
