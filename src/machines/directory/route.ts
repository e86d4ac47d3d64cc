import type { EventFrom, EventObject } from 'xstate';
import { isWrittenHere } from '../conversation/conversation.fold.ts';
import { isTransient } from '../entities/failure.ts';
import { conversationKey, partsOfKey } from '../entities/ids.ts';
import type { TicketId, TransferId } from '../entities/ids.ts';
import type { EventOf, EventType, Logged } from '../log/event.ts';
import type { EditingEvent, ListingEvent } from '../log/events-administration.ts';
import type { FrameEvent } from '../log/events-chat.ts';
import type { MediaEvent } from '../log/events-media.ts';
import { timerOwner } from '../log/timers.ts';
import type { OutdatingEvent } from '../listing/listing.outdated.ts';
import type { presenceMachine } from '../presence/presence.machine.ts';
import { isSettled } from '../ticket/ticket.fold.ts';
import { TRANSFER_PENDING, TICKET_FINISHED, outcomeIn } from '../transfer/transfer.rules.ts';
import type { Address, ConversationInput, TicketInput, UnseenInput } from '../conversation/conversation.actors.ts';
import type { Hub } from './hub.ts';
import { createList } from './list.ts';
import type { SendInput } from '../message-send/message-send.actors.ts';
import { createSession } from './session.ts';
import type { TransferInput } from '../transfer/transfer.actors.ts';

type Of<Type extends EventType> = Logged<EventOf<Type>>;
type OfTicket = { readonly ticketId: TicketId } | { readonly ticket: { readonly id: TicketId } };
type OfTransfer = { readonly transferId: TransferId } | { readonly transfer: { readonly id: TransferId } };

/** Whom each event concerns, in the order in which they receive it: a row for each, or it doesn't compile. */
type Routes = { readonly [Type in EventType]: readonly ((event: Of<Type>) => void)[] };

/** Sends each event to the actors it concerns. */
export function createRouter(hub: Hub): (event: Logged) => void {
  const { socket, inbox, shell, conversations, sends, transfers, notices, later } = hub;
  const { toInbox, updateHeldCount, releaseWaiting } = hub;
  const { toAuth, resyncAll, greet, open } = createSession(hub);
  const { takeList, load, takeFrame, noteUnheld } = createList(hub);
  const { notify, toLog, sendAll: toNotices } = notices;

  const toShell = sendingTo(shell);
  const toSocket = sendingTo(socket);
  const toTicket = (event: TicketInput & OfTicket) => conversations.toTicket(ticketOf(event), event);
  const makeTicket = ({ ticketId }: Of<'ticket.opened'>) => conversations.make(ticketId);
  const toTicketsOf = (event: TicketInput & { readonly customerId: string }) =>
    conversations.toTicketsOf(event.customerId, event);
  const toConversation = (event: ConversationInput & Address) => conversations.toConversation(event, event);
  const toUnseen = (event: UnseenInput & Address) => conversations.toUnseen(event, event);
  const toSend = (event: SendInput & { readonly clientId: string }) => sends.send(event.clientId, event);
  const toTransfer = (event: TransferInput & OfTransfer) => transfers.created.send(transferOf(event), event);
  const toTransfers = (event: TransferInput & OfTicket) => transfers.sendToTicket(ticketOf(event), event);
  const toDraft = (event: TransferInput & OfTicket) => transfers.drafts.send(ticketOf(event), event);
  const toOwnSend = (event: Of<'message.arrived' | 'message.ackChanged'>) => {
    const { clientId } = event.type === 'message.arrived' ? event.message : event;
    if (clientId !== null) sends.send(clientId, event);
  };
  const toNotice = (event: Of<'notice.cleared' | 'notice.desktopClicked'>) => notices.send(event.noticeId, event);
  const toMedia = (event: Logged<MediaEvent>) => later.media?.take(event);
  const toPresence = (event: EventFrom<typeof presenceMachine>) => later.presence?.take(event);
  const toLists = (event: Logged<ListingEvent>) => later.lists?.take(event);
  const toForms = (event: Logged<EditingEvent>) => later.forms?.take(event);
  const outdate = (event: Logged<OutdatingEvent>) => later.lists?.outdate(event);
  const toCampaign = (event: Of<'campaign.updated'>) => {
    if (later.campaigns?.take(event) === true) outdate(event);
  };

  const release = () => releaseWaiting();
  /** What this tab shows, other tabs raise no notice for. */
  const tellShown = () => hub.emit({ type: 'tabs.tellShown', ticketIds: conversations.openIds() });

  function toTimer(event: Of<'timer.fired'>): void {
    const { machine, key } = timerOwner(event.timer);
    if (machine === 'socket') toSocket(event);
    else if (machine === 'inbox') toInbox(event);
    else if (machine === 'notice') notices.send(key, event);
    else if (machine === 'send') sends.send(key, event);
    else if (machine === 'transfer') {
      transfers.drafts.send(key, event);
      release();
    } else if (machine === 'ticket') {
      conversations.toTicket(key, event);
      release();
    } else if (machine === 'media') later.media?.send(key, event);
    else if (machine === 'presence') toPresence(event);
  }

  /** What is on the screen is seen once the page becomes visible. */
  function noteSeen({ visible }: Of<'page.visibilityChanged'>): void {
    if (!visible) return;
    const seen = { type: 'conversations.seen', ticketIds: conversations.openIds() } as const;
    toNotices(seen);
    toLog(seen);
  }

  function logIn(event: Of<'login.succeeded'>): void {
    const wasLoggedIn = hub.viewer() !== null;
    toAuth(event);
    if (wasLoggedIn) return;
    notify(event);
    // Of the same user, before the session expired.
    release();
  }

  /** The chosen instance may no longer be the user's. */
  function checkChosenInstance(event: Of<'instances.listed'>): void {
    const { activeInstanceId } = shell.getSnapshot().context.preferences;
    if (activeInstanceId === null || event.instances.some(({ id }) => id === activeInstanceId)) return;
    const chosen = { ...event, type: 'instance.chosen', instanceId: null } as const;
    toShell(chosen);
    toInbox(chosen);
  }

  function closeSocket(event: Of<'socket.closed'>): void {
    const before = socket.getSnapshot();
    toSocket(event);
    if (socket.getSnapshot() !== before) toAuth(event);
  }

  /** The socket waits for the messages of open tickets, by ticket. */
  function settleChats(event: Of<'chat.listed' | 'chat.listFailed'>): void {
    for (const ticketId of conversations.watchersOf(event)) toSocket({ type: 'chat.settled', ticketId });
  }

  /** A repeated finish may be refused because the first one, whose answer was lost, succeeded. */
  function failFinish(event: Of<'ticket.finishFailed'>): void {
    const ticket = conversations.ticket(event.ticketId)?.getSnapshot();
    const isRepeated = ticket?.context.finishRepeated === true && event.failure.key === TICKET_FINISHED.key;
    const isDone = isRepeated || ticket?.matches({ lifecycle: 'finished' }) === true;
    // First: the ticket, and with it the customer's name, may be gone after.
    if (!isDone && !isTransient(event.failure)) notify(event);
    toTicket(event);
  }

  function restoreDrafts(event: Of<'drafts.restored'>): void {
    for (const draft of event.drafts) conversations.ensure(draft);
    for (const draft of event.drafts) conversations.toConversation(draft, event);
  }

  function submit(event: Of<'message.submitted'>): void {
    const { message, position } = event;
    conversations.ensure(message);
    conversations.toConversation(message, event);
    sends.add(message, position, false);
    // Whoever reacts or forwards may go on typing.
    if (isWrittenHere(message)) toPresence(event);
  }

  function restoreOutbox(event: Of<'outbox.restored'>): void {
    const { messages, actions = [], position } = event;
    for (const message of messages) conversations.ensure(message);
    const keys = messages.map(({ customerId, instanceId }) => conversationKey(customerId, instanceId));
    for (const key of new Set(keys)) conversations.toConversation(partsOfKey(key), event);
    for (const message of messages) sends.add(message, position, true);
    for (const action of actions) {
      const { kind, clientId, ticketId } = action;
      if (kind === 'finish') {
        conversations.make(ticketId);
        conversations.toTicket(ticketId, { type: 'finish.restored', outcomeId: action.outcomeId });
      } else if (!transfers.restoreOutgoing(action)) {
        hub.emit({ type: 'outbox.remove', clientId });
        notify({ ...event, type: 'transfer.createFailed', ticketId, failure: TRANSFER_PENDING });
      }
    }
    release();
  }

  function takeSent(event: Of<'message.accepted' | 'message.resolved'>): void {
    const sent = sends.get(event.clientId)?.getSnapshot().context.message ?? event.message;
    if (sent !== null) conversations.toConversation(sent, event);
  }

  /** Unless a frame settled it before our own call was answered. */
  function ensureTransfer({ transfer }: Of<'transfer.created'>): void {
    const held = conversations.ticket(transfer.ticketId)?.getSnapshot().context;
    const isOver = held === undefined || held.ticket?.finishedAt !== null || isSettled(held, transfer);
    if (!isOver) transfers.ensure(transfer);
  }

  /** If the dialog was closed or replaced meanwhile, only a notice shows the failure; none while it is repeated. */
  function notifyClosedDialog(event: Of<'transfer.createFailed'>): void {
    const draft = transfers.drafts.get(event.ticketId)?.getSnapshot();
    const isInDialog = draft !== undefined && draft.matches('creating') && !draft.context.unattended;
    if (!isInDialog && !isTransient(event.failure) && outcomeIn(event.failure) === null) notify(event);
  }

  function ensureDraft({ ticketId }: Of<'transfer.drafted'>): void {
    const ticket = conversations.ticket(ticketId)?.getSnapshot().context.ticket;
    if (ticket) transfers.ensureDraft(ticket);
  }

  function noteSaved(event: Of<'form.saved'>): void {
    if (event.form === 'note') conversations.toConversation(partsOfKey(event.key), event);
    if (event.form === 'account.unlock') toShell(event);
    else notify(event);
  }

  const routes: Routes = {
    'app.opened': [toShell, toSocket, toInbox, open],
    'network.changed': [
      toShell,
      toSocket,
      sends.sendAll,
      transfers.drafts.sendAll,
      release,
      (event) => later.media?.sendAll(event),
    ],
    'page.visibilityChanged': [toShell, toSocket, toNotices, noteSeen, toPresence],
    'timer.fired': [toTimer],
    // Only logged, for QA.
    'input.rejected': [],
    'sound.refused': [],
    'api.responseFailed': [toShell, toAuth],
    'tab.led': [toShell, toAuth],
    // Without a session there is nothing to hide.
    'screen.locked': [(event) => hub.viewer() !== null && toShell(event)],
    'instance.chosen': [toShell, toInbox],
    // With several, rows say theirs.
    'instances.listed': [toShell, checkChosenInstance, () => conversations.refit()],

    'login.succeeded': [logIn],
    'socket.greeted': [greet],
    'socket.closed': [closeSocket],

    'inbox.filtered': [toShell, toInbox, toLog],
    'inbox.narrowed': [toShell, toInbox],
    'inbox.sorted': [toShell, toInbox],
    'inbox.endReached': [toInbox, updateHeldCount],
    'inbox.retried': [updateHeldCount, toInbox],
    'tickets.listed': [takeList],
    'tickets.listFailed': [toInbox, toSocket],
    'customer.pinFailed': [toInbox, notify],

    'ticket.opened': [toSocket, makeTicket, toTicket, toConversation, toUnseen, toNotices, toLog, tellShown],
    'ticket.left': [toSocket, toConversation, toTicket, tellShown],
    'ticket.loaded': [load],
    'ticket.loadFailed': [toTicket, ({ ticketId }) => toSocket({ type: 'chat.settled', ticketId })],
    'ticket.finishRequested': [toTicket, release],
    'ticket.finishFailed': [failFinish],
    'ticket.finished': [toTransfers, toDraft, toTicket, notify],
    'chat.endShown': [toTicket],
    'chat.retried': [toTicket, toConversation],
    'chat.listed': [toConversation, settleChats],
    'chat.listFailed': [toConversation, settleChats],
    'draft.changed': [toConversation, toPresence],
    'draft.receivedFromTab': [conversations.ensure, toConversation],
    'drafts.restored': [restoreDrafts],

    'message.submitted': [submit],
    'message.accepted': [takeSent, toSend],
    'message.resolved': [takeSent, toSend],
    'message.retried': [sends.retry],
    'outbox.restored': [restoreOutbox],
    'outbox.storeFailed': [toSend, notify],

    'transfer.drafted': [ensureDraft, toDraft],
    'transfer.submitted': [toDraft, ({ ticketId }) => releaseWaiting(ticketId)],
    'transfer.created': [toDraft, ensureTransfer, toTransfers],
    'transfer.createFailed': [notifyClosedDialog, toDraft],
    'transfer.confirmed': [toTransfer, toNotices, toLog],
    'transfer.confirmFailed': [toTransfer, notify],
    'transfer.deleted': [toTransfer, toNotices, toLog],
    'transfer.deleteFailed': [toTransfer, notify],

    // Frames, unless they were received before.
    'message.arrived': [takeFrame, toOwnSend],
    'message.ackChanged': [noteUnheld, toConversation, toOwnSend],
    'line.changed': [toConversation, notify],
    'customer.arrived': [takeFrame, toLog, notify],
    'customer.blacklisted': [noteUnheld, toTicketsOf],
    'customer.updated': [noteUnheld, toTicketsOf, outdate],
    // A resync, as after a gap: the merged customer's tickets are listed again as the other's, or are gone.
    'customers.merged': [resyncAll],
    'ticket.closed': [toTransfers, toDraft, takeFrame, toLog, notify],
    'ticket.transferred': [toTransfers, takeFrame, toNotices, toLog, notify],
    'transfer.arrived': [toDraft, takeFrame, toTransfer, toLog, notify],
    'transfer.removed': [toTransfers, takeFrame, toNotices, toLog, notify],
    'unseen.wasReset': [noteUnheld, toUnseen, toLog],
    'list.updated': [outdate],
    'instance.updated': [toShell, outdate, () => conversations.refit()],
    'permissions.outdated': [toShell, toAuth, resyncAll],
    'campaign.updated': [toCampaign],
    'customerGroup.updated': [outdate],

    'list.answered': [toLists, notify],
    'form.refused': [toForms, notify],
    'form.saved': [toForms, outdate, noteSaved],

    'notice.cleared': [toNotice, toLog, toShell],
    'notice.desktopClicked': [toNotice, toLog],
    'notices.read': [toLog],
    'notices.readInOtherTab': [toLog, toNotices],

    // Events for one destination.
    ...only(toSocket, 'page.closing', 'socket.ticketIssued', 'socket.ticketFailed', 'socket.opened', 'socket.ponged'),
    ...only(toSocket, 'reload.chosen'),
    ...only(notify, 'log.readFailed', 'log.storeFailed', 'outbox.readFailed', 'notice.arrived'),
    ...only(
      toShell,
      'tab.otherViewed',
      'tab.othersUnsent',
      'preferences.receivedFromTab',
      'theme.chosen',
      'locale.chosen',
    ),
    ...only(toShell, 'sidebar.toggled', 'sound.toggled', 'noticeSettings.changed', 'sound.tested', 'desktop.tested'),
    ...only(toShell, 'desktop.permissionAsked', 'desktop.permissionChanged', 'singleKeys.toggled', 'modSends.toggled'),
    ...only(toShell, 'density.chosen', 'columns.chosen', 'page.starred', 'emoji.used', 'emoji.toneChosen'),
    ...only(toShell, 'audioSpeed.chosen', 'screen.unlocked', 'lockMinutes.chosen', 'instances.listFailed'),
    ...only(toShell, 'instances.retried', 'presence.retried'),
    ...only(toAuth, 'login.submitted', 'login.refused', 'login.secondFactorRequired', 'login.codeSubmitted'),
    ...only(toAuth, 'login.codeRefused', 'login.cancelled', 'call.expired', 'call.unauthorized', 'token.refreshed'),
    ...only(toAuth, 'token.refreshFailed', 'logout.requested', 'logout.inOtherTab', 'logout.finished', 'user.loaded'),
    ...only(toAuth, 'permissions.listed'),
    ...only(toInbox, 'inbox.searched', 'customer.pinToggled', 'customer.pinned'),
    ...only(toConversation, 'chat.olderRequested', 'chat.newerRequested', 'chat.sought', 'chat.latestRequested'),
    ...only(toConversation, 'history.listed', 'history.failed', 'history.retried', 'text.requested', 'text.loaded'),
    ...only(toConversation, 'text.loadFailed', 'text.folded', 'reply.chosen', 'draft.discarded', 'noteDraft.changed'),
    ...only(toConversation, 'reaction.refusalRead'),
    ...only(toUnseen, 'unseen.resetAnswered', 'unseen.resetFailed', 'unseen.retried'),
    ...only(toSend, 'message.progressed', 'message.uploaded', 'message.uploadLost', 'message.resolveFailed'),
    ...only(toSend, 'message.refused', 'message.answerLost', 'message.discarded', 'outbox.stored'),
    ...only(toDraft, 'transfer.dismissed', 'transfer.withdrawn', 'transfer.candidatesListed'),
    ...only(toDraft, 'transfer.candidatesFailed', 'transfer.queued'),
    ...only(toTransfer, 'transfer.confirmRequested', 'transfer.deleteRequested'),
    ...only(toNotices, 'notices.held', 'notices.released'),
    ...only(toLists, 'list.opened', 'list.queried', 'list.failed', 'list.retried', 'list.outdated'),
    ...only(toForms, 'flow.edited', 'form.opened', 'form.loaded', 'form.loadFailed', 'form.changed', 'form.submitted'),
    ...only(toForms, 'form.progressed', 'form.stopped', 'form.retried', 'form.left'),
    ...only(toMedia, 'media.shown', 'media.hidden', 'media.loaded', 'media.loadFailed', 'media.retried'),
    ...only(toMedia, 'media.broken'),
    ...only(toPresence, 'presence.followed', 'presence.shown', 'presence.hidden', 'presence.arrived'),
  };

  function dispatch<Type extends EventType>(event: { [Each in Type]: Of<Each> }[Type]): void {
    const destinations: Routes[Type] | undefined = routes[event.type];
    // A log of another version may have others.
    if (destinations === undefined) throw new Error(`Unknown event ${event.type}`);
    for (const send of destinations) send(event);
  }

  /** Whether a frame is new. */
  function admit(event: Logged<FrameEvent>): boolean {
    const { epoch, position } = socket.getSnapshot().context;
    toSocket(event);
    return position === null || event.stream.epoch !== epoch || event.stream.seq > position;
  }

  return (event) => {
    if (!('stream' in event)) {
      dispatch(event);
      return;
    }
    const hasWithdrawn = conversations.watchPlaces(event);
    if (admit(event)) dispatch(event);
    const { viewer } = inbox.getSnapshot().context;
    if (!hasWithdrawn() && !takesAway(event, viewer?.userId)) return;
    // A row left the list: a page whose number was computed with it starts one row too late.
    toInbox({ type: 'list.shrunk', streamPosition: event.stream.seq });
    if (inbox.getSnapshot().context.torn) updateHeldCount();
  };
}

/** Rows of events for one destination. */
function only<Type extends EventType>(send: (event: Of<Type>) => void, ...types: readonly Type[]): Pick<Routes, Type>;
function only(send: (event: never) => void, ...types: readonly EventType[]): object {
  return Object.fromEntries(types.map((type) => [type, [send]]));
}

function sendingTo<Event extends EventObject>(actor: { readonly send: (event: Event) => void }) {
  return (event: Event): void => actor.send(event);
}

function ticketOf(event: OfTicket): TicketId {
  return 'ticketId' in event ? event.ticketId : event.ticket.id;
}

function transferOf(event: OfTransfer): TransferId {
  return 'transferId' in event ? event.transferId : event.transfer.id;
}

/** Whether a frame may have removed a row that the viewer's own action had removed already. */
function takesAway(event: Logged<FrameEvent>, viewerId: string | undefined): boolean {
  if (event.type === 'ticket.closed') return event.by !== null && event.by.id === viewerId;
  return event.type === 'customer.pinned' && !event.pinned;
}
