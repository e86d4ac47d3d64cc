import type { EventFrom, SnapshotFrom } from 'xstate';
import type { authMachine } from '../auth/auth.machine.ts';
import { selectPhase, selectRoutes, selectViewer } from '../auth/auth.selectors.ts';
import { isSame } from '../entities/same.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { Hub } from './hub.ts';

type Greeting = Logged<EventOf<'socket.greeted'>>;

/** What the beginning and end of a session, a new page, and a new connection cause in all actors. */
export function createSession(hub: Hub) {
  const { auth, socket, inbox, shell, noticeLog, conversations, sends, transfers, notices, toInbox } = hub;

  /** Sends an event to auth, and starts and ends sessions for the others accordingly. */
  function toAuth(event: EventFrom<typeof authMachine>): void {
    const before = auth.getSnapshot();
    auth.send(event);
    const after = auth.getSnapshot();
    if (after === before) return;
    const isOpening = event.type === 'app.opened';
    const last = selectViewer(before);
    const now = selectViewer(after);
    if (last !== null && (now === null || isOpening)) {
      const ended = { type: 'session.ended' } as const;
      socket.send(ended);
      toInbox(ended);
      // The lock stays if a new page continues the session.
      if (now === null) shell.send(ended);
    }
    const isOut = selectPhase(after) === 'loggingOut' || event.type === 'logout.inOtherTab';
    if (isOut || (isOpening && now === null)) forget();
    if (now === null) return;
    if (last === null || isOpening) {
      // The state held outlives a session that expired.
      const { broken, viewer: holder } = inbox.getSnapshot().context;
      const isBroken = broken || socket.getSnapshot().context.awaitsList;
      const isFresh = now.userId !== holder?.userId;
      if (isFresh) forget();
      // The person's own preferences come before their list is asked for.
      if (isFresh && event.type === 'login.succeeded') {
        shell.send(event);
        toInbox(event);
      }
      const started = { type: 'session.started', viewer: now, isFresh, isBroken } as const;
      socket.send(started);
      toInbox(started);
      shell.send(started);
      // The role may have changed since the tickets held were listed.
      if (!isFresh && !isSame(now, holder)) conversations.refit();
    } else if (last !== now) {
      toInbox({ type: 'viewer.changed', viewer: now });
      conversations.refit();
    } else if (after.context.generation !== before.context.generation) {
      socket.send({ type: 'session.renewed' });
    }
    if (last !== null && !isOpening && !mayAttend(before)) resyncAll(event);
  }

  /** Drops all state of the previous user. */
  function forget(): void {
    for (const part of [sends, transfers, conversations, notices, ...hub.loaded()]) part.clear();
    const forgotten = { type: 'session.forgotten' } as const;
    noticeLog.send(forgotten);
    toInbox(forgotten);
    shell.send(forgotten);
  }

  /** Sends a greeting to all actors that it concerns. `isBroken`: frames were lost. */
  function greetAll(event: Greeting, isBroken: boolean): void {
    const { media, presence, lists, campaigns } = hub.later;
    sends.sendAll(event);
    transfers.drafts.sendAll(event);
    hub.releaseWaiting();
    media?.sendAll(event);
    presence?.take(event);
    notices.toLog(event);
    if (!isBroken) {
      conversations.sendGreetingToOpen(event);
      hub.updateHeldCount();
      toInbox({ type: 'inbox.retried', position: event.position, loggedAt: event.loggedAt });
      lists?.retry(event);
      return;
    }
    conversations.toAll(event);
    transfers.created.sendAll(event);
    // Of what was lost, a lower version may be the newer one: the server's database was set back.
    if (!event.recovered) campaigns?.clear();
    lists?.outdate(event);
    lists?.retry(event);
    hub.updateHeldCount();
    toInbox({ type: 'resync.needed' });
  }

  /** Resyncs everything, as after lost frames: what is held may have another owner now, or be hidden from the user. */
  function resyncAll({ position: at, loggedAt }: Logged): void {
    const { attempt, epoch, position: head } = socket.getSnapshot().context;
    if (!mayAttend(auth.getSnapshot()) || epoch === null || head === null) return;
    greetAll({ type: 'socket.greeted', attempt, epoch, head, recovered: false, position: at, loggedAt }, true);
  }

  return {
    toAuth,
    resyncAll,
    greet: (event: Greeting): void => {
      const isOurs = event.attempt === socket.getSnapshot().context.attempt;
      socket.send(event);
      if (!isOurs) return;
      shell.send(event);
      greetAll(event, socket.getSnapshot().context.awaitsList);
    },
    /** A page opened: drops what an earlier one showed or waited for. Resyncs if the chat permission came back. */
    open: (event: Logged<EventOf<'app.opened'>>): void => {
      const before = auth.getSnapshot();
      toAuth(event);
      for (const part of [sends, notices, ...hub.loaded()]) part.clear();
      conversations.reopen(event);
      transfers.reopen(event);
      if (selectViewer(before) !== null && !mayAttend(before)) resyncAll(event);
    },
  };
}

const mayAttend = (auth: SnapshotFrom<typeof authMachine>): boolean => selectRoutes(auth).includes('chat');
