import { sql } from 'kysely';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import type { NumberConversation } from '../../../contract/entities/number-conversation.ts';
import type {
  NumberConversationVariables,
  StartConversationVariables,
} from '../../../contract/graphql/start-conversation.ts';
import type { Change } from '../../db/change.ts';
import { withTenant } from '../../db/database.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { ticketAudience } from '../audience/audience.ts';
import { auditAction } from '../audit-action.ts';
import type { Actor, Services } from '../context.ts';
import { customerAt } from '../customers/customer-numbers.ts';
import { refuseAgainFor, refusedAt } from '../customers/kept-refusals.ts';
import { typedAddress } from '../../../contract/facts/phone-number.ts';
import { conflict, DomainError, invalid, notFound } from '../errors.ts';
import { parseId, parseOptionalId } from '../ids.ts';
import { acceptFor, isWindowOpen, requireChannel, requireSendable, takeOnce } from '../messages/accept-outgoing.ts';
import type { SendServices } from '../messages/accept-outgoing.ts';
import { parseClientId } from '../messages/client-id.ts';
import type { Destination } from '../messages/find-destination.ts';
import { MONTHLY_LIMIT, requireRoomThisMonth } from '../messages/monthly-limit.ts';
import { requirePermission } from '../permissions.ts';
import { openTicket } from '../tickets/open-ticket.ts';
import { customerVisible, ownOrOffered, visibleTo } from '../tickets/visibility.ts';
import { ticketFrame, ticketViews } from '../views/ticket-view.ts';
import { requireTemplate, templateContent } from './send-template.ts';

/** How the user may start a conversation with a number on an instance. */
type Place = { instanceId: Id; address: string };

/** A number with which the user may start or continue a conversation; `customerId` null: there has been no contact. */
type Found = Omit<Destination, 'customerId' | 'address' | 'ticket' | 'hasReplyTo'> & {
  customerId: Id | null;
  customerName: string | null;
  /** Whether the customer is visible to the user: only then is anything about them revealed. */
  isVisible: boolean;
  ticketId: Id | null;
  ownerId: Id | null;
  ownerName: string | null;
  offeredTo: Id | null;
  /** Whether the user may work on the open ticket. */
  isTheirs: boolean;
};

/** What the actor may see about a number on an instance they serve, before writing to it. */
export function numberConversation(
  services: Services,
  actor: Actor,
  variables: NumberConversationVariables,
): Promise<NumberConversation> {
  requirePermission(actor, 'chat');
  const place = parsePlace(variables);
  return withTenant(services.db, actor.tenantId, async (tx) => {
    const found = await find(tx, services, actor, place);
    if (found.isBlacklisted) throw conflict('error.customer.blacklisted');
    // Refuse early, before the user chooses and fills in a template.
    if (found.ticketId === null) requireChannel(found);
    const isTaken = found.ticketId !== null && !found.isTheirs;
    return {
      phone_number: place.address,
      customer_name: found.isVisible ? found.customerName : null,
      ticket_id: isTaken ? null : found.ticketId,
      owner: isTaken && found.ownerId !== null ? { id: found.ownerId, name: found.ownerName ?? '' } : null,
      needs_template: isTaken || !isWindowOpen(services.now(), found),
    };
  });
}

/**
 * Opens a ticket of a number, known or not, owned by the actor, and sends the template if there is one. Returns the open
 * ticket instead if there is one that the actor may work on. Refuses one that somebody else has, a free conversation
 * outside the 24-hour window, and what a message to the customer is refused for. Of a conversation that only colleagues
 * have served, the actor can read only what comes from now on (`openTicket`).
 */
export async function startConversation(
  services: SendServices,
  actor: Actor,
  variables: StartConversationVariables,
): Promise<ChatTicket> {
  requirePermission(actor, 'chat');
  const place = parsePlace(variables);
  const templateId = parseOptionalId(variables.template_id);
  const clientId = parseClientId(variables.client_id);
  if (clientId === undefined) throw notFound();
  return takeOnce(services, actor, clientId, async (change) => {
    const { tx } = change;
    const earlier = await ticketOfSent(tx, actor, place, clientId);
    if (earlier !== undefined) {
      // Transferred since, or sent to another conversation.
      if (!earlier.isShown) throw notFound();
      return view(tx, actor, earlier.id);
    }
    const template = templateId === null ? undefined : await requireTemplate(tx, actor, place.instanceId, templateId);
    const found = await find(tx, services, actor, place);
    if (found.isBlacklisted) throw conflict('error.customer.blacklisted');
    if (found.ticketId !== null) {
      if (found.isTheirs) return view(tx, actor, found.ticketId);
      throw new DomainError('CONFLICT', 'error.ticket.taken', { params: { name: found.ownerName ?? '' } });
    }
    const now = services.now();
    if (template === undefined && !isWindowOpen(now, found)) throw conflict('error.window.closed');
    const values = variables.variables ?? [];
    const content = template && (await templateContent(tx, now, actor, template, values));
    const customerId = found.customerId ?? (await addCustomer(change, services, place.address));
    const destination: Destination = { ...found, customerId, ticket: null, hasReplyTo: true, address: place.address };
    if (content === undefined) return view(tx, actor, await openFreely(change, now, actor, place, destination));
    const target = { ...place, clientId, replyToId: null };
    const { chatTicket } = await acceptFor(change, now, actor, { ...target, ...content }, destination);
    await auditAction(tx, actor, { action: 'ticket.open', subject: `ticket:${chatTicket.id}` });
    return view(tx, actor, chatTicket.id);
  });
}

function parsePlace({ to_number: number, instance_id: instance }: NumberConversationVariables): Place {
  const instanceId = parseId(instance);
  const address = typedAddress(number);
  if (address === undefined) throw invalid('error.form.invalid', { to_number: 'error.number.malformed' });
  return { instanceId, address };
}

/** Not found unless the actor serves the instance. */
async function find(
  tx: Tx,
  services: Pick<SendServices, 'keys'>,
  actor: Actor,
  { instanceId, address }: Place,
): Promise<Found> {
  const { tenantId, userId, isAdmin } = actor;
  const serves = isAdmin
    ? sql`true`
    : sql`exists (select from user_instance served where served.tenant_id = i.tenant_id
        and served.instance_id = i.id and served.user_id = ${userId})`;
  const { rows } = await sql<Found>`
    select c.id as "customerId", c.name as "customerName", coalesce(c.is_blacklisted, exists (select from blocked_contact b
        where b.tenant_id = i.tenant_id and b.address = ${address})) as "isBlacklisted",
      coalesce(c.declined_marketing_at is not null, false) as "declinedMarketing",
      c.id is not null and ${customerVisible(actor, sql`c.id`, null)} as "isVisible",
      i.activated as "isActivated", i.is_official as "isOfficial", i.provider = 'evolution' as "hasGateway", i.channel, ${MONTHLY_LIMIT} as "monthlyLimit",
      (select case when t.id is not null or coalesce(n.last_received_from, c.phone_number) = ${address}
        then n.last_received_at end from chat_ticket n where n.tenant_id = i.tenant_id and n.customer_id = c.id
        and n.instance_id = i.id order by n.id desc limit 1) as "lastReceivedAt",
      t.id as "ticketId", t.user_id as "ownerId", owner.name as "ownerName", x.next_user_id as "offeredTo",
      t.id is not null and (${isAdmin} or t.user_id is null or ${ownOrOffered(actor)}) as "isTheirs"
    from instance i
    left join customer c on c.tenant_id = i.tenant_id and c.id = ${customerAt(tenantId, address)}
    left join chat_ticket t on t.tenant_id = i.tenant_id and t.customer_id = c.id and t.instance_id = i.id
      and t.finished_at is null
    left join app_user owner on owner.tenant_id = t.tenant_id and owner.id = t.user_id
    left join ticket_transfer x on x.tenant_id = i.tenant_id and x.ticket_id = t.id
      and x.transferred_at is null and x.deleted_at is null
    where i.tenant_id = ${tenantId} and i.id = ${instanceId} and ${serves}`.execute(tx);
  const [found] = rows;
  if (found === undefined) throw notFound();
  if (found.customerId !== null) return found;
  const refused = await refusedAt(tx, services, tenantId, address);
  return {
    ...found,
    isBlacklisted: found.isBlacklisted || refused.has('contact'),
    declinedMarketing: refused.has('offers'),
  };
}

/** The placeholder name of a new customer, their number; the profile's name replaces it once they write. */
async function addCustomer(change: Change, services: Pick<SendServices, 'keys'>, address: string): Promise<Id> {
  const { tx, tenantId } = change;
  const { id } = await tx
    .insertInto('customer')
    .values({ tenant_id: tenantId, name: address, phone_number: address })
    .returning('id')
    .executeTakeFirstOrThrow();
  await refuseAgainFor(change, services, id);
  change.note('CustomerTouched', { customer: { id }, isNew: true });
  return id;
}

async function openFreely(
  change: Change,
  now: Date,
  actor: Actor,
  { instanceId }: Place,
  destination: Destination,
): Promise<Id> {
  requireSendable(now, actor, destination);
  await requireRoomThisMonth(change, destination.monthlyLimit, now);
  const { tx, tenantId, append } = change;
  const { userId } = actor;
  const { customerId } = destination;
  const id = await openTicket(change, { tenantId, customerId, instanceId, ownerId: userId, openedBy: actor, at: now });
  const chatTicket = await ticketFrame(tx, tenantId, id);
  append('CustomerCreatedToChat', { chatTicket }, ticketAudience({ instanceId, ownerId: userId, offeredTo: null }));
  await auditAction(tx, actor, { action: 'ticket.open', subject: `ticket:${id}` });
  return id;
}

/** The ticket of the actor's own message with a client id; `isShown`: it is of this conversation, and still visible. */
async function ticketOfSent(
  tx: Tx,
  actor: Actor,
  { instanceId, address }: Place,
  clientId: string,
): Promise<{ id: Id; isShown: boolean } | undefined> {
  const { rows } = await sql<{ id: Id; isShown: boolean }>`
    select t.id, t.instance_id = ${instanceId} 
        and c.id = ${customerAt(actor.tenantId, address)} and ${visibleTo(actor)} as "isShown"
    from message m
    join chat_ticket t on t.tenant_id = m.tenant_id and t.id = m.ticket_id
    join customer c on c.tenant_id = m.tenant_id and c.id = m.customer_id
    where m.tenant_id = ${actor.tenantId} and m.user_id = ${actor.userId} and m.client_id = ${clientId}::uuid`.execute(
    tx,
  );
  return rows[0];
}

async function view(tx: Tx, actor: Actor, id: Id): Promise<ChatTicket> {
  const [ticket] = await ticketViews(tx, actor, [id]);
  if (ticket === undefined) throw notFound();
  return ticket;
}
