import type { Ticket } from '../entities/entities.ts';
import type { Failure } from '../entities/failure.ts';
import type { ClientId, ConversationKey, CustomerId, InstanceId, TicketId, TransferId } from '../entities/ids.ts';
import type { Viewer } from '../entities/viewer.ts';
import type { Notice } from '../notification/notice.ts';
import type { PartFrame, TicketFrame } from '../inbox/inbox.unheld.ts';

/**
 * Events that the directory sends to single actors, derived from logged ones. They are never logged themselves: a
 * replay derives them again.
 */
type InternalEvent =
  /** To a send: the one before it in its conversation is settled (sent, failed or discarded). */
  | { readonly type: 'predecessor.settled' }
  /** To a failed send before its retry: it queues behind `after`, the last unsettled one of its conversation. */
  | {
      readonly type: 'send.requeued';
      readonly clientId: ClientId;
      readonly after: ClientId | null;
      readonly queuedAt: number;
    }
  /** To an unseen counter: its conversation is in view (a ticket of it is open and the page is visible). */
  | { readonly type: 'conversation.shown'; readonly customerId: CustomerId; readonly instanceId: InstanceId }
  /** To an unseen counter: its conversation is no longer in view. */
  | { readonly type: 'conversation.hidden'; readonly customerId: CustomerId; readonly instanceId: InstanceId }
  /**
   * To a ticket, its conversation, its unseen counter and its pending transfer: their item of `tickets.listed` or
   * `ticket.loaded`.
   */
  | { readonly type: 'ticket.listed'; readonly ticket: Ticket; readonly streamPosition: number }
  /**
   * To a submitted transfer: there is a network, and no message of its conversation is pending. `hasWaited`: its dialog
   * was closed meanwhile.
   */
  | { readonly type: 'transfer.released'; readonly hasWaited: boolean }
  /** To a ticket: one of its transfers is settled, so that a stale report doesn't bring it back. */
  | { readonly type: 'transfer.settled'; readonly transferId: TransferId }
  /** To a ticket: an earlier page, or a closed tab, asked to finish it. `outcomeId`: null for without. */
  | { readonly type: 'finish.restored'; readonly outcomeId: string | null }
  /** To a ticket: no message of its conversation and no submitted transfer of it is pending any more. */
  | { readonly type: 'sends.settled' }
  /** To a ticket: a resync after lost frames didn't list it, as of that position. */
  | { readonly type: 'ticket.leftOut'; readonly streamPosition: number }
  /**
   * To a conversation: a pending message was discarded. The logged event doesn't prove it, as a send in flight refuses
   * the discard. `failure`: for a reaction, why the server refused it.
   */
  | { readonly type: 'message.gone'; readonly clientId: ClientId; readonly failure: Failure | null }
  /**
   * To socket, inbox and shell: a session started. `isFresh`: no state is held for this user. `isBroken`: the state
   * held wasn't resynced since frames were lost.
   */
  | {
      readonly type: 'session.started';
      readonly viewer: Viewer;
      readonly isFresh: boolean;
      readonly isBroken: boolean;
    }
  /** To socket, inbox and shell: the session ended. */
  | { readonly type: 'session.ended' }
  /** To the shell: this notice was raised. */
  | { readonly type: 'notice.raised'; readonly noticeId: string }
  /** To the list of notices: a notice to list. `isMissed`: it happened while no page was open. */
  | {
      readonly type: 'notice.logged';
      readonly notice: Notice;
      readonly loggedAt: number;
      readonly isMissed: boolean;
    }
  /** To the notices and their list: these conversations are on the screen, and the page became visible. */
  | { readonly type: 'conversations.seen'; readonly ticketIds: readonly TicketId[] }
  /** To inbox and shell: the state held for the previous user is dropped. */
  | { readonly type: 'session.forgotten' }
  /** To a notice: its cause is over. */
  | { readonly type: 'notice.outdated'; readonly noticeId: string }
  /** To a notice: a newer one of the same topic replaces it. */
  | { readonly type: 'notice.superseded'; readonly noticeId: string }
  /** To the socket: the messages of a ticket on the screen were fetched, or failed to. */
  | { readonly type: 'chat.settled'; readonly ticketId: TicketId }
  /** To the socket: the token was renewed. */
  | { readonly type: 'session.renewed' }
  /** To the inbox: the user's role or name changed. */
  | { readonly type: 'viewer.changed'; readonly viewer: Viewer }
  /** To the inbox: frames were lost, so the state held has to be resynced. */
  | { readonly type: 'resync.needed' }
  /** To the inbox: a frame of a ticket that isn't held, to be applied if a list in flight, read before it, brings the ticket. */
  | { readonly type: 'frame.unheld'; readonly frame: TicketFrame | PartFrame }
  /** To the inbox: no list is in flight any more, so such frames can be dropped. */
  | { readonly type: 'frames.settled' }
  /** To the inbox: a frame updated the conversation, so what was listed of it is stale. */
  | { readonly type: 'conversation.updated'; readonly key: ConversationKey }
  /** To the inbox: these tickets are held, or no longer visible: what was listed of them is stale. */
  | { readonly type: 'tickets.known'; readonly ids: readonly TicketId[] }
  /** To the inbox: the frame at that position may have taken tickets that aren't held in or out of the views. */
  | { readonly type: 'views.outdated'; readonly seq: number }
  /** To the inbox: the frame at that position closed a ticket that belongs in the finished ones, or opened it again. */
  | { readonly type: 'ticket.counted'; readonly id: TicketId; readonly seq: number; readonly isOpen: boolean }
  /** To the inbox: how many held rows are at or above the end of its last page. */
  | { readonly type: 'list.measured'; readonly held: number }
  /** To the inbox: the frame at that position removed a row from the list, or moved it down. */
  | { readonly type: 'list.shrunk'; readonly streamPosition: number };

type InternalEventType = InternalEvent['type'];
export type InternalEventOf<Type extends InternalEventType> = Extract<InternalEvent, { readonly type: Type }>;
