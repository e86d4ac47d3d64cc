import { useSelector } from '@xstate/react';
import { conversationKey } from '../../../machines/entities/ids.ts';
import { selectOutgoing, selectSendState } from '../../../machines/message-send/message-send.selectors.ts';
import { selectDraft, selectTicket } from '../../../machines/ticket/ticket.selectors.ts';
import { selectUnseenCount } from '../../../machines/unseen/unseen.selectors.ts';
import { useApp, useObservable, useWatch } from '../../app/app-context.tsx';
import { ConversationRow } from './ConversationRow.tsx';

interface TicketRowProps {
  readonly ticketId: string;
  readonly isOpen: boolean;
  readonly showOwner: boolean;
  readonly now: number;
}

/** A row bound to its actors: the ticket, its counter, what of ours is still on its way. */
export function TicketRow({ ticketId, ...rest }: TicketRowProps) {
  const { directory } = useApp();
  const actor = directory.ticket(ticketId);
  const ticket = useSelector(actor, (snapshot) => (snapshot === undefined ? null : selectTicket(snapshot)));
  const draft = useSelector(actor, (snapshot) => (snapshot === undefined ? '' : selectDraft(snapshot)));
  useWatch(`ticket:${ticketId}`);
  if (ticket === null) return null;
  return <Bound ticket={ticket} draft={draft} {...rest} />;
}

function Bound(
  props: { readonly ticket: NonNullable<ReturnType<typeof selectTicket>>; readonly draft: string } & Omit<
    TicketRowProps,
    'ticketId'
  >,
) {
  const { ticket, ...rest } = props;
  const { directory } = useApp();
  const key = conversationKey(ticket.customer.id, ticket.instance.id);
  const unseen = useSelector(directory.unseen(key), (snapshot) =>
    snapshot === undefined ? 0 : selectUnseenCount(snapshot),
  );
  const transfers = useObservable(directory.transfersOf(ticket.id));
  const newestSend = useObservable(directory.sendsOf(key)).at(-1);
  const unsent = useSelector(newestSend === undefined ? undefined : directory.send(newestSend), (snapshot) =>
    snapshot === undefined ? undefined : selectSendState(snapshot),
  );
  const outgoing = useSelector(newestSend === undefined ? undefined : directory.send(newestSend), (snapshot) =>
    snapshot === undefined ? undefined : selectOutgoing(snapshot).text,
  );
  return (
    <ConversationRow
      ticket={ticket}
      unseen={unseen}
      unsent={
        unsent === undefined || unsent === 'sent' || outgoing === undefined
          ? undefined
          : { text: outgoing, failed: unsent === 'failed' }
      }
      isTransferring={transfers.length > 0}
      {...rest}
    />
  );
}
