import { shownName } from '../../../contract/facts/phone.ts';
import { SERVICE_WINDOW_MS } from '../../../contract/facts/limits.ts';
import type { Failure } from '../entities/failure.ts';
import type { FormName } from '../entities/forms.ts';
import type { TicketId } from '../entities/ids.ts';
import { conversationKey } from '../entities/ids.ts';
import { scheduledReason } from '../entities/scheduled.ts';
import { isAdmin } from '../entities/viewer.ts';
import type { Viewer } from '../entities/viewer.ts';
import { FINISH_UNDO_MS, NOTICE_SHOWN_MS } from '../limits.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { DesktopPermission, SoundKind } from '../log/events-session.ts';
import { LIMIT_NOTICE, messageText } from './notice.ts';
import type { Notice, NoticePlan, PlannedNotice } from './notice.ts';
import { queuedNotice } from './queue-notices.ts';
import { storageNotice } from './storage-notices.ts';
import { closedNotice, transferNotice } from './transfer-notices.ts';

/** What decides whether and how a notice is presented. */
export interface NoticeFacts {
  readonly viewer: Viewer;
  /** Whether a page of the user is visible. */
  readonly visible: boolean;
  /** Whether anything may sound. */
  readonly sound: boolean;
  /** Kinds that don't. */
  readonly silent: readonly SoundKind[];
  /** 0 to 1. */
  readonly volume: number;
  readonly desktop: DesktopPermission;
  /** Notices that the user dismissed for good. */
  readonly dismissed: readonly string[];
  /** Tickets on the screen, also of another tab that is visible. */
  readonly openTickets: readonly TicketId[];
  /** The name of a ticket's customer; null while the ticket isn't held. */
  readonly customerOf: (id: TicketId) => string | null;
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
      if (notice === null) return event.type === 'ticket.transferred' ? queueNotice(event, facts) : null;
      const isOffer = event.type === 'transfer.arrived' && event.transfer.nextOwner.id === facts.viewer.userId;
      return planned(notice, facts, {
        sound: isOffer || isReceived(event, facts.viewer) ? 'transfer' : null,
        desktop: true,
        staysMs: isOffer ? null : NOTICE_SHOWN_MS,
        // The conversation has a card for a pending transfer, and a line for how it was settled.
        inChat: true,
      });
    }
    case 'ticket.closed': {
      const notice = closedNotice(event, facts.viewer);
      if (notice === null) return null;
      return planned(notice, facts, { sound: null, desktop: true, staysMs: NOTICE_SHOWN_MS, inChat: true });
    }
    case 'login.succeeded':
      return quiet(
        {
          id: `login:${event.generation}`,
          kind: 'own',
          tone: 'success',
          title: messageText('login.success.title'),
          body: messageText('login.success.text'),
          topic: null,
          ticketId: null,
          transferId: null,
        },
        facts,
      );
    case 'customer.arrived':
      return windowNotice(event, facts) ?? wokenNotice(event, facts) ?? queueNotice(event, facts);
    case 'line.changed':
      return mentionNotice(event, facts) ?? scheduleNotice(event, facts);
    case 'form.saved':
      // Actions in a conversation are shown there, availability in the account menu, and a code to scan at its step.
      if (/^(?:chat\.|note|availability$|instance\.pair$)/u.test(event.form)) return null;
      return quiet(
        {
          id: `saved:${event.position}`,
          kind: 'own',
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
    case 'list.answered':
      return limitNotice(event, facts);
    case 'form.refused': {
      const what = refused[event.form];
      // The open conversation shows it on its queue card; the key is the ticket.
      if (event.form === 'chat.take') return quiet(failed('take', event, event.key), facts, true);
      return what === undefined ? null : quiet(failed(what, event, null), facts);
    }
    case 'ticket.finishFailed':
      return quiet(failedFor('finish', event, facts), facts);
    case 'customer.pinFailed':
      return quiet(failed('pin', event, null), facts);
    case 'transfer.createFailed':
      return quiet(failedFor('create', event, facts), facts);
    case 'transfer.confirmFailed':
      return quiet(failed('confirm', event, null), facts);
    case 'transfer.deleteFailed':
      return quiet(failed('delete', event, null), facts);
    case 'log.readFailed':
    case 'log.storeFailed':
    case 'outbox.readFailed':
    case 'outbox.storeFailed':
      return quiet(storageNotice(event), facts);
    default:
      return null;
  }
}

/** Administrators are notified of everybody's customers, others of their own; nobody of customers without an attendant. */
function chatNotice(event: EventOf<'notice.arrived'>, facts: NoticeFacts): PlannedNotice | null {
  const { attendant, noticeId, ticketId, customerId, instanceId, at } = event;
  if (attendant === null) return null;
  if (!isAdmin(facts.viewer) && attendant.id !== facts.viewer.userId) return null;
  return planned(
    {
      id: `chat:${noticeId}`,
      kind: 'message',
      tone: 'info',
      title: { kind: 'words', words: shownName(event.title) },
      body: { kind: 'words', words: event.text },
      topic: `chat:${ticketId}`,
      ticketId,
      instanceId,
      transferId: null,
      customer: shownName(event.customerName),
      conversation: conversationKey(customerId, instanceId),
      ...(at !== undefined && { at }),
    },
    facts,
    {
      sound: attendant.id === facts.viewer.userId ? 'mine' : 'others',
      desktop: true,
      staysMs: NOTICE_SHOWN_MS,
      inChat: true,
    },
  );
}

/** A customer waits in the queue, and the viewer may take the ticket. */
function queueNotice(
  event: EventOf<'customer.arrived' | 'ticket.transferred'>,
  facts: NoticeFacts,
): PlannedNotice | null {
  const notice = queuedNotice(event, facts.viewer);
  if (notice === null) return null;
  return planned(notice, facts, { sound: 'queue', desktop: true, staysMs: NOTICE_SHOWN_MS, inChat: true });
}

/** Whether the viewer has the ticket from now on, without having asked for it. */
function isReceived(
  event: EventOf<'transfer.arrived' | 'ticket.transferred' | 'transfer.removed'>,
  { userId }: Viewer,
): boolean {
  return event.type === 'ticket.transferred' && event.ticket.owner?.id === userId && event.by?.id !== userId;
}

/** Much of the month's messages is sent: once per month and threshold, and until the user has cleared it. */
function limitNotice(event: EventOf<'list.answered'>, facts: NoticeFacts): PlannedNotice | null {
  const [used] = event.page.list === 'messageLimit' ? event.page.rows : [];
  if (used === undefined || used.percent === 0) return null;
  const id = `${LIMIT_NOTICE}${used.id}:${used.percent}`;
  if (facts.dismissed.includes(id)) return null;
  const isReached = used.percent >= 100;
  const part = isReached ? 'notice.limit.reached' : 'notice.limit';
  return planned(
    {
      id,
      kind: 'limit',
      tone: isReached ? 'danger' : 'warning',
      title: messageText(`${part}.title`, { percent: used.percent }),
      body: messageText(`${part}.text`, { sent: used.sent, limit: used.limit }),
      topic: 'limit',
      ticketId: null,
      transferId: null,
    },
    facts,
    { sound: null, desktop: true, staysMs: null, inChat: false },
  );
}

/** A ticket that the viewer snoozed came back. */
function wokenNotice({ ticket, woken, stream }: EventOf<'customer.arrived'>, facts: NoticeFacts): PlannedNotice | null {
  if (woken !== true || ticket.owner?.id !== facts.viewer.userId) return null;
  return planned(
    {
      id: `woken:${ticket.id}:${stream.seq}`,
      kind: 'woken',
      tone: 'info',
      title: messageText('notice.woken', { customer: shownName(ticket.customer.name) }),
      body: messageText('notice.woken.text'),
      topic: `chat:${ticket.id}`,
      ticketId: ticket.id,
      instanceId: ticket.instance.id,
      transferId: null,
      customer: shownName(ticket.customer.name),
    },
    facts,
    { sound: 'others', desktop: true, staysMs: null, inChat: true },
  );
}

/** A 24-hour window is about to close, or closed while no page was open: one notice per window, one at a time. */
function windowNotice(event: Logged<EventOf<'customer.arrived'>>, facts: NoticeFacts): PlannedNotice | null {
  const { ticket, shutting, loggedAt } = event;
  const { id, customer, instance, lastReceivedAt } = ticket;
  if (shutting !== true || lastReceivedAt === null || ticket.owner?.id !== facts.viewer.userId) return null;
  const shutAt = lastReceivedAt + SERVICE_WINDOW_MS;
  const minutes = Math.ceil((shutAt - loggedAt) / 60_000);
  const isShut = minutes <= 0;
  const part = isShut ? 'notice.window.shut' : 'notice.window';
  return planned(
    {
      id: `window:${id}:${lastReceivedAt}${isShut ? ':shut' : ''}`,
      kind: 'window',
      tone: 'warning',
      title: messageText(part, { customer: shownName(customer.name) }),
      body: messageText(`${part}.text`, isShut ? {} : { minutes }),
      topic: 'window',
      ticketId: id,
      instanceId: instance.id,
      transferId: null,
      ...(isShut && { at: shutAt }),
    },
    facts,
    { sound: 'others', desktop: true, staysMs: NOTICE_SHOWN_MS, inChat: true },
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
      kind: 'mention',
      tone: 'info',
      title: messageText('notice.mention', { name: by.name }),
      body: { kind: 'words', words: text ?? '' },
      topic: null,
      ticketId: line.ticketId,
      transferId: null,
      at: line.at,
    },
    facts,
    { sound: 'others', desktop: true, staysMs: null, inChat: true },
  );
}

/** A message that the viewer scheduled wasn't sent. */
function scheduleNotice({ line }: EventOf<'line.changed'>, facts: NoticeFacts): PlannedNotice | null {
  if (line.kind !== 'schedule_refused' || line.by?.id !== facts.viewer.userId) return null;
  return planned(
    {
      id: `schedule:${line.id}`,
      kind: 'schedule',
      tone: 'warning',
      title: messageText('notice.scheduleRefused'),
      body: messageText(`scheduled.why.${scheduledReason(line.text)}`),
      topic: null,
      ticketId: line.ticketId,
      transferId: null,
    },
    facts,
    { sound: 'others', desktop: true, staysMs: null, inChat: true },
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
    kind: 'own',
    tone: 'success',
    title: messageText('notice.finished', { customer: shownName(ticket.customer.name) }),
    body: { kind: 'words', words: '' },
    topic: null,
    ticketId: null,
    transferId: null,
    undoOf: ticket.id,
  };
  return planned(notice, facts, { sound: null, desktop: false, staysMs: FINISH_UNDO_MS, inChat: false });
}

/** Forms whose refusal is shown nowhere else; the notice that offered to undo a finish is gone by then. */
const refused: { readonly [Form in FormName]?: Parameters<typeof failed>[0] } = {
  'chat.reopen': 'undo',
  'chat.unread': 'unread',
  'chat.read': 'read',
  'chat.snooze': 'snooze',
};

/** A call of the viewer failed. Every attempt raises a notice, so the log position is part of its id. */
function failed(
  what: 'finish' | 'undo' | 'unread' | 'read' | 'snooze' | 'take' | 'pin' | 'create' | 'confirm' | 'delete',
  { failure, position }: { readonly failure: Failure; readonly position: number },
  ticketId: TicketId | null,
): Notice {
  return {
    id: `failed:${what}:${position}`,
    kind: 'failure',
    tone: 'danger',
    title: messageText(`notice.failed.${what}`),
    body: messageText(failure.key, { requestId: failure.requestId ?? '—', code: failure.code, ...failure.params }),
    topic: null,
    ticketId,
    transferId: null,
  };
}

/** The same for a conversation that may not be on the screen any more: the title says whose it is. */
function failedFor(
  what: 'finish' | 'create',
  event: { readonly ticketId: TicketId; readonly failure: Failure; readonly position: number },
  { customerOf }: NoticeFacts,
): Notice {
  const notice = failed(what, event, event.ticketId);
  const name = customerOf(event.ticketId);
  if (name === null) return notice;
  return { ...notice, title: messageText(`notice.failed.${what}.of`, { customer: shownName(name) }) };
}

function quiet(notice: Notice, facts: NoticeFacts, inChat = false): PlannedNotice {
  return planned(notice, facts, { sound: null, desktop: false, staysMs: NOTICE_SHOWN_MS, inChat });
}

/** How a notice is presented to a user who doesn't have its conversation on the screen. */
interface NoticeWish {
  readonly sound: SoundKind | null;
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
      sound:
        wish.sound !== null && facts.sound && !facts.silent.includes(wish.sound)
          ? { kind: wish.sound, volume: facts.volume }
          : null,
      desktop: wish.desktop && !facts.visible ? desktopOf(facts.desktop) : 'none',
      staysMs: wish.staysMs,
    },
  };
}

const desktopPlans = { granted: 'show', unsupported: 'unsupported', default: 'ask', denied: 'none' } as const;

function desktopOf(permission: DesktopPermission): NoticePlan['desktop'] {
  return desktopPlans[permission];
}

/** Offers desktop notifications, once one would have been shown. */
export function desktopOffer(): PlannedNotice {
  const notice: Notice = {
    id: 'desktop:offer',
    kind: 'desktop',
    tone: 'info',
    title: messageText('notice.desktop.offer.title'),
    body: messageText('notice.desktop.offer.text'),
    topic: 'desktop',
    ticketId: null,
    transferId: null,
  };
  return { notice, plan: { show: true, sound: null, desktop: 'none', staysMs: null } };
}
