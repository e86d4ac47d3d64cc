import { useSelector } from '@xstate/react';
import { conversationKey } from '../../../machines/entities/ids.ts';
import { selectOutgoing, selectSendState } from '../../../machines/message-send/message-send.selectors.ts';
import { selectDraft, selectLastMessage } from '../../../machines/conversation/conversation.selectors.ts';
import type { OutgoingMessage } from '../../../machines/log/events-send.ts';
import { selectFinishWaits, selectLifecycle, selectTicket } from '../../../machines/ticket/ticket.selectors.ts';
import { selectUnseenCount } from '../../../machines/unseen/unseen.selectors.ts';
import { useApp, useKept, useObservable } from '../../app/app-context.tsx';
import { useIsOffline } from '../../app/use-offline.ts';
import { usePlainPreview } from '../chat/use-preview.ts';
import { useIsOutgoing } from '../transfer/use-outgoing.ts';
import { ConversationRow, type RowsAround } from './ConversationRow.tsx';

interface TicketRowProps {
  readonly ticketId: string;
  readonly isOpen: boolean;
  readonly isTall: boolean;
  readonly around: RowsAround;
}

/** A row bound to its actors: the ticket, its conversation, its unread count and its pending messages. */
export function TicketRow({ ticketId, ...rest }: TicketRowProps) {
  const { directory } = useApp();
  const actor = useKept(directory.ticket(ticketId), ticketId);
  const ticket = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectTicket(snapshot)));
  const isOffline = useIsOffline();
  const isFinishing = useSelector(
    actor,
    (snapshot) =>
      snapshot !== undefined &&
      selectLifecycle(snapshot) === 'finishing' &&
      (isOffline || selectFinishWaits(snapshot) !== null),
  );
  if (ticket === null) return null;
  return <Bound ticket={ticket} isFinishing={isFinishing} {...rest} />;
}

function Bound(
  props: {
    readonly ticket: NonNullable<ReturnType<typeof selectTicket>>;
    readonly isFinishing: boolean;
  } & Omit<TicketRowProps, 'ticketId'>,
) {
  const { ticket, ...rest } = props;
  const { directory } = useApp();
  const key = conversationKey(ticket.customer.id, ticket.instance.id);
  const conversation = useKept(directory.conversation(key), key);
  const preview = usePlainPreview();
  const draft = useSelector(conversation, (snapshot) => (snapshot === undefined ? '' : selectDraft(snapshot)));
  const lastMessage = useSelector(conversation, (snapshot) =>
    snapshot === undefined ? null : selectLastMessage(snapshot),
  );
  const unseen = useSelector(directory.unseen(key), (snapshot) =>
    snapshot === undefined ? 0 : selectUnseenCount(snapshot),
  );
  const transfers = useObservable(directory.transfersOf(ticket.id));
  const isOutgoing = useIsOutgoing(ticket.id);
  const newestSend = useObservable(directory.sendsOf(key)).at(-1);
  const unsent = useSelector(newestSend === undefined ? undefined : directory.send(newestSend), (snapshot) =>
    snapshot === undefined ? undefined : selectSendState(snapshot),
  );
  const outgoing = useSelector(newestSend === undefined ? undefined : directory.send(newestSend), (snapshot) =>
    snapshot === undefined ? undefined : selectOutgoing(snapshot),
  );
  return (
    <ConversationRow
      ticket={ticket}
      draft={draft}
      lastMessage={lastMessage}
      unseen={unseen}
      unsent={
        unsent === undefined || unsent === 'sent' || outgoing === undefined
          ? undefined
          : { text: preview(previewed(outgoing)), failed: unsent === 'failed' }
      }
      isTransferring={isOutgoing || transfers.length > 0}
      {...rest}
    />
  );
}

/** As the list will show it once the server has it. */
function previewed({ text, file, imageUrl, forwards, reactsTo }: OutgoingMessage) {
  const other = imageUrl !== undefined ? 'image' : reactsTo !== undefined ? 'reaction' : 'text';
  const tag = file?.tag ?? forwards?.tag ?? other;
  const isDocument = tag === 'pdf' || tag === 'doc';
  return { text, tag, documentName: isDocument ? (file?.name ?? forwards?.documentName ?? null) : null };
}
