import type { Message, Ticket } from '../entities/entities.ts';
import type { ClientId, CustomerId, InstanceId, TicketId } from '../entities/ids.ts';
import type { Viewer } from '../entities/viewer.ts';

/**
 * What the directory tells single actors besides the logged event itself. Derived from the log, so
 * never logged: a replay derives the same again.
 */
export type InternalEvent =
  /** To a send: the one before it in its conversation is sent, failed or discarded. */
  | { readonly type: 'predecessor.settled'; readonly clientId: ClientId }
  /** To a failed send that is about to be tried again: `after` is the last unsettled one of its conversation. */
  | { readonly type: 'send.requeued'; readonly clientId: ClientId; readonly after: ClientId | null }
  /** To an unseen counter: somebody looks at the conversation (a ticket of it is watched and the page is visible). */
  | { readonly type: 'conversation.shown'; readonly customerId: CustomerId; readonly instanceId: InstanceId }
  /** To an unseen counter: nobody looks at it any more (left, or the page was hidden). */
  | { readonly type: 'conversation.hidden'; readonly customerId: CustomerId; readonly instanceId: InstanceId }
  /**
   * To a ticket, its unseen counter and its pending transfer: one item of `tickets.listed` or
   * `ticket.loaded`, so that no actor has to look through a whole page for what is its own.
   */
  | { readonly type: 'ticket.listed'; readonly ticket: Ticket; readonly streamPosition: number }
  /** To the other tickets of a conversation: a message came to its newest one, and is the last of them all. */
  | {
      readonly type: 'conversation.heard';
      readonly message: Message;
      readonly lastMessage: Message | null;
      readonly lastReceivedAt: number | null;
      readonly streamPosition: number;
    }
  /**
   * To the tickets of a conversation: its ticket `upTo` came into the viewer's sight, who hasn't heard
   * what was written before. `isOwn`: to that ticket itself.
   */
  | {
      readonly type: 'conversation.widened';
      readonly upTo: TicketId;
      readonly isOwn: boolean;
      readonly lastMessage: Message | null;
      readonly lastReceivedAt: number | null;
      readonly streamPosition: number;
    }
  /** To the other tickets of a conversation and its counter: a ticket went out of sight, it is read up to `upTo` now. */
  | { readonly type: 'conversation.narrowed'; readonly upTo: TicketId; readonly streamPosition: number }
  /**
   * To the tickets of a conversation: a message on its way out was given up (a discard of one under way is
   * refused, so the logged event can't tell), or is at the server.
   */
  | { readonly type: 'temp.dropped'; readonly clientId: ClientId }
  /** To a ticket: whether the viewer has pinned its customer, as of a position of the stream. */
  | { readonly type: 'pin.known'; readonly pinned: boolean; readonly streamPosition: number }
  /** To socket, inbox and shell: somebody is logged in from now on. `isFresh`: nothing is held for them. */
  | { readonly type: 'session.started'; readonly viewer: Viewer; readonly isFresh: boolean }
  /** To socket, inbox and shell: nobody is logged in any more. */
  | { readonly type: 'session.ended' }
  /** To a notice: a newer one of the same topic has come. */
  | { readonly type: 'notice.superseded'; readonly noticeId: string }
  /** To the socket: calls bear a new token. */
  | { readonly type: 'session.renewed' }
  /** To the inbox: what is held has to be compared with the server after a gap. */
  | { readonly type: 'resync.needed' }
  /** To the inbox: how many held rows stand at or above the end of its furthest page. */
  | { readonly type: 'list.measured'; readonly held: number }
  /** To the inbox: a frame at that position took a row out of the list, or further down. */
  | { readonly type: 'list.shrunk'; readonly streamPosition: number };

export type InternalEventType = InternalEvent['type'];
export type InternalEventOf<Type extends InternalEventType> = Extract<InternalEvent, { readonly type: Type }>;
