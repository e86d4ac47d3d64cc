import type { Failure } from '../entities/failure.ts';
import type { TicketId } from '../entities/ids.ts';
import { isAdmin } from '../entities/viewer.ts';
import type { Viewer } from '../entities/viewer.ts';
import { FINISH_UNDO_MS, NOTICE_SHOWN_MS } from '../limits.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { DesktopPermission } from '../log/events-session.ts';
import { messageText } from './notice.ts';
import type { Notice, PlannedNotice } from './notice.ts';
import { transferNotice } from './transfer-notices.ts';

/** What decides whether and how a notice is presented. */
export interface NoticeFacts {
  readonly viewer: Viewer;
  /** Whether a page of the user is visible. */
  readonly visible: boolean;
  /** Whether sounds are on. */
  readonly sound: boolean;
  readonly desktop: DesktopPermission;
  /** Tickets on the screen. */
  readonly openTickets: readonly TicketId[];
}

/** The notice that an event raises for the viewer, and how it is presented; null for none. */
export function noticeFor(event: Logged, facts: NoticeFacts): PlannedNotice | null {
  switch (event.type) {
    case 'notice.arrived':
      return chatNotice(event, facts);
    case 'transfer.arrived':
    case 'ticket.transferred':
    case 'transfer.removed': {
      const notice = transferNotice(event, facts.viewer);
      if (notice === null) return null;
      const waits = event.type === 'transfer.arrived';
      const isOffer = waits && event.transfer.nextOwner.id === facts.viewer.userId;
      return planned(notice, facts, {
        sound: isOffer,
        desktop: true,
        staysMs: isOffer ? null : NOTICE_SHOWN_MS,
        // The conversation shows a card for a pending transfer, but not how it was settled.
        inChat: waits,
      });
    }
    case 'login.succeeded':
      return quiet(
        {
          id: `login:${event.generation}`,
          tone: 'success',
          title: messageText('login.success.title'),
          body: messageText('login.success.text'),
          topic: null,
          ticketId: null,
          transferId: null,
        },
        facts,
      );
    case 'line.changed':
      return mentionNotice(event, facts);
    case 'form.saved':
      // What is done in a conversation shows there.
      if (event.form.startsWith('chat.') || event.form.startsWith('note')) return null;
      return quiet(
        {
          id: `saved:${event.position}`,
          tone: 'success',
          title: messageText(`saved.${event.form}`),
          body: { kind: 'words', words: '' },
          topic: 'saved',
          ticketId: null,
          transferId: null,
        },
        facts,
      );
    case 'ticket.finished':
      return finishedNotice(event, facts);
    case 'form.refused':
      // The notice that offered to undo the finish is gone by then.
      return event.form === 'chat.reopen' ? quiet(failed('undo', event, null), facts) : null;
    case 'ticket.finishFailed':
      return quiet(failed('finish', event, event.ticketId), facts);
    case 'customer.pinFailed':
      return quiet(failed('pin', event, null), facts);
    case 'transfer.createFailed':
      return quiet(failed('create', event, event.ticketId), facts);
    case 'transfer.confirmFailed':
      return quiet(failed('confirm', event, null), facts);
    case 'transfer.deleteFailed':
      return quiet(failed('delete', event, null), facts);
    case 'log.storeFailed':
      return quiet(
        {
          id: `log:${event.position}`,
          tone: 'info',
          title: messageText('notice.log.title'),
          body: messageText('notice.log.text'),
          topic: 'storage',
          ticketId: null,
          transferId: null,
        },
        facts,
      );
    case 'outbox.storeFailed':
      return quiet(
        {
          // A fixed id: one notice per session, not one per message.
          id: 'storage:refused',
          tone: 'warning',
          title: messageText('notice.storage.title'),
          body: messageText('error.storage.refused'),
          topic: null,
          ticketId: null,
          transferId: null,
        },
        facts,
      );
    default:
      return null;
  }
}

/** Administrators are notified of everybody's customers, others of their own; nobody of customers without an attendant. */
function chatNotice(event: EventOf<'notice.arrived'>, facts: NoticeFacts): PlannedNotice | null {
  const { attendant, noticeId, ticketId } = event;
  if (attendant === null) return null;
  if (!isAdmin(facts.viewer) && attendant.id !== facts.viewer.userId) return null;
  return planned(
    {
      id: `chat:${noticeId}`,
      tone: 'info',
      title: { kind: 'words', words: event.title },
      body: { kind: 'words', words: event.text },
      topic: `chat:${ticketId}`,
      ticketId,
      transferId: null,
    },
    facts,
    { sound: true, desktop: true, staysMs: NOTICE_SHOWN_MS, inChat: true },
  );
}

/** The viewer is mentioned in a note. */
function mentionNotice({ line }: EventOf<'line.changed'>, facts: NoticeFacts): PlannedNotice | null {
  const { by, deleted, mentions, text } = line;
  const { userId } = facts.viewer;
  if (by === null || deleted || by.id === userId || !mentions.some(({ id }) => id === userId)) return null;
  return planned(
    {
      id: `mention:${line.id}`,
      tone: 'info',
      title: messageText('notice.mention', { name: by.name }),
      body: { kind: 'words', words: text ?? '' },
      topic: null,
      ticketId: line.ticketId,
      transferId: null,
    },
    facts,
    { sound: true, desktop: true, staysMs: null, inChat: true },
  );
}

/** The viewer finished a ticket, which can be undone for a while. */
function finishedNotice(
  { ticket, position }: Logged<EventOf<'ticket.finished'>>,
  facts: NoticeFacts,
): PlannedNotice | null {
  if (ticket.finishedAt === null) return null;
  const notice: Notice = {
    id: `finished:${ticket.id}:${position}`,
    tone: 'success',
    title: messageText('notice.finished', { customer: ticket.customer.name }),
    body: { kind: 'words', words: '' },
    topic: null,
    ticketId: null,
    transferId: null,
    undoOf: ticket.id,
  };
  return planned(notice, facts, { sound: false, desktop: false, staysMs: FINISH_UNDO_MS, inChat: false });
}

/** A call of the viewer failed. Every attempt raises a notice, so the log position is part of its id. */
function failed(
  what: 'finish' | 'undo' | 'pin' | 'create' | 'confirm' | 'delete',
  { failure, position }: { readonly failure: Failure; readonly position: number },
  ticketId: TicketId | null,
): Notice {
  return {
    id: `failed:${what}:${position}`,
    tone: 'danger',
    title: messageText(`notice.failed.${what}`),
    body: messageText(failure.key, { requestId: failure.requestId ?? '—', code: failure.code, ...failure.params }),
    topic: null,
    ticketId,
    transferId: null,
  };
}

function quiet(notice: Notice, facts: NoticeFacts): PlannedNotice {
  return planned(notice, facts, { sound: false, desktop: false, staysMs: NOTICE_SHOWN_MS, inChat: false });
}

/** How a notice is presented to a user who doesn't have its conversation on the screen. */
interface NoticeWish {
  readonly sound: boolean;
  readonly desktop: boolean;
  readonly staysMs: number | null;
  /** Whether the open conversation shows it too. */
  readonly inChat: boolean;
}

function planned(notice: Notice, facts: NoticeFacts, wish: NoticeWish): PlannedNotice {
  const looksAtIt = facts.visible && notice.ticketId !== null && facts.openTickets.includes(notice.ticketId);
  return {
    notice,
    plan: {
      show: !(looksAtIt && wish.inChat),
      sound: wish.sound && facts.sound,
      desktop: wish.desktop && !facts.visible ? desktopOf(facts.desktop) : 'none',
      staysMs: wish.staysMs,
    },
  };
}

function desktopOf(permission: DesktopPermission): 'show' | 'unsupported' | 'none' {
  if (permission === 'granted') return 'show';
  return permission === 'unsupported' ? 'unsupported' : 'none';
}
