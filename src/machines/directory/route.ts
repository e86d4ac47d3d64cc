import { conversationKey, partsOfKey } from '../entities/ids.ts';
import type { Viewer } from '../entities/viewer.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { FrameEvent } from '../log/events-chat.ts';
import { timerOwner } from '../log/timers.ts';
import type { Hub } from './hub.ts';
import { createConversationRouter } from './route-conversation.ts';
import { listTicket } from './list-ticket.ts';
import { createFrameRouter } from './route-frame.ts';

/** Sends each event to the actors it concerns. */
export function createRouter(hub: Hub): (event: Logged) => void {
  const { socket, shell, inbox, conversations, sends, notices, toAuth, toInbox, updateHeldCount, notify } = hub;
  const toConversation = createConversationRouter(hub);
  const toFrame = createFrameRouter(hub);

  function toTimer(event: Logged<EventOf<'timer.fired'>>): void {
    const { machine, key } = timerOwner(event.timer);
    if (machine === 'socket') socket.send(event);
    else if (machine === 'inbox') toInbox(event);
    else if (machine === 'notice') notices.send(key, event);
    else if (machine === 'send') sends.send(key, event);
    else if (machine === 'media') hub.media()?.send(key, event);
    else if (machine === 'presence') hub.presence()?.take(event);
  }

  function toListed(event: Logged<EventOf<'tickets.listed'>>): void {
    const { context, value } = inbox.getSnapshot();
    if (value === 'idle') return;
    // The answer to an earlier fetch may be from before lost frames.
    if (event.request === context.request) {
      for (const ticket of event.items) listTicket(hub, ticket, event.streamPosition);
      if (event.purpose === 'resync' && context.broken) {
        conversations.evict(new Set(event.items.map(({ id }) => id)), event.streamPosition);
      }
    }
    toInbox(event);
    // Those listed just now are known to it.
    if (event.views !== undefined)
      hub.noteKnown([...conversations.heldIds()].filter((id) => conversations.isKnown(id)));
    updateHeldCount();
    socket.send(event);
  }

  function onGreeted(event: Logged<EventOf<'socket.greeted'>>): void {
    const isOurs = event.attempt === socket.getSnapshot().context.attempt;
    socket.send(event);
    if (!isOurs) return;
    shell.send(event);
    const isBroken = socket.getSnapshot().context.awaitsList;
    hub.broadcastGreeting(event, isBroken);
    if (!isBroken) return;
    updateHeldCount();
    toInbox({ type: 'resync.needed' });
  }

  /** A row left the list: a page whose number was computed with it starts one row too late. */
  function onListShrunk(streamPosition: number): void {
    toInbox({ type: 'list.shrunk', streamPosition });
    if (inbox.getSnapshot().context.torn) updateHeldCount();
  }

  function route(event: Logged): void {
    if ('stream' in event) {
      const before = conversations.withdrawn;
      toFrame(event);
      const { viewer } = inbox.getSnapshot().context;
      if (conversations.withdrawn !== before || takesAway(event, viewer)) onListShrunk(event.stream.seq);
      return;
    }
    switch (event.type) {
      case 'app.opened':
        shell.send(event);
        socket.send(event);
        toInbox(event);
        toAuth(event);
        hub.reopen(event);
        return;
      case 'page.closing':
        socket.send(event);
        return;
      case 'network.changed':
        shell.send(event);
        socket.send(event);
        sends.sendAll(event);
        hub.transfers.takeNetwork(event);
        hub.media()?.sendAll(event);
        return;
      case 'page.visibilityChanged':
        shell.send(event);
        socket.send(event);
        notices.sendAll(event);
        if (event.visible) {
          const seen = { type: 'conversations.seen', ticketIds: [...conversations.openIds] } as const;
          notices.sendAll(seen);
          hub.toNoticeLog(seen);
        }
        hub.presence()?.take(event);
        return;
      case 'timer.fired':
        toTimer(event);
        return;
      // Only logged, for QA.
      case 'input.rejected':
      case 'sound.refused':
        return;
      case 'log.readFailed':
      case 'log.storeFailed':
        notify(event);
        return;
      case 'api.responseFailed':
        shell.send(event);
        toAuth(event);
        return;
      case 'tab.led':
        shell.send(event);
        toAuth(event);
        return;
      case 'tab.otherViewed':
      case 'preferences.receivedFromTab':
      case 'theme.chosen':
      case 'locale.chosen':
      case 'sidebar.toggled':
      case 'sound.toggled':
      case 'noticeSettings.changed':
      case 'sound.tested':
      case 'desktop.tested':
      case 'singleKeys.toggled':
      case 'density.chosen':
      case 'columns.chosen':
      case 'page.starred':
      case 'emoji.used':
      case 'emoji.toneChosen':
      case 'audioSpeed.chosen':
      case 'screen.unlocked':
      case 'lockMinutes.chosen':
      case 'instances.listFailed':
      case 'instances.retried':
      case 'presence.retried':
      case 'desktop.permissionAsked':
      case 'desktop.permissionChanged':
        shell.send(event);
        return;
      case 'instances.listed': {
        shell.send(event);
        const { activeInstanceId } = shell.getSnapshot().context.preferences;
        if (activeInstanceId === null || event.instances.some(({ id }) => id === activeInstanceId)) return;
        // The chosen instance is no longer the user's.
        const chosen = { ...event, type: 'instance.chosen', instanceId: null } as const;
        shell.send(chosen);
        toInbox(chosen);
        return;
      }
      case 'screen.locked':
        // Without a session there is nothing to hide.
        if (hub.isLoggedIn()) shell.send(event);
        return;
      case 'instance.chosen':
        shell.send(event);
        toInbox(event);
        return;

      case 'login.succeeded': {
        const wasLoggedIn = hub.isLoggedIn();
        toAuth(event);
        if (!wasLoggedIn) notify(event);
        return;
      }
      case 'login.submitted':
      case 'login.refused':
      case 'login.secondFactorRequired':
      case 'login.codeSubmitted':
      case 'login.codeRefused':
      case 'login.cancelled':
      case 'call.expired':
      case 'call.unauthorized':
      case 'token.refreshed':
      case 'token.refreshFailed':
      case 'logout.requested':
      case 'logout.inOtherTab':
      case 'logout.finished':
      case 'user.loaded':
      case 'permissions.listed':
        toAuth(event);
        return;

      case 'socket.ticketIssued':
      case 'socket.ticketFailed':
      case 'socket.opened':
      case 'socket.ponged':
      case 'reload.chosen':
        socket.send(event);
        return;
      case 'socket.closed': {
        const before = socket.getSnapshot();
        socket.send(event);
        if (socket.getSnapshot() !== before) toAuth(event);
        return;
      }
      case 'socket.greeted':
        onGreeted(event);
        return;

      case 'inbox.filtered':
      case 'inbox.narrowed':
      case 'inbox.sorted':
        shell.send(event);
        toInbox(event);
        if (event.type === 'inbox.filtered') hub.toNoticeLog(event);
        return;
      case 'inbox.searched':
        toInbox(event);
        return;
      case 'inbox.endReached':
        toInbox(event);
        updateHeldCount();
        return;
      case 'inbox.retried':
        updateHeldCount();
        toInbox(event);
        return;
      case 'tickets.listed':
        toListed(event);
        return;
      case 'tickets.listFailed':
        toInbox(event);
        socket.send(event);
        return;

      case 'list.answered':
        hub.screens()?.take(event);
        notify(event);
        return;
      case 'list.opened':
      case 'list.queried':
      case 'list.failed':
      case 'list.retried':
      case 'list.outdated':
      case 'form.opened':
      case 'form.loaded':
      case 'form.loadFailed':
      case 'form.changed':
      case 'form.submitted':
      case 'form.progressed':
      case 'form.stopped':
      case 'form.retried':
      case 'form.left':
        hub.screens()?.take(event);
        return;
      case 'form.refused':
        hub.screens()?.take(event);
        notify(event);
        return;
      case 'form.saved':
        hub.screens()?.take(event);
        if (event.form === 'note') {
          const { customerId, instanceId } = partsOfKey(event.key);
          conversations.toConversation(conversationKey(customerId, instanceId), event);
        }
        if (event.form === 'account.unlock') shell.send(event);
        else notify(event);
        return;

      case 'media.shown':
      case 'media.hidden':
      case 'media.loaded':
      case 'media.loadFailed':
      case 'media.retried':
      case 'media.broken':
        hub.media()?.take(event);
        return;

      case 'presence.followed':
      case 'presence.shown':
      case 'presence.hidden':
      case 'presence.arrived':
        hub.presence()?.take(event);
        return;

      case 'notice.cleared':
      case 'notice.desktopClicked':
        notices.send(event.noticeId, event);
        hub.toNoticeLog(event);
        if (event.type === 'notice.cleared') shell.send(event);
        return;
      case 'notices.read':
        hub.toNoticeLog(event);
        return;
      case 'notices.readInOtherTab':
        hub.toNoticeLog(event);
        notices.sendAll(event);
        return;
      case 'notices.held':
      case 'notices.released':
        notices.sendAll(event);
        return;
      default:
        toConversation(event);
    }
  }

  return route;
}

/** Whether a frame may have removed a row that is gone already, as the viewer caused it. */
function takesAway(event: Logged<FrameEvent>, viewer: Viewer | null): boolean {
  if (event.type === 'ticket.closed') return event.by !== null && event.by.id === viewer?.userId;
  return event.type === 'customer.pinned' && !event.pinned;
}
