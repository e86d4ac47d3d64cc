import { sql } from 'kysely';
import type { CustomerChatEvent } from '../../../contract/entities/customer-chat-event.ts';
import { noteChangeSchema, noteSchema } from '../../../contract/graphql/chat-notes.ts';
import type { ChatNoteChange, NewChatNote } from '../../../contract/graphql/chat-notes.ts';
import { ADMIN_ROLE } from '../../../contract/facts/roles.ts';
import type { Tx } from '../../db/database.ts';
import { withTenant } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsAttendant } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { DomainError, forbidden, invalid, notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { parseInput } from '../input.ts';
import { parseClientId } from '../messages/client-id.ts';
import { mayChat, requirePermission } from '../permissions.ts';
import { storableText } from '../text.ts';
import { readableTicket, requireVisibility } from '../tickets/visibility.ts';
import { eventView } from './event-view.ts';
import { notifyReaders } from './notify-readers.ts';

type Person = { id: Id; name: string };
type Conversation = { customer_id: string; instance_id: string };

/** Those who see the conversation, without the actor. Not found if the actor doesn't. */
export function listReaders(services: Services, actor: Actor, variables: Conversation): Promise<Person[]> {
  requirePermission(actor, 'chat');
  const { tenantId } = actor;
  const customerId = parseId(variables.customer_id);
  const instanceId = parseId(variables.instance_id);
  return withTenant(services.db, tenantId, async (tx) => {
    const { ticketId } = await requireVisibility(tx, actor, { tenantId, customerId, instanceId });
    const readers = await readersOf(tx, tenantId, ticketId);
    return readers.filter(({ id }) => id !== actor.userId);
  });
}

/**
 * Adds a note after the conversation's last message. Idempotent by user and `client_id`. Not found if the actor doesn't
 * see the conversation, `error.note.mention` if somebody mentioned doesn't.
 */
export function createNote(services: Services, actor: Actor, variables: NewChatNote): Promise<CustomerChatEvent> {
  requirePermission(actor, 'chat');
  const { message, mention_ids: mentionIds, customer_id, instance_id, client_id } = parseInput(noteSchema, variables);
  const clientId = parseClientId(client_id);
  if (clientId === undefined) throw invalid('error.invalid', { client_id: 'error.invalid' });
  const customerId = parseId(customer_id);
  const instanceId = parseId(instance_id);
  return changeAsAttendant(services, actor, async (change) => {
    const { tx, tenantId } = change;
    const { ticketId } = await requireVisibility(tx, actor, { tenantId, customerId, instanceId });
    const earlier = await tx
      .selectFrom('conversation_event')
      .select('id')
      .where('tenant_id', '=', tenantId)
      .where('user_id', '=', actor.userId)
      .where('client_id', '=', clientId)
      .executeTakeFirst();
    if (earlier !== undefined) return eventView(tx, tenantId, earlier.id);
    const mentions = await mentioned(tx, tenantId, ticketId, mentionIds);
    const { rows } = await sql<{ id: Id }>`
      insert into conversation_event (tenant_id, ticket_id, kind, at, after_message_id, user_id, body, mentions, client_id)
      values (${tenantId}, ${ticketId}, 'note', ${services.now()},
        coalesce((select m.id from message m where m.tenant_id = ${tenantId} and m.customer_id = ${customerId}
          and m.instance_id = ${instanceId} and m.ticket_id <= ${ticketId} order by m.id desc limit 1), 0),
        ${actor.userId}, ${storableText(message)}, ${JSON.stringify(mentions)}, ${clientId})
      returning id`.execute(tx);
    const view = await eventView(tx, tenantId, rows[0]?.id ?? '');
    await notifyReaders(change, view);
    return view;
  });
}

/**
 * Changes one's own note; existing mentions may stay. Not found if it isn't visible or
 * was deleted.
 */
export function updateNote(services: Services, actor: Actor, variables: ChatNoteChange): Promise<CustomerChatEvent> {
  requirePermission(actor, 'chat');
  const { id: rawId, message, mention_ids: mentionIds } = parseInput(noteChangeSchema, variables);
  const id = parseId(rawId);
  return changeAsAttendant(services, actor, async (change) => {
    const { tx, tenantId } = change;
    const note = await findNote(tx, actor, id);
    if (note.isDeleted) throw notFound();
    if (note.userId !== actor.userId) throw forbidden();
    const mentions = await mentioned(tx, tenantId, note.ticketId, mentionIds, note.mentions);
    await sql`update conversation_event set body = ${storableText(message)}, mentions = ${JSON.stringify(mentions)},
        edited_at = ${services.now()}, version = version + 1
      where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    const view = await eventView(tx, tenantId, id);
    await notifyReaders(change, view);
    return view;
  });
}

/** Deletes one's own note; an administrator anybody's. Its text is gone. Idempotent. */
export function deleteNote(services: Services, actor: Actor, rawId: string): Promise<CustomerChatEvent> {
  requirePermission(actor, 'chat');
  const id = parseId(rawId);
  return changeAsAttendant(services, actor, async (change) => {
    const { tx, tenantId } = change;
    const note = await findNote(tx, actor, id);
    if (note.userId !== actor.userId && !actor.isAdmin) throw forbidden();
    if (note.isDeleted) return eventView(tx, tenantId, id);
    await sql`update conversation_event set body = null, mentions = null, deleted_at = ${services.now()},
        version = version + 1
      where tenant_id = ${tenantId} and id = ${id}`.execute(tx);
    const view = await eventView(tx, tenantId, id);
    await notifyReaders(change, view);
    await auditAction(tx, actor, {
      action: 'note.delete',
      subject: `ticket:${note.ticketId}`,
      details: { user: note.userId },
    });
    return view;
  });
}

type NoteFacts = { ticketId: Id; userId: Id; isDeleted: boolean; mentions: Person[] };

async function findNote(tx: Tx, actor: Actor, id: Id): Promise<NoteFacts> {
  const { rows } = await sql<NoteFacts>`
    select e.ticket_id as "ticketId", e.user_id as "userId", e.deleted_at is not null as "isDeleted",
      coalesce(e.mentions, '[]') as mentions
    from conversation_event e
    join chat_ticket own on own.tenant_id = e.tenant_id and own.id = e.ticket_id
    where e.tenant_id = ${actor.tenantId} and e.id = ${id} and e.kind = 'note' and ${readableTicket(actor)}`.execute(
    tx,
  );
  const [note] = rows;
  if (note === undefined) throw notFound();
  return note;
}

/** The people of `ids`: those who see the ticket, and `known` ones. */
async function mentioned(
  tx: Tx,
  tenantId: Id,
  ticketId: Id,
  ids: readonly string[],
  known: readonly Person[] = [],
): Promise<Person[]> {
  if (ids.length === 0) return [];
  const wanted = new Set(ids.map(parseId));
  const kept = known.filter(({ id }) => wanted.delete(id));
  if (wanted.size === 0) return kept;
  const people = (await readersOf(tx, tenantId, ticketId)).filter(({ id }) => wanted.has(id));
  if (people.length < wanted.size) {
    throw new DomainError('NOT_FOUND', 'error.note.mention', { fields: { mention_ids: 'error.note.mention' } });
  }
  return [...kept, ...people];
}

/** Users who see a ticket, by name: the inverse of `visibleTo`. */
export async function readersOf(tx: Tx, tenantId: Id, ticketId: Id): Promise<Person[]> {
  const { rows } = await sql<Person>`
    select u.id, u.name
    from chat_ticket t
    join app_user u on u.tenant_id = t.tenant_id and u.deleted_at is null and not u.is_blocked
      and u.support_user_id is null
    join role r on r.tenant_id = u.tenant_id and r.id = u.role_id
    where t.tenant_id = ${tenantId} and t.id = ${ticketId} and ${mayChat('u')}
      and (r.name = ${ADMIN_ROLE} or t.user_id = u.id
        or exists (select from ticket_transfer x where x.tenant_id = t.tenant_id and x.ticket_id = t.id
          and x.next_user_id = u.id and x.transferred_at is null and x.deleted_at is null)
        or (t.user_id is null and exists (select from user_instance served where served.tenant_id = t.tenant_id
          and served.user_id = u.id and served.instance_id = t.instance_id)))
    order by lower(u.name), u.id`.execute(tx);
  return rows;
}
