import { selectMessages } from '../../src/machines/conversation/conversation.selectors.ts';
import type { Directory } from '../../src/machines/directory.ts';
import { conversationKey } from '../../src/machines/entities/ids.ts';
import { selectIsPinned } from '../../src/machines/inbox/inbox.selectors.ts';
import { selectSendState } from '../../src/machines/message-send/message-send.selectors.ts';
import { selectTicket } from '../../src/machines/ticket/ticket.selectors.ts';
import { selectUnseenCount } from '../../src/machines/unseen/unseen.selectors.ts';
import { conversationIn } from './conversation.ts';
import type { SimulatedServer } from './simulate-server.ts';

/** What of a row has to be as the server has it. */
interface RowFacts {
  readonly owner: string | null;
  readonly notResponded: boolean;
  readonly unseen: number;
  readonly pinned: boolean;
  readonly last: string | null;
  readonly offer: string | null;
}

/** What a page shows, in plain values: the list in its order, its rows, what waits for an answer, open conversations. */
export interface Facts {
  readonly list: readonly string[];
  readonly unread: number;
  readonly rows: Readonly<Record<string, RowFacts>>;
  readonly transfers: readonly string[];
  readonly chats: Readonly<Record<string, readonly string[]>>;
  /** What of theirs was refused, by client id. */
  readonly refused: readonly string[];
}

const line = ({ id, ack, text }: { id: string; ack: number; text: string | null }): string => `${id} ${ack} ${text}`;

/** As the page has it. */
export function shownFacts(directory: Directory, open: readonly string[]): Facts {
  const { ids } = directory.ticketOrder.getSnapshot();
  const rows = ids.flatMap((id): [string, RowFacts][] => {
    const snapshot = directory.ticket(id)?.getSnapshot();
    const ticket = snapshot === undefined ? null : selectTicket(snapshot);
    if (snapshot === undefined || ticket === null) return [];
    const counter = directory.unseen(conversationKey(ticket.customer.id, ticket.instance.id))?.getSnapshot();
    const last = conversationIn(directory, id)?.context.lastMessage ?? null;
    const row = {
      owner: ticket.owner?.id ?? null,
      notResponded: snapshot.value.attention === 'notResponded',
      unseen: counter === undefined ? 0 : selectUnseenCount(counter),
      pinned: selectIsPinned(directory.inbox.getSnapshot(), ticket.customer.id),
      last: last && line(last),
      offer: ticket.pendingTransfer?.id ?? null,
    };
    return [[id, row]];
  });
  const chats = open.map((id): [string, readonly string[]] => {
    const conversation = conversationIn(directory, id);
    const entries = conversation === undefined ? [] : selectMessages(conversation);
    return [id, entries.flatMap((entry) => (entry.kind === 'message' ? [line(entry.message)] : []))];
  });
  return {
    list: [...ids],
    unread: directory.totalUnseen.getSnapshot(),
    rows: Object.fromEntries(rows),
    transfers: [...directory.pendingTransfers.getSnapshot()].toSorted(),
    chats: Object.fromEntries(chats),
    refused: [...directory.actors()]
      .flatMap(([key]) => {
        const clientId = key.startsWith('send:') ? key.slice('send:'.length) : '';
        const snapshot = directory.send(clientId)?.getSnapshot();
        return snapshot !== undefined && selectSendState(snapshot) === 'failed' ? [clientId] : [];
      })
      .toSorted(),
  };
}

/** As the server has it, for somebody who looks at all open tickets. */
export function trueFacts(
  server: SimulatedServer,
  userId: string,
  { open, refused }: { readonly open: readonly string[]; readonly refused: readonly string[] },
): Facts {
  const tickets = server.ticketsOf(userId);
  const offers = tickets.flatMap(({ pendingTransfer }) => (pendingTransfer === null ? [] : [pendingTransfer]));
  return {
    list: tickets.map(({ id }) => id),
    unread: tickets.filter(({ unseen }) => unseen > 0).length,
    rows: Object.fromEntries(
      tickets.map(({ id, owner, notResponded, unseen, pinned, lastMessage, pendingTransfer }) => [
        id,
        {
          owner: owner?.id ?? null,
          notResponded,
          unseen,
          pinned: pinned === true,
          last: lastMessage && line(lastMessage),
          offer: pendingTransfer?.id ?? null,
        },
      ]),
    ),
    transfers: offers.map(({ id }) => id).toSorted(),
    chats: Object.fromEntries(open.map((id) => [id, server.messagesOf(id, userId).map(line)])),
    refused: refused.toSorted(),
  };
}
