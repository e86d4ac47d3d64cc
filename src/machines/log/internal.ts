import type { Ticket } from '../entities/entities.ts';
import type { ClientId, ConversationKey, CustomerId, InstanceId, TicketId, TransferId } from '../entities/ids.ts';
import type { Viewer } from '../entities/viewer.ts';
import type { PartFrame, TicketFrame } from '../inbox/inbox.unheld.ts';

/**
 * What the directory tells single actors besides the logged event itself. Derived from the log, so
 * never logged: a replay derives the same again.
 */
export type InternalEvent =
  /** To a send: the one before it in its conversation is sent, failed or discarded. */
  | { readonly type: 'predecessor.settled'; readonly clientId: ClientId }
  /** To a failed send that is about to be tried again: `after` is the last unsettled one of its conversation. */
  | {
      readonly type: 'send.requeued';
      readonly clientId: ClientId;
      readonly after: ClientId | null;
      readonly queuedAt: number;
    }
  /** To an unseen counter: somebody looks at the conversation (a ticket of it is watched and the page is visible). */
  | { readonly type: 'conversation.shown'; readonly customerId: CustomerId; readonly instanceId: InstanceId }
  /** To an unseen counter: nobody looks at it any more (left, or the page was hidden). */
  | { readonly type: 'conversation.hidden'; readonly customerId: CustomerId; readonly instanceId: InstanceId }
  /**
   * To a ticket, its unseen counter and its pending transfer: one item of `tickets.listed` or
   * `ticket.loaded`, so that no actor has to look through a whole page for what is its own.
   */
  | { readonly type: 'ticket.listed'; readonly ticket: Ticket; readonly streamPosition: number }
  /** To a ticket: one of its transfers is over, so that late news doesn't bring it back. */
  | { readonly type: 'transfer.settled'; readonly transferId: TransferId }
  /** To a ticket: none of our messages of its conversation is on its way any more. */
  | { readonly type: 'sends.settled' }
  /** To a ticket: after a break the server listed the others at that position, and this one not. */
  | { readonly type: 'ticket.leftOut'; readonly streamPosition: number }
  /**
   * To a conversation: a message on its way out was given up (a discard of one under way is refused, so the
   * logged event can't tell).
   */
  | { readonly type: 'message.gone'; readonly clientId: ClientId }
  /**
   * To socket, inbox and shell: somebody is logged in from now on. `isFresh`: nothing is held for them.
   * `isBroken`: what is held wasn't compared with the server since something was lost.
   */
  | {
      readonly type: 'session.started';
      readonly viewer: Viewer;
      readonly isFresh: boolean;
      readonly isBroken: boolean;
    }
  /** To socket, inbox and shell: nobody is logged in any more. */
  | { readonly type: 'session.ended' }
  /** To the shell: the person is told this notice. */
  | { readonly type: 'notice.told'; readonly noticeId: string }
  /** To inbox and shell: what was held for the person of before is forgotten. */
  | { readonly type: 'session.forgotten' }
  /** To a notice: a newer one of the same topic has come. */
  | { readonly type: 'notice.superseded'; readonly noticeId: string }
  /** To the socket: what was awaited of a ticket on the screen has come, or has not. */
  | { readonly type: 'chat.settled'; readonly ticketId: TicketId }
  /** To the socket: calls bear a new token. */
  | { readonly type: 'session.renewed' }
  /** To the inbox: whoever is logged in has another role or name. */
  | { readonly type: 'viewer.changed'; readonly viewer: Viewer }
  /** To the inbox: what is held has to be compared with the server after a gap. */
  | { readonly type: 'resync.needed' }
  /** To the inbox: a frame told of what isn't held, while a list may be on its way that was read before. */
  | { readonly type: 'frame.unheld'; readonly frame: TicketFrame | PartFrame }
  /** To the inbox: nothing is on its way any more. */
  | { readonly type: 'frames.settled' }
  /** To the inbox: a frame told of the conversation, so that what was listed of it is outdated. */
  | { readonly type: 'conversation.told'; readonly key: ConversationKey }
  /** To the inbox: how many held rows stand at or above the end of its furthest page. */
  | { readonly type: 'list.measured'; readonly held: number }
  /** To the inbox: a frame at that position took a row out of the list, or further down. */
  | { readonly type: 'list.shrunk'; readonly streamPosition: number };

export type InternalEventType = InternalEvent['type'];
export type InternalEventOf<Type extends InternalEventType> = Extract<InternalEvent, { readonly type: Type }>;
