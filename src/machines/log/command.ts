import type { ClientId, CustomerId, InstanceId, MessageId, TicketId, TransferId, UserId } from '../entities/ids.ts';
import type { DraftOrigin } from '../entities/draft-origin.ts';
import type { InboxQuery } from './events-inbox.ts';
import type { OutgoingAction, OutgoingMessage, StoredMessage } from './events-send.ts';
import type { ListName, ListQuery } from './events-administration.ts';
import type { FormName, FormValues } from '../entities/forms.ts';
import type { CallId, LoginPath, Preferences, SecretRef, SoundKind, StoredSession } from './events-session.ts';

/** Timers, at most one running per name. `ms` later -> timer.fired */
type TimerCommand =
  | { readonly type: 'timer.start'; readonly timer: string; readonly ms: number }
  | { readonly type: 'timer.cancel'; readonly timer: string };

type AuthCommand =
  /** -> login.succeeded | login.refused | login.secondFactorRequired. The secret is dropped from the vault. */
  | {
      readonly type: 'login.send';
      readonly generation: number;
      readonly path: LoginPath;
      readonly email: string;
      readonly secret: SecretRef;
      readonly remember: boolean;
    }
  /**
   * The login's second step. -> login.succeeded | login.codeRefused | login.refused. The code is
   * dropped from the vault, the challenge stays for another try.
   */
  | {
      readonly type: 'login.confirm';
      readonly generation: number;
      readonly path: LoginPath;
      readonly email: string;
      readonly challenge: SecretRef;
      readonly code: SecretRef;
    }
  /** -> token.refreshed | token.refreshFailed, `refused` when the new token would be somebody else's */
  | { readonly type: 'token.refresh'; readonly generation: number; readonly userId: UserId }
  /** Later calls use this token and generation. */
  | { readonly type: 'token.adopt'; readonly token: SecretRef; readonly generation: number }
  /** Forgets a token or secret that came too late to be used. */
  | { readonly type: 'token.drop'; readonly token: SecretRef }
  /** Later calls carry no token. Calls in flight are cancelled. */
  | { readonly type: 'token.clear' }
  | { readonly type: 'session.keep'; readonly session: StoredSession }
  | { readonly type: 'session.forget' }
  /** -> logout.finished, whatever the server says. Sent with the token of `generation`. */
  | { readonly type: 'logout.send'; readonly generation: number }
  | { readonly type: 'call.retry'; readonly call: CallId; readonly generation: number }
  /** The waiting call fails with `ABANDONED`. */
  | { readonly type: 'call.abandon'; readonly call: CallId }
  /** The waiting call fails with `NETWORK`: the server couldn't be reached to renew its token. */
  | { readonly type: 'call.fail'; readonly call: CallId }
  /** -> user.loaded */
  | { readonly type: 'user.fetch' }
  /** -> permissions.listed */
  | { readonly type: 'permissions.fetch'; readonly email: string }
  /** Navigates to a path below the tenant's base. `returnHere` adds the current path as `to`, where the login returns to. */
  | { readonly type: 'page.navigate'; readonly to: string; readonly replace: boolean; readonly returnHere: boolean }
  /** Reloads the page, and stores the version of the contract it was reloaded for. */
  | { readonly type: 'page.reload'; readonly version: number }
  /** Writes a catalogue text to the browser's console. */
  | { readonly type: 'console.note'; readonly key: string };

type SocketCommand =
  /** -> socket.ticketIssued | socket.ticketFailed */
  | { readonly type: 'socket.fetchTicket'; readonly attempt: number }
  /** -> socket.opened, socket.greeted, frames, socket.closed */
  | {
      readonly type: 'socket.open';
      readonly attempt: number;
      readonly ticket: SecretRef;
      readonly userId: UserId;
      readonly epoch: string | null;
      readonly since: number | null;
    }
  | { readonly type: 'socket.ping'; readonly attempt: number }
  | { readonly type: 'socket.close'; readonly attempt: number }
  | { readonly type: 'presence.connect' };

type ChatCommand =
  /** -> tickets.listed | tickets.listFailed */
  | {
      readonly type: 'tickets.fetch';
      readonly request: number;
      readonly query: InboxQuery;
      readonly page: number;
      readonly limit: number;
      readonly purpose: 'page' | 'resync' | 'views';
      /** Whether the answer is to list which tickets are in each view. */
      readonly withViews?: boolean;
    }
  /** -> ticket.loaded | ticket.loadFailed */
  | { readonly type: 'ticket.fetch'; readonly ticketId: TicketId }
  /**
   * -> chat.listed | chat.listFailed. The messages before `beforeId`, after `afterId`, or around `aroundId`; without
   * any of them the newest.
   */
  | {
      readonly type: 'chat.fetch';
      readonly request: number;
      readonly customerId: CustomerId;
      readonly instanceId: InstanceId;
      readonly beforeId: MessageId | null;
      readonly afterId?: MessageId;
      readonly aroundId?: MessageId;
      readonly limit: number;
    }
  /** A message's text from character `from` on. -> text.loaded | text.loadFailed */
  | {
      readonly type: 'text.fetch';
      readonly customerId: CustomerId;
      readonly instanceId: InstanceId;
      readonly messageId: MessageId;
      readonly from: number;
    }
  /** The customer's finished tickets, newest first. -> history.listed | history.failed */
  | {
      readonly type: 'history.fetch';
      readonly customerId: CustomerId;
      readonly instanceId: InstanceId;
      readonly limit: number;
    }
  /** -> ticket.finished | ticket.finishFailed */
  | { readonly type: 'ticket.finish'; readonly ticketId: TicketId; readonly outcomeId?: string }
  /** -> customer.pinFailed; success arrives as `customer.pinned` */
  | { readonly type: 'customer.pin'; readonly customerId: CustomerId; readonly pinned: boolean }
  /** Stores a draft; an empty text deletes it. */
  | {
      readonly type: 'draft.keep';
      readonly customerId: CustomerId;
      readonly instanceId: InstanceId;
      readonly text: string;
      /** Left out for a message. */
      readonly of?: 'note';
      readonly origin?: DraftOrigin;
    }
  /** -> instances.listed | instances.listFailed */
  | { readonly type: 'instances.fetch' };

type SendCommand =
  /** -> outbox.stored | outbox.storeFailed. Replaces what is stored under the same client id. */
  | { readonly type: 'outbox.put'; readonly message: StoredMessage }
  /** The same for a pending action on a ticket. */
  | { readonly type: 'outbox.putAction'; readonly action: OutgoingAction }
  /** Also cancels its upload; no upload events follow. */
  | { readonly type: 'outbox.remove'; readonly clientId: ClientId }
  /** -> outbox.restored, drafts.restored */
  | { readonly type: 'outbox.load'; readonly userId: UserId }
  /** -> tab.led when this tab becomes the leader, tab.otherViewed, tab.othersUnsent, and the events of other tabs */
  | { readonly type: 'tabs.join'; readonly userId: UserId }
  /** Announces to the user's other tabs which tickets are on this one's screen. */
  | { readonly type: 'tabs.tellShown'; readonly ticketIds: readonly TicketId[] }
  | { readonly type: 'tabs.leave' }
  /** Stores the person's log from now on; -> log.storeFailed when that is refused. */
  | { readonly type: 'log.keep'; readonly userId: UserId }
  /** Removes what an earlier session stored of the person's log. */
  | { readonly type: 'log.drop'; readonly userId: UserId }
  /** Erases drafts, outbox and everything else stored for the user, and closes desktop notifications. */
  | { readonly type: 'storage.erase' }
  /** Uploads the message's file. -> message.progressed, then message.uploaded | message.refused | message.uploadLost */
  | { readonly type: 'message.upload'; readonly message: OutgoingMessage }
  /** -> message.accepted | message.refused | message.answerLost */
  | { readonly type: 'message.send'; readonly message: OutgoingMessage }
  /** -> message.resolved | message.resolveFailed */
  | { readonly type: 'message.resolve'; readonly clientId: ClientId };

type UnseenCommand =
  /** -> unseen.resetAnswered | unseen.resetFailed */
  | {
      readonly type: 'unseen.reset';
      readonly customerId: CustomerId;
      readonly instanceId: InstanceId;
      readonly upToId: MessageId | null;
    };

type TransferCommand =
  /** -> transfer.candidatesListed | transfer.candidatesFailed */
  | {
      readonly type: 'transfer.fetchCandidates';
      readonly ticketId: TicketId;
      readonly instanceId: InstanceId;
      readonly withoutUserId: UserId | null;
    }
  /** -> transfer.created | transfer.createFailed */
  | {
      readonly type: 'transfer.create';
      readonly ticketId: TicketId;
      /** A repeated create with the same client id is the same transfer. */
      readonly clientId: ClientId;
      readonly nextOwnerId: UserId;
      readonly previousOwnerId: UserId | null;
      readonly note?: string;
    }
  /** -> transfer.queued | transfer.createFailed */
  | {
      readonly type: 'transfer.queue';
      readonly ticketId: TicketId;
      /** A repeated call with the same client id is the same transfer. */
      readonly clientId: ClientId;
      /** Null for the ticket's own queue. */
      readonly departmentId: string | null;
      readonly previousOwnerId: UserId | null;
      readonly note?: string;
    }
  /** -> transfer.confirmed | transfer.confirmFailed */
  | { readonly type: 'transfer.confirm'; readonly transferId: TransferId }
  /** -> transfer.deleted | transfer.deleteFailed */
  | { readonly type: 'transfer.delete'; readonly transferId: TransferId };

/** A catalogue text with its values, or literal words. */
export type NoticeText =
  | { readonly kind: 'message'; readonly id: string; readonly values: Readonly<Record<string, string | number>> }
  | { readonly kind: 'words'; readonly words: string };

/** A message's file; `retry` also asks the server to fetch it from the provider again. -> media.loaded | media.loadFailed */
interface MediaCommand {
  readonly type: 'media.fetch';
  readonly messageId: MessageId;
  readonly request: number;
  readonly retry: boolean;
}

/** Announces to the server which conversation is on the screen, and whether its draft is being typed; null for none. */
interface PresenceCommand {
  readonly type: 'presence.tell';
  readonly customerId: CustomerId | null;
  readonly instanceId: InstanceId | null;
  readonly typing: boolean;
}

type DesktopCommand =
  /** Shows a desktop notification; a click comes back as `notice.desktopClicked`. */
  | { readonly type: 'desktop.show'; readonly noticeId: string; readonly title: NoticeText; readonly body: NoticeText }
  | { readonly type: 'desktop.hide'; readonly noticeId: string }
  /** Announces to the user's other tabs which notices were read or cleared in this one. */
  | { readonly type: 'notices.tellRead'; readonly ids: readonly string[] }
  /** -> desktop.permissionChanged */
  | { readonly type: 'desktop.askPermission' }
  /** Plays the sound of a kind of notice; `volume` is 0 to 1. -> sound.refused */
  | { readonly type: 'sound.play'; readonly sound: SoundKind; readonly volume: number }
  | { readonly type: 'preferences.keep'; readonly preferences: Preferences }
  /** Stores whether the screen is locked, for the next page and the other tabs. */
  | { readonly type: 'lock.keep'; readonly locked: boolean };

type AdministrationCommand =
  /** -> list.answered | list.failed, and `renewMs` later list.outdated, unless it was fetched again before */
  | { readonly type: 'list.fetch'; readonly list: ListName; readonly request: number; readonly query: ListQuery }
  /** -> form.loaded | form.loadFailed */
  | { readonly type: 'form.load'; readonly form: FormName; readonly key: string; readonly request: number }
  /** -> form.saved | form.refused, with the key `error.form.conflict` when `version` is no longer what the server holds */
  | {
      readonly type: 'form.save';
      readonly form: FormName;
      readonly key: string;
      readonly request: number;
      readonly values: FormValues;
      readonly version: string | null;
    }
  /** Cancels a download. */
  | { readonly type: 'form.stop'; readonly form: FormName; readonly key: string; readonly request: number };

/** Every side effect a machine can request. An adapter runs it; its outcome is an event. */
export type Command =
  | TimerCommand
  | AuthCommand
  | SocketCommand
  | ChatCommand
  | SendCommand
  | UnseenCommand
  | TransferCommand
  | MediaCommand
  | PresenceCommand
  | DesktopCommand
  | AdministrationCommand;

export type CommandType = Command['type'];
export type CommandOf<Type extends CommandType> = Extract<Command, { readonly type: Type }>;
