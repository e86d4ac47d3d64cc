import {
  selectCanOlder,
  selectChatFailure,
  selectChatState,
  selectIsComplete,
  selectMessages,
  selectLastReceivedAt,
  shownReactions,
} from '../../src/machines/conversation/conversation.selectors.ts';
import type { Message } from '../../src/machines/entities/entities.ts';
import { conversationKey } from '../../src/machines/entities/ids.ts';
import { selectHasMore, selectInboxPhase, selectIsPinned } from '../../src/machines/inbox/inbox.selectors.ts';
import {
  selectOutgoing,
  selectSendFailure,
  selectSendState,
} from '../../src/machines/message-send/message-send.selectors.ts';
import {
  selectCanFinish,
  selectCanTransfer,
  selectIsGone,
  selectLifecycle,
  selectLoadFailure,
  selectTicket,
} from '../../src/machines/ticket/ticket.selectors.ts';
import { selectMayConfirm, selectTransferState } from '../../src/machines/transfer/transfer.selectors.ts';
import { selectTransfer } from '../../src/machines/transfer/transfer.pending.selectors.ts';
import { selectUnseenCount } from '../../src/machines/unseen/unseen.selectors.ts';
import type { Client } from './client.ts';
import { conversationIn } from './conversation.ts';

/** What of a message is on the screen: that it is unseen is told by the row's counter alone, and of reactions only the last. */
function shownMessage(message: Message): unknown {
  const { unseen: _, ...shown } = message;
  return { ...shown, reactions: shownReactions(message) };
}

function rowOf({ directory }: Client, id: string): unknown {
  const snapshot = directory.ticket(id)?.getSnapshot();
  const ticket = snapshot === undefined ? null : selectTicket(snapshot);
  if (snapshot === undefined || ticket === null) return { id, missing: true };
  const lastMessage = conversationIn(directory, id)?.context.lastMessage ?? null;
  const key = conversationKey(ticket.customer.id, ticket.instance.id);
  const counter = directory.unseen(key)?.getSnapshot();
  return {
    ...ticket,
    lastMessage: lastMessage && shownMessage(lastMessage),
    pinned: selectIsPinned(directory.inbox.getSnapshot(), ticket.customer.id),
    unseen: counter === undefined ? 0 : selectUnseenCount(counter),
    lifecycle: selectLifecycle(snapshot),
    notResponded: snapshot.value.attention === 'notResponded',
    transfers: directory.transfersOf(id).getSnapshot(),
    unsent: directory.sendsOf(key).getSnapshot(),
  };
}

function chatOf({ directory }: Client, id: string): unknown {
  const snapshot = directory.ticket(id)?.getSnapshot();
  const conversation = conversationIn(directory, id);
  if (snapshot === undefined || conversation === undefined) return { missing: true };
  return {
    state: selectChatState(conversation),
    complete: selectIsComplete(conversation),
    entries: selectMessages(conversation).map((entry) =>
      entry.kind === 'message' ? shownMessage(entry.message) : { optimistic: entry.message.text },
    ),
    receivedAt: selectLastReceivedAt(conversation),
    canFinish: selectCanFinish(snapshot),
    canTransfer: selectCanTransfer(snapshot),
  };
}

function transferOf({ directory }: Client, id: string): unknown {
  const snapshot = directory.transfer(id)?.getSnapshot();
  if (snapshot === undefined) return { missing: true };
  return {
    transfer: selectTransfer(snapshot),
    state: selectTransferState(snapshot),
    mayConfirm: selectMayConfirm(snapshot),
  };
}

/** What is on the screen, in plain values that can be compared. */
export interface Screen {
  readonly list: readonly string[];
  readonly pinnedCount: number;
  readonly rows: Readonly<Record<string, unknown>>;
  readonly chats: Readonly<Record<string, unknown>>;
  readonly transfers: readonly unknown[];
  readonly totalUnseen: number;
}

/** All that a person sees: the list with its rows, what waits for an answer, the conversations that are open. */
export function screenOf(client: Client, open: readonly string[]): Screen {
  const { directory } = client;
  const { ids, pinnedCount } = directory.ticketOrder.getSnapshot();
  const opened = [...new Set(open)];
  return {
    list: [...ids],
    pinnedCount,
    rows: Object.fromEntries([...new Set([...ids, ...opened])].map((id) => [id, rowOf(client, id)])),
    chats: Object.fromEntries(opened.map((id) => [id, chatOf(client, id)])),
    transfers: directory.pendingTransfers.getSnapshot().map((id) => transferOf(client, id)),
    totalUnseen: directory.totalUnseen.getSnapshot(),
  };
}

/** Where two screens differ, each place on a line; empty when they are the same. */
export function differencesOf(one: unknown, other: unknown, at = ''): readonly string[] {
  if (Object.is(one, other)) return [];
  if (!isRecord(one) || !isRecord(other)) return [`${at}: ${JSON.stringify(one)} and ${JSON.stringify(other)}`];
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return [...names].flatMap((name) => differencesOf(one[name], other[name], `${at}.${name}`));
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

/** Scrolls to the end of the list and to the beginning of the open conversations, and tries again what didn't come. */
export async function scrollAll(client: Client, open: readonly string[]): Promise<void> {
  for (;;) {
    const phase = await client.waitFor(({ inbox }) => {
      const now = selectInboxPhase(inbox.getSnapshot());
      return ['ready', 'failed', 'moreFailed'].includes(now) && now;
    });
    if (phase === 'ready' && !selectHasMore(client.directory.inbox.getSnapshot())) break;
    client.append({ type: phase === 'ready' ? 'inbox.endReached' : 'inbox.retried' });
  }
  for (const id of open) {
    for (;;) {
      const shown = await client.waitFor((directory) => {
        const ticket = directory.ticket(id)?.getSnapshot();
        const conversation = conversationIn(directory, id);
        const isSettled = conversation !== undefined && ['ready', 'failed'].includes(selectChatState(conversation));
        const loadFailure = ticket === undefined || selectIsGone(ticket) ? null : selectLoadFailure(ticket);
        return (isSettled || loadFailure !== null) && { conversation, loadFailure };
      });
      const { conversation, loadFailure } = shown;
      const failure = (conversation && selectChatFailure(conversation)) ?? loadFailure;
      if (failure !== null && failure.code !== 'NOT_FOUND') client.append({ type: 'chat.retried', ticketId: id });
      else if (conversation !== undefined && selectCanOlder(conversation))
        client.append({ type: 'chat.olderRequested', ticketId: id });
      else break;
    }
  }
}

/** What of ours isn't sent, in the order it was submitted, as `text: state`; a refusal with its key. */
export function unsentOf({ directory }: Client): readonly string[] {
  return [...directory.actors()].flatMap(([key]) => {
    const snapshot = key.startsWith('send:') ? directory.send(key.slice('send:'.length))?.getSnapshot() : undefined;
    if (snapshot === undefined) return [];
    const failure = selectSendFailure(snapshot);
    return [
      `${selectOutgoing(snapshot).text}: ${selectSendState(snapshot)}${failure === null ? '' : ` ${failure.key}`}`,
    ];
  });
}
