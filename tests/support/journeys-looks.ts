import type { MessageId } from '../../src/i18n/message-id.ts';
import type { Directory } from '../../src/machines/directory.ts';
import type { ConversationSnapshot } from '../../src/machines/conversation/conversation.machine.ts';
import { selectMessages } from '../../src/machines/conversation/conversation.selectors.ts';
import type { ChatEntry } from '../../src/machines/conversation/conversation.selectors.ts';
import type { Attendance } from '../../src/machines/entities/entities.ts';
import { conversationKey } from '../../src/machines/entities/ids.ts';
import { selectSendFailure, selectSendState } from '../../src/machines/message-send/message-send.selectors.ts';
import { selectNotice } from '../../src/machines/notification/notification.selectors.ts';
import type { TicketSnapshot } from '../../src/machines/ticket/ticket.machine.ts';
import { selectTicket } from '../../src/machines/ticket/ticket.selectors.ts';
import { selectUnseenCount } from '../../src/machines/unseen/unseen.selectors.ts';
import { deliveryOf } from '../../src/views/attendance/chat/chat-items.ts';
import { permanentReason } from '../../src/views/attendance/chat/closed-reason.ts';
import { conversationIn } from './conversation.ts';
import type { Customer, MessageLooks, NoticeLooks, RowLooks } from './journeys-people.ts';

/** What a person would see of a wired client, read off its actors. */

/** A customer's line in the list. */
export interface ListRow {
  readonly id: string;
  /** Its place, from 0. */
  readonly at: number;
  readonly ticket: Attendance;
}

export function rowOf(directory: Directory, { phone }: Customer): ListRow | null {
  for (const [at, id] of directory.ticketOrder.getSnapshot().ids.entries()) {
    const ticket = ticketOf(directory, id)?.ticket;
    if (ticket?.customer.phone === phone) return { id, at, ticket };
  }
  return null;
}

export function rowLooksLike(directory: Directory, row: ListRow, { unread, first, transferring }: RowLooks): boolean {
  const counter = directory.unseen(conversationKey(row.ticket.customer.id, row.ticket.instance.id))?.getSnapshot();
  return (
    (unread === undefined || unread === (counter === undefined ? 0 : selectUnseenCount(counter))) &&
    (first !== true || row.at === 0) &&
    (transferring !== true || directory.transfersOf(row.id).getSnapshot().length > 0)
  );
}

export interface HeldTicket {
  readonly ticket: Attendance;
  readonly snapshot: TicketSnapshot;
  readonly conversation: ConversationSnapshot;
}

export function ticketOf(directory: Directory, id: string): HeldTicket | null {
  const snapshot = directory.ticket(id)?.getSnapshot();
  const ticket = snapshot === undefined ? null : selectTicket(snapshot);
  const conversation = conversationIn(directory, id);
  if (snapshot === undefined || ticket === null || conversation === undefined) return null;
  return { ticket, snapshot, conversation };
}

/** Every line of a conversation that says this. */
export function entriesOf(snapshot: ConversationSnapshot, { by, text }: MessageLooks): readonly ChatEntry[] {
  return selectMessages(snapshot).filter((entry) =>
    entry.kind === 'optimistic'
      ? by === 'me' && entry.message.text === text
      : entry.message.received === (by === 'customer') && entry.message.text === text,
  );
}

/** `closed`: why nothing can be written in the conversation. */
export function entryLooksLike(
  directory: Directory,
  entry: ChatEntry,
  { ticks, quotes, note }: MessageLooks,
  closed: MessageId | undefined,
): boolean {
  const said = entry.message;
  const looks = looksOf(directory, entry, closed);
  return (
    (ticks === undefined || looks.ticks === ticks) &&
    (quotes === undefined || said.quoted?.text === quotes) &&
    (note === undefined || (looks.note === note.text && (note.reason === undefined || looks.reason === note.reason)))
  );
}

interface EntryLooks {
  readonly ticks: string;
  readonly note: MessageId | null;
  readonly reason: string | null;
}

function looksOf(directory: Directory, entry: ChatEntry, closed: MessageId | undefined): EntryLooks {
  if (entry.kind === 'message') {
    const { errorCode, errorKey } = entry.message;
    const note = errorCode === null ? null : 'attendance.notDelivered';
    return { ticks: deliveryOf(entry.message), note, reason: errorKey };
  }
  const snapshot = directory.send(entry.message.clientId)?.getSnapshot();
  const state = snapshot === undefined ? 'sending' : selectSendState(snapshot);
  const failure = snapshot === undefined ? null : selectSendFailure(snapshot);
  if (state === 'failed') {
    const reason = failure === null ? null : (permanentReason(failure.key, closed) ?? failure.key);
    return { ticks: 'error', note: 'attendance.notSent', reason };
  }
  return { ticks: 'pending', note: state === 'uncertain' ? 'attendance.uncertain' : null, reason: null };
}

export function isNoticed(directory: Directory, { title, body, values }: NoticeLooks): boolean {
  return directory.notices.getSnapshot().some((id) => {
    const snapshot = directory.notice(id)?.getSnapshot();
    if (snapshot === undefined) return false;
    const notice = selectNotice(snapshot);
    if (notice.title.kind !== 'message' || notice.body.kind !== 'message') return false;
    const said = notice.body.values;
    return (
      notice.title.id === title &&
      notice.body.id === body &&
      Object.entries(values).every(([name, value]) => said[name] === value)
    );
  });
}
