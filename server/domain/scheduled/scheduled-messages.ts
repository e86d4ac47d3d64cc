import { sql } from 'kysely';
import { DAY_MS } from '../../../contract/facts/day-ms.ts';
import { SCHEDULED_MAX, SCHEDULED_MAX_DAYS } from '../../../contract/facts/scheduled-messages.ts';
import type { ScheduledMessage } from '../../../contract/entities/scheduled-message.ts';
import {
  newScheduledMessageSchema,
  scheduledMessageChangeSchema,
  type NewScheduledMessage,
  type ScheduledMessageChange,
  type ScheduledMessagesVariables,
  type SendScheduledMessageVariables,
} from '../../../contract/graphql/scheduled-messages.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsAttendant } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { conflict, DomainError, invalid, notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { parseInput, requireVersion } from '../input.ts';
import { acceptOnce, parseReplyId, requireFitting, requireWritable } from '../messages/accept-outgoing.ts';
import type { Outgoing, SendServices } from '../messages/accept-outgoing.ts';
import { parseClientId } from '../messages/client-id.ts';
import { findDestination } from '../messages/find-destination.ts';
import { parseMessageText } from '../messages/send-message.ts';
import { requirePermission } from '../permissions.ts';
import type { Conversation, TicketFacts } from '../tickets/visibility.ts';
import {
  OPEN,
  accessTo,
  requireCancellable,
  requireChangeable,
  scheduledViews,
  settleScheduled,
  tellScheduled,
} from './scheduled-rows.ts';
import type { Scheduled, ScheduledAccess } from './scheduled-rows.ts';

/** The conversation's messages that wait or were refused; only their own for users who don't see its newest ticket. */
export function listScheduled(
  services: Services,
  actor: Actor,
  variables: ScheduledMessagesVariables,
): Promise<ScheduledMessage[]> {
  requirePermission(actor, 'chat');
  const conversation = parseConversation(actor, variables);
  return withTenant(services.db, actor.tenantId, async (tx) => {
    const access = await accessTo(tx, actor, conversation);
    const isSeen = access.isWhole ? sql`true` : sql`s.user_id = ${actor.userId}`;
    return scheduledViews(tx, actor, access, sql`${isOf(conversation)} and ${OPEN} and ${isSeen}`);
  });
}

/**
 * Schedules a text for a conversation. Idempotent by user and `client_id`. Refuses a conversation without an open
 * ticket, what `requireWritable` and `requireFitting` refuse, `error.scheduled.moment` and `error.scheduled.tooMany`.
 */
export function createScheduled(
  services: Services,
  actor: Actor,
  variables: NewScheduledMessage,
): Promise<ScheduledMessage> {
  requirePermission(actor, 'chat');
  const input = parseInput(newScheduledMessageSchema, variables);
  const text = parseMessageText(input.message);
  const replyToId = parseReplyId(input.reply_message_id);
  const clientId = parseClientId(input.client_id);
  if (clientId === undefined) throw invalid('error.invalid', { client_id: 'error.invalid' });
  const conversation = parseConversation(actor, input);
  const { customerId, instanceId, tenantId } = conversation;
  return changeAsAttendant(services, actor, async (change) => {
    const { tx } = change;
    const access = await accessTo(tx, actor, conversation);
    const { ticket } = access;
    const isSame = sql`s.user_id = ${actor.userId} and s.client_id = ${clientId}`;
    const [earlier] = await scheduledViews(tx, actor, access, isSame);
    if (earlier !== undefined) return earlier;
    if (!access.isWhole) throw notFound();
    if (ticket.finishedAt !== null) throw conflict('error.ticket.finished');
    const address = await addressOf(tx, tenantId, customerId);
    const { destination } = await findDestination(tx, actor, { instanceId, address, replyToId, clientId: null });
    if (destination === undefined) throw notFound();
    requireWritable(actor, destination);
    requireFitting(destination, textOf({ instanceId, address, replyToId, text }));
    const sendAt = requireMoment(input.send_at, services.now());
    const { rows: counted } = await sql<{ count: number }>`select count(*)::int as count from scheduled_message s
      where s.tenant_id = ${tenantId} and ${isOf(conversation)} and ${OPEN}`.execute(tx);
    if ((counted[0]?.count ?? 0) >= SCHEDULED_MAX) {
      throw new DomainError('CONFLICT', 'error.scheduled.tooMany', { params: { max: SCHEDULED_MAX } });
    }
    await tx
      .insertInto('scheduled_message')
      .values({
        tenant_id: tenantId,
        customer_id: customerId,
        instance_id: instanceId,
        user_id: actor.userId,
        client_id: clientId,
        body: text,
        reply_to_id: replyToId,
        send_at: sendAt,
        reason: null,
      })
      .execute();
    await tellScheduled(change, ticket, actor.userId);
    return only(await scheduledViews(tx, actor, access, isSame));
  });
}

/**
 * Changes text and time; one that was refused waits again. Refuses as `requireChangeable` and `requireFitting`, CONFLICT for one that was
 * sent or cancelled or an outdated version, `error.scheduled.moment`.
 */
export function updateScheduled(
  services: Services,
  actor: Actor,
  variables: ScheduledMessageChange,
): Promise<ScheduledMessage> {
  requirePermission(actor, 'chat');
  const { version, ...input } = parseInput(scheduledMessageChangeSchema, variables);
  const id = parseId(input.id);
  const text = parseMessageText(input.message);
  return changeAsAttendant(services, actor, async (change) => {
    const { tx, tenantId } = change;
    const { scheduled, ticket } = await requireChangeable(tx, actor, id);
    requireOpen(scheduled);
    requireVersion(version, scheduled.version);
    const sendAt = requireMoment(input.send_at, services.now());
    const { instanceId, address, replyToId } = scheduled;
    const { channel } = await tx
      .selectFrom('instance')
      .select('channel')
      .where('tenant_id', '=', tenantId)
      .where('id', '=', instanceId)
      .executeTakeFirstOrThrow();
    requireFitting({ channel }, textOf({ instanceId, address, replyToId, text }));
    await sql`update scheduled_message set body = ${text}, send_at = ${sendAt}, state = 'waiting', reason = null,
        version = version + 1, updated_at = ${services.now()}
      where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    await tellScheduled(change, ticket, scheduled.authorId);
    await auditOthers(tx, actor, 'scheduled.update', scheduled, ticket);
    return only(await scheduledViews(tx, actor, mayChange, sql`s.id = ${id}`));
  });
}

/** Sends it at once in the actor's name. Refuses as `requireChangeable` and `acceptOnce` do; idempotent once sent. */
export async function sendScheduled(
  services: SendServices,
  actor: Actor,
  { id: rawId, version }: SendScheduledMessageVariables,
): Promise<boolean> {
  requirePermission(actor, 'chat');
  const id = parseId(rawId);
  await changeAsAttendant(services, actor, async (change) => {
    const { tx } = change;
    const { scheduled, ticket } = await requireChangeable(tx, actor, id);
    if (scheduled.state === 'sent') return;
    requireOpen(scheduled);
    requireVersion(version, scheduled.version);
    if (ticket.finishedAt !== null) throw conflict('error.ticket.finished');
    const { instanceId, address, replyToId, text } = scheduled;
    const outgoing = textOf({ instanceId, address, replyToId, text });
    await acceptOnce(change, services.now(), actor, outgoing);
    await settleScheduled(change, scheduled, 'sent', services.now());
    await tellScheduled(change, ticket, scheduled.authorId);
  });
  services.wakeOutbox(actor.tenantId);
  return true;
}

/** Cancels it, idempotently. Refuses as `requireCancellable`, and with CONFLICT one that was sent. */
export function cancelScheduled(services: Services, actor: Actor, rawId: string): Promise<boolean> {
  requirePermission(actor, 'chat');
  const id = parseId(rawId);
  return changeAsAttendant(services, actor, async (change) => {
    const { scheduled, ticket } = await requireCancellable(change.tx, actor, id);
    if (scheduled.state === 'cancelled') return true;
    requireOpen(scheduled);
    await settleScheduled(change, scheduled, 'cancelled', services.now());
    await tellScheduled(change, ticket, scheduled.authorId);
    await auditOthers(change.tx, actor, 'scheduled.cancel', scheduled, ticket);
    return true;
  });
}

const mayChange: Pick<ScheduledAccess, 'mayChangeAll'> = { mayChangeAll: true };

function parseConversation({ tenantId }: Actor, input: ScheduledMessagesVariables): Conversation & { tenantId: Id } {
  return { tenantId, customerId: parseId(input.customer_id), instanceId: parseId(input.instance_id) };
}

const isOf = ({ customerId, instanceId }: Conversation) =>
  sql`s.customer_id = ${customerId} and s.instance_id = ${instanceId}`;

async function addressOf(tx: Tx, tenantId: Id, customerId: Id): Promise<string> {
  const { phone_number: address } = await tx
    .selectFrom('customer')
    .select('phone_number')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  return address;
}

function textOf(text: Pick<Outgoing, 'instanceId' | 'address' | 'replyToId' | 'text'>): Outgoing {
  return { ...text, clientId: null, imageUrl: null, isFile: false };
}

function requireOpen({ state }: Scheduled): void {
  if (state === 'sent') throw conflict('error.scheduled.sent');
  if (state === 'cancelled') throw conflict('error.scheduled.cancelled');
}

function requireMoment(input: string, now: Date): Date {
  const at = new Date(input);
  const ahead = at.getTime() - now.getTime();
  if (ahead > 0 && ahead <= SCHEDULED_MAX_DAYS * DAY_MS) return at;
  throw new DomainError('INVALID', 'error.scheduled.moment', {
    params: { days: SCHEDULED_MAX_DAYS },
    fields: { send_at: 'error.scheduled.moment' },
  });
}

function only(views: readonly ScheduledMessage[]): ScheduledMessage {
  const [view] = views;
  if (view === undefined) throw new Error('The scheduled message is not there');
  return view;
}

/** Changes to a colleague's message are audited, as with notes. */
async function auditOthers(
  tx: Tx,
  actor: Actor,
  action: string,
  { authorId }: Scheduled,
  ticket: TicketFacts,
): Promise<void> {
  if (authorId === actor.userId) return;
  await auditAction(tx, actor, { action, subject: `ticket:${ticket.id}`, details: { user: authorId } });
}
