import { sql } from 'kysely';
import { SCHEDULED_LATE_MS } from '../../../contract/facts/scheduled-messages.ts';
import type { ScheduledReason } from '../../../contract/facts/scheduled-messages.ts';
import { changeTenant } from '../../db/change.ts';
import type { Change } from '../../db/change.ts';
import { withPlatform } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import type { Services } from '../context.ts';
import { DomainError } from '../errors.ts';
import { requireSendable, requireFitting, storeOutgoing } from '../messages/accept-outgoing.ts';
import { findDestination } from '../messages/find-destination.ts';
import { requireWithinMonthlyLimit } from '../messages/monthly-limit.ts';
import { mayChat } from '../permissions.ts';
import { isServedId } from '../pools.ts';
import { recordEvent } from '../thread/record-event.ts';
import { findNewestTicket } from '../tickets/visibility.ts';
import { findScheduled, settleScheduled, tellScheduled } from './scheduled-rows.ts';
import type { Scheduled } from './scheduled-rows.ts';

/** Reasons by the error key of the refused send. */
const REASONS: Readonly<Record<string, ScheduledReason>> = {
  'error.window.closed': 'window',
  'error.customer.blacklisted': 'blacklisted',
  'error.message.monthlyLimit': 'monthlyLimit',
  'error.instance.disconnected': 'disconnected',
};

/**
 * Sends what is due, each once, in its author's name, or stores why it can't be: safe on several nodes, as the message
 * and its scheduled state change in one transaction. Returns how many were settled.
 */
export async function sendDueScheduled(services: Pick<Services, 'db' | 'now' | 'log' | 'pools'>): Promise<number> {
  const { db, now, log } = services;
  const due = await withPlatform(db, async (tx) => {
    const { rows } = await sql<{ tenantId: Id; id: Id }>`
      select s.tenant_id as "tenantId", s.id from scheduled_message s join tenant on tenant.id = s.tenant_id
      where s.state = 'waiting' and s.send_at <= ${now()} and tenant.deleted_at is null
        and ${isServedId(services, 's.tenant_id')}
      order by s.send_at, s.id limit 500`.execute(tx);
    return rows;
  });
  let count = 0;
  for (const { tenantId, id } of due) {
    const settling = changeTenant(db, tenantId, (change) => settleDue(change, id, now()));
    // A message that fails is retried, and doesn't block the others.
    const isSettled = await settling.catch((error: unknown) => {
      log.warn({ err: error, scheduled: id }, 'a scheduled message could not be sent; it will be retried');
      return false;
    });
    if (isSettled) count += 1;
  }
  return count;
}

/** Sends or refuses one under the tenant's lock. False if it isn't due: sent by another node, changed or cancelled. */
async function settleDue(change: Change, id: Id, now: Date): Promise<boolean> {
  const { tx, tenantId } = change;
  const scheduled = await findScheduled(tx, tenantId, id);
  if (scheduled?.state !== 'waiting' || scheduled.sendAt > now) return false;
  const { customerId, instanceId, authorId, sendAt } = scheduled;
  const reason = await send(change, scheduled, now);
  await settleScheduled(change, scheduled, reason === null ? 'sent' : 'refused', now, reason);
  const ticket = await findNewestTicket(tx, { tenantId, customerId, instanceId });
  await tellScheduled(change, ticket, authorId);
  const event = { ticketId: ticket.id, userId: authorId };
  if (reason !== null) {
    await recordEvent(change, { ...event, kind: 'schedule_refused', note: reason, alsoTell: [authorId] });
  } else if (now.getTime() - sendAt.getTime() > SCHEDULED_LATE_MS) {
    await recordEvent(change, { ...event, kind: 'schedule_late', note: sendAt.toISOString() });
  }
  return true;
}

/**
 * Sends one in its author's name, whoever has the ticket now: a ticket without an owner stays in its queue. Returns why
 * it can't be sent; null once it was.
 */
async function send(change: Change, scheduled: Scheduled, now: Date): Promise<ScheduledReason | null> {
  const { tx, tenantId } = change;
  const { authorId, instanceId, address, replyToId, text } = scheduled;
  const { rows } = await sql<{ name: string }>`select u.name from app_user u
    where u.tenant_id = ${tenantId} and u.id = ${authorId} and u.deleted_at is null and not u.is_blocked
      and ${mayChat('u')}`.execute(tx);
  const [author] = rows;
  if (author === undefined) return 'author';
  // Visibility and ownership aren't checked again: they were when it was scheduled.
  const sender = { tenantId, userId: authorId, userName: author.name, isAdmin: true };
  const target = { instanceId, address, replyToId, clientId: null };
  const { destination } = await findDestination(tx, sender, target);
  if (destination === undefined) return 'other';
  if (destination.ticket === null) return 'finished';
  const outgoing = { ...target, text, imageUrl: null, isFile: false, file: null };
  try {
    requireSendable(now, sender, destination);
    requireFitting(destination, outgoing);
    await requireWithinMonthlyLimit(change, destination.monthlyLimit, now);
  } catch (error) {
    if (error instanceof DomainError) return REASONS[error.key] ?? 'other';
    throw error;
  }
  await storeOutgoing(change, now, sender, outgoing, destination, { keepsQueue: true });
  return null;
}
