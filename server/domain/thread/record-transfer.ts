import type { StreamData } from '../../../contract/realtime/server-frame.ts';
import type { Change } from '../../db/change.ts';
import { recordEvent } from './record-event.ts';
import type { TicketHappening } from './record-event.ts';

/** Records in the conversation that a transfer was offered, with its note, or withdrawn. */
export async function recordTransfer(
  change: Change,
  kind: 'transfer_offered' | 'transfer_withdrawn',
  { ticketTransfer, user }: StreamData<'ChatTicketTransferring'>,
  place: Pick<TicketHappening, 'beforeMessageId'> = {},
): Promise<void> {
  await recordEvent(change, {
    ticketId: ticketTransfer.chatTicket.id,
    kind,
    userId: user?.id ?? null,
    previousUserId: ticketTransfer.previous_user_id,
    nextUserId: ticketTransfer.next_user_id,
    ...(kind === 'transfer_offered' && { note: ticketTransfer.note ?? null }),
    ...place,
  });
}
