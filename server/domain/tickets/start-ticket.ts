import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import type { OpenChatTicketVariables } from '../../../contract/graphql/open-chat-ticket.ts';
import type { Tx } from '../../db/database.ts';
import type { Id } from '../../db/tables.ts';
import { ticketAudience } from '../audience/audience.ts';
import { auditAction } from '../audit-action.ts';
import { changeAsAttendant } from '../auth/active-actor.ts';
import type { Actor, Services } from '../context.ts';
import { DomainError, notFound } from '../errors.ts';
import { parseId } from '../ids.ts';
import { requireSendable } from '../messages/accept-outgoing.ts';
import { findDestination } from '../messages/find-destination.ts';
import { requireRoomThisMonth } from '../messages/monthly-limit.ts';
import { requirePermission } from '../permissions.ts';
import { ticketFrame, ticketViews } from '../views/ticket-view.ts';
import { openTicket } from './open-ticket.ts';
import { hiddenConversationRefusal } from './passed-on.ts';

/**
 * Opens a ticket of a customer whom the actor sees, owned by the actor, without a message yet; returns the open one if
 * there is one that the actor may work on. Refused where a message to the customer would be, and with CONFLICT
 * `error.ticket.taken` and the owner's `name` if somebody else has the open one.
 */
export function startTicket(services: Services, actor: Actor, variables: OpenChatTicketVariables): Promise<ChatTicket> {
  requirePermission(actor, 'chat');
  const customerId = parseId(variables.customer_id);
  const instanceId = parseId(variables.instance_id);
  return changeAsAttendant(services, actor, async (change) => {
    const { tx, tenantId, append } = change;
    const address = await addressOf(tx, tenantId, customerId);
    const to = { instanceId, address, replyToId: null, clientId: null };
    const { destination } = await findDestination(tx, actor, to);
    if (destination === undefined) throw await hiddenConversationRefusal(tx, actor, to);
    const { ticket } = destination;
    if (!actor.isAdmin && ticket !== null && ticket.ownerId !== null && ticket.ownerId !== actor.userId)
      throw new DomainError('CONFLICT', 'error.ticket.taken', {
        params: { name: await nameOf(tx, tenantId, ticket.ownerId) },
      });
    let id = ticket?.id;
    if (id === undefined) {
      const now = services.now();
      requireSendable(now, actor, destination);
      await requireRoomThisMonth(change, destination.monthlyLimit, now);
      const { userId } = actor;
      id = await openTicket(change, { tenantId, customerId, instanceId, ownerId: userId, openedBy: actor, at: now });
      const chatTicket = await ticketFrame(tx, tenantId, id);
      append('CustomerCreatedToChat', { chatTicket }, ticketAudience({ instanceId, ownerId: userId, offeredTo: null }));
      await auditAction(tx, actor, { action: 'ticket.open', subject: `ticket:${id}` });
    }
    const [view] = await ticketViews(tx, actor, [id]);
    if (view === undefined) throw notFound();
    return view;
  });
}

async function addressOf(tx: Tx, tenantId: Id, customerId: Id): Promise<string> {
  const customer = await tx
    .selectFrom('customer')
    .select('phone_number')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', customerId)
    .executeTakeFirst();
  if (customer === undefined) throw notFound();
  return customer.phone_number;
}

async function nameOf(tx: Tx, tenantId: Id, userId: Id): Promise<string> {
  const { name } = await tx
    .selectFrom('app_user')
    .select('name')
    .where('tenant_id', '=', tenantId)
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return name;
}
