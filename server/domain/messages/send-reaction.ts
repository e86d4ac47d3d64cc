import { sql } from 'kysely';
import type { ChatTicketFrame } from '../../../contract/entities/chat-ticket.ts';
import type { CustomerChat } from '../../../contract/entities/customer-chat.ts';
import type { SendReactionVariables } from '../../../contract/graphql/send-reaction.ts';
import type { Change } from '../../db/change.ts';
import { prepared } from '../../db/prepared.ts';
import type { Id } from '../../db/tables.ts';
import { ticketAudience } from '../audience/audience.ts';
import type { Actor } from '../context.ts';
import { conflict, DomainError, invalid, notFound } from '../errors.ts';
import { parseId, parseOptionalId } from '../ids.ts';
import { waitingAsText } from '../outbound/outbox-states.ts';
import { requirePermission } from '../permissions.ts';
import { ownMessageView } from '../views/message-view.ts';
import { FRAME_WITH_STORED, STORED_VIEW } from '../views/ticket-view.ts';
import { requireSendable, takeOnce, TEXT_ONLY } from './accept-outgoing.ts';
import type { SendServices } from './accept-outgoing.ts';
import { parseOptionalClientId } from './client-id.ts';
import { isEmoji } from './emoji.ts';
import { findDestination } from './find-destination.ts';
import { findReadableMessage } from './message-facts.ts';

/**
 * Accepts a reaction to a message, as `acceptOutgoing` does a message; an empty emoji takes the reaction back. It is no
 * answer: the customer goes on waiting, and it neither takes nor opens a ticket. Refuses a message that the provider
 * doesn't have, and a ticket that is finished or that nobody has taken.
 */
export async function sendReaction(
  services: SendServices,
  actor: Actor,
  variables: SendReactionVariables,
): Promise<CustomerChat> {
  requirePermission(actor, 'chat');
  if ((parseOptionalId(variables.user_id) ?? actor.userId) !== actor.userId) throw notFound();
  const { emoji } = variables;
  if (emoji !== '' && !isEmoji(emoji)) throw invalid('error.reaction.emoji', { emoji: 'error.reaction.emoji' });
  const reaction = {
    targetId: parseId(variables.message_id),
    emoji,
    clientId: parseOptionalClientId(variables.client_id),
  };
  return takeOnce(services, actor, reaction.clientId, (change) => acceptOnce(change, services.now(), actor, reaction));
}

type Reaction = { targetId: Id; emoji: string; clientId: string | null };

async function acceptOnce(change: Change, now: Date, actor: Actor, reaction: Reaction): Promise<CustomerChat> {
  const { targetId, clientId } = reaction;
  const target = await findReadableMessage(change.tx, actor, targetId, clientId);
  if (target.earlierId !== null) return ownMessageView(change.tx, actor, target.earlierId);
  if (target.message === null) throw notFound();
  const { instanceId, address, providerId, isReaction } = target.message;
  const { destination: to } = await findDestination(change.tx, actor, {
    instanceId,
    address,
    replyToId: targetId,
    clientId,
  });
  if (to === undefined || isReaction) throw notFound();
  if (to.ticket === null) throw conflict('error.ticket.finished');
  if (to.ticket.ownerId === null) throw new DomainError('FORBIDDEN', 'error.reaction.unowned');
  requireSendable(now, actor, to);
  if (to.channel === 'sms') throw conflict(TEXT_ONLY);
  if (providerId === null) throw conflict('error.reaction.undelivered');
  const { tenantId, append } = change;
  const { id: ticketId, ownerId, offeredTo } = to.ticket;
  const ids = { tenantId, ticketId, customerId: to.customerId, instanceId, userId: actor.userId };
  const [row] = await storeReaction(change.tx, { ...ids, clientId, now, body: reaction.emoji, parentId: targetId });
  const customerChat = row?.frame.customerLastChat;
  if (!customerChat) throw new Error(`Ticket ${ticketId} is not there`);
  append(
    'CustomerChatCreated',
    { customerChat, chatTicket: row.frame },
    ticketAudience({ instanceId, ownerId, offeredTo }),
  );
  return customerChat;
}

type Values = {
  tenantId: Id;
  ticketId: Id;
  customerId: Id;
  instanceId: Id;
  userId: Id;
  clientId: string | null;
  now: Date;
  body: string;
  parentId: Id;
};

/** Stores the reaction with its outbox entry; returns the ticket's frame afterwards. */
const storeReaction = prepared<Values, { frame: ChatTicketFrame }>(
  (value) => sql`
    with stored as (
      insert into message as m (tenant_id, ticket_id, customer_id, instance_id, type, client_id, user_id, sent_at,
        created_at, body, tag_type, parent_id, attendant_id, is_quiet)
      values (${value('tenantId')}, ${value('ticketId')}, ${value('customerId')}, ${value('instanceId')}, 0,
        ${value('clientId')}, ${value('userId')}, ${value('now')}, ${value('now')}, ${value('body')}, 'reaction',
        ${value('parentId')}, ${value('userId')}, true)
      returning m.id, ${STORED_VIEW} as view),
    queued as (
      insert into outbox (tenant_id, message_id, instance_id, customer_id, state)
      select ${value('tenantId')}::bigint, stored.id, ${value('instanceId')}::bigint, ${value('customerId')}::bigint,
        ${waitingAsText(value('tenantId'), value('instanceId'))} from stored)
    update chat_ticket t set last_message_id = stored.id, last_message_at = ${value('now')}
    from stored
    join customer c on c.tenant_id = ${value('tenantId')} and c.id = ${value('customerId')}
    join instance i on i.tenant_id = ${value('tenantId')} and i.id = ${value('instanceId')}
    where t.tenant_id = ${value('tenantId')} and t.id = ${value('ticketId')}
    returning ${FRAME_WITH_STORED} as frame`,
);
