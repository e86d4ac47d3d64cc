import type { ChatTicketFrame } from '../../../contract/entities/chat-ticket.ts';
import type { TicketTransfer } from '../../../contract/entities/ticket-transfer.ts';
import type { Change } from '../../db/change.ts';
import type { Id } from '../../db/tables.ts';
import { changedOwnerAudience, ticketAudience } from '../audience/audience.ts';
import type { TicketAccess } from '../audience/audience.ts';
import { audit } from '../audit.ts';
import { recordTransfer } from '../thread/record-transfer.ts';
import { transferView } from '../views/transfer-view.ts';
import { publishOwnerChange } from './publish-owner-change.ts';

type Taker = { userId: Id; userName: string };

/** The pending offer that ended when an attendant took the ticket: `isTheirs` if it was made to them. */
export type SettledOffer = { transfer: TicketTransfer; isTheirs: boolean };

/**
 * Ends the pending offer of a ticket that an attendant takes: accepted if it was made to them, else withdrawn. Null if
 * there is none. Before the ticket changes, so that its frames don't have the offer.
 */
export async function settleOffer(
  { tx, tenantId }: Change,
  now: Date,
  { userId }: Pick<Taker, 'userId'>,
  ticket: { id: Id; offeredTo: Id | null },
): Promise<SettledOffer | null> {
  if (ticket.offeredTo === null) return null;
  const isTheirs = ticket.offeredTo === userId;
  const settled = await tx
    .updateTable('ticket_transfer')
    .set(isTheirs ? { transferred_at: now } : { deleted_at: now })
    .where('tenant_id', '=', tenantId)
    .where('ticket_id', '=', ticket.id)
    .where('transferred_at', 'is', null)
    .where('deleted_at', 'is', null)
    .returning('id')
    .executeTakeFirstOrThrow();
  return { transfer: await transferView(tx, tenantId, settled.id), isTheirs };
}

/**
 * Publishes that an attendant took a ticket from the queue by a message, and the end of its offer, before that
 * message. `chatTicket` is without the message: those who had the ticket in their queue no longer see its content.
 */
export async function publishTaken(
  change: Change,
  taker: Taker,
  {
    before,
    chatTicket,
    offer,
    messageId,
  }: {
    before: TicketAccess;
    chatTicket: ChatTicketFrame;
    offer: SettledOffer | null;
    messageId: Id;
  },
): Promise<void> {
  const { tx, tenantId, append } = change;
  const user = { id: taker.userId, name: taker.userName };
  const place = { beforeMessageId: messageId };
  if (offer?.isTheirs === false) {
    const data = { ticketTransfer: offer.transfer, chatTicket, user };
    append('DeleteChatTicketTransfer', data, ticketAudience(before));
    await recordTransfer(change, 'transfer_withdrawn', data, place);
  }
  const after = { ...before, ownerId: taker.userId, offeredTo: null };
  const ticketTransfer = offer?.isTheirs === true ? offer.transfer : null;
  await publishOwnerChange(
    change,
    { ticketTransfer, chatTicket, user },
    changedOwnerAudience(before, after, []),
    place,
  );
  if (offer === null) return;
  await audit(tx, {
    tenantId,
    userId: taker.userId,
    action: offer.isTheirs ? 'transfer.confirm' : 'transfer.delete',
    subject: `transfer:${offer.transfer.id}`,
    details: { ticket: chatTicket.id, previous_user: before.ownerId, next_user: offer.transfer.next_user_id },
  });
}
