import type { App } from '../src/machines/app.ts';
import { selectPhase, selectViewer } from '../src/machines/auth/auth.selectors.ts';
import { conversationKey } from '../src/machines/entities/ids.ts';
import type { MessageSendSnapshot } from '../src/machines/message-send/message-send.machine.ts';
import { selectSendState } from '../src/machines/message-send/message-send.selectors.ts';
import type { Logged } from '../src/machines/log/event.ts';
import { keysOf } from './actors.ts';
import type { Invariant } from './model.ts';

function sendsOf(app: App): readonly MessageSendSnapshot[] {
  return keysOf(app, 'send').flatMap((id) => app.directory.send(id)?.getSnapshot() ?? []);
}

/** Client ids of the messages that the event proves the server to have. */
function provenBy(event: Logged): readonly string[] {
  switch (event.type) {
    case 'message.accepted':
      return [event.clientId];
    case 'message.resolved':
      return event.message === null ? [] : [event.clientId];
    case 'message.arrived':
      return event.message.clientId === null ? [] : [event.message.clientId];
    case 'message.ackChanged':
      return event.clientId === null ? [] : [event.clientId];
    default:
      return [];
  }
}

/** The message that an event reports as stored or not storable. */
function storedBy(event: Logged): readonly string[] {
  if (event.type === 'outbox.stored' || event.type === 'outbox.storeFailed') return [event.clientId];
  return event.type === 'outbox.restored' ? event.messages.map(({ clientId }) => clientId) : [];
}

/** The message that an event proves the server not to have. */
function absentBy(event: Logged): readonly string[] {
  if (event.type === 'message.resolved') return event.message === null ? [event.clientId] : [];
  return event.type === 'message.refused' && event.failure.code !== 'NETWORK' ? [event.clientId] : [];
}

const storedFirst: Invariant = {
  name: 'send: stored before it is sent',
  ofState: true,
  follow: (begun) => {
    const stored = new Set(sendsOf(begun).flatMap(({ context }) => (context.stored ? [context.message.clientId] : [])));
    return ({ event, commands }) => {
      for (const clientId of storedBy(event)) stored.add(clientId);
      for (const command of commands) {
        if (command.type === 'outbox.put') stored.delete(command.message.clientId);
        if (
          (command.type === 'message.send' || command.type === 'message.upload') &&
          !stored.has(command.message.clientId)
        ) {
          return `${command.message.clientId} went out before it was stored`;
        }
      }
      return null;
    };
  },
};

const neverBlindly: Invariant = {
  name: 'send: sent again only when the server is known not to have it',
  ofState: true,
  follow: (begun) => {
    const sends = sendsOf(begun);
    const known = new Set(sends.map(({ context }) => context.message.clientId));
    const asked = sends.filter((send) => ['sending', 'uncertain'].includes(selectSendState(send)));
    const inDoubt = new Set(asked.map(({ context }) => context.message.clientId));
    return ({ event, commands }) => {
      // Only the outbox knows the messages of an earlier page.
      if (event.type === 'app.opened') known.clear();
      if (event.type === 'message.submitted') known.add(event.message.clientId);
      if (event.type === 'outbox.restored') {
        // For messages of this page the state here is newer than the outbox.
        for (const { clientId, failure } of event.messages) {
          if (failure === null && !known.has(clientId)) inDoubt.add(clientId);
          known.add(clientId);
        }
      }
      for (const clientId of absentBy(event)) inDoubt.delete(clientId);
      for (const command of commands) {
        if (command.type !== 'message.send') continue;
        const { clientId } = command.message;
        if (inDoubt.has(clientId)) return `${clientId} was sent again, and the server may have it`;
        inDoubt.add(clientId);
      }
      return null;
    };
  },
};

const inOrder: Invariant = {
  name: 'send: the order of a conversation is kept',
  ofState: true,
  follow: (begun) => {
    const submitted = new Map<string, string[]>();
    for (const { context } of sendsOf(begun)) {
      const { customerId, instanceId } = context.message;
      const key = conversationKey(customerId, instanceId);
      submitted.set(key, [...begun.directory.sendsOf(key).getSnapshot()]);
    }
    return ({ app, event, commands }) => {
      // Only the outbox knows the messages of an earlier page, and their order.
      if (event.type === 'app.opened') submitted.clear();
      // Without a session they stay in storage, for the next login to load.
      const isSession = selectViewer(app.directory.auth.getSnapshot()) !== null;
      const restored = event.type === 'outbox.restored' && isSession ? event.messages : [];
      const messages = event.type === 'message.submitted' ? [event.message] : restored;
      for (const { customerId, instanceId, clientId } of messages) {
        const queue = submitted.get(`${customerId}@${instanceId}`) ?? [];
        if (!queue.includes(clientId)) submitted.set(`${customerId}@${instanceId}`, [...queue, clientId]);
      }
      for (const command of commands) {
        if (event.type !== 'message.retried' || command.type !== 'outbox.put') continue;
        // A retried message is queued last.
        const { customerId, instanceId, clientId } = command.message;
        const others = (submitted.get(`${customerId}@${instanceId}`) ?? []).filter((other) => other !== clientId);
        submitted.set(`${customerId}@${instanceId}`, [...others, clientId]);
      }
      for (const command of commands) {
        if (command.type !== 'message.send' && command.type !== 'message.upload') continue;
        const { customerId, instanceId, clientId } = command.message;
        const queue = submitted.get(`${customerId}@${instanceId}`) ?? [];
        const before = queue.slice(0, queue.indexOf(clientId)).find((other) => {
          const actor = app.directory.send(other);
          const state = actor === undefined ? 'sent' : selectSendState(actor.getSnapshot());
          return state === 'queued' || state === 'uploading' || state === 'sending' || state === 'uncertain';
        });
        if (before !== undefined) return `${clientId} went out while ${before} was in flight`;
      }
      return null;
    };
  },
};

const textKept: Invariant = {
  name: 'send: the text is kept until it is sent or discarded, a reaction until it is sent or refused',
  ofState: true,
  follow: () => {
    const texts = new Map<string, { readonly text: string; readonly of: string | undefined }>();
    const reactions = new Set<string>();
    return ({ app, event, commands }) => {
      const auth = app.directory.auth.getSnapshot();
      const viewer = selectViewer(auth);
      // Without a session they stay in storage, for the next login to load.
      const restored = event.type === 'outbox.restored' && viewer !== null ? event.messages : [];
      const messages = event.type === 'message.submitted' ? [event.message] : restored;
      for (const { clientId, text } of messages)
        if (!texts.has(clientId)) texts.set(clientId, { text, of: viewer?.userId });
      for (const { clientId, reactsTo } of messages) if (reactsTo !== undefined) reactions.add(clientId);
      const isRefused = event.type === 'message.refused' && reactions.has(event.clientId);
      const given = event.type === 'message.discarded' || isRefused ? [event.clientId] : [];
      const mayGo = [...provenBy(event), ...given];
      for (const command of commands) {
        // Pending actions on tickets have separate ids.
        if (command.type !== 'outbox.remove' || !texts.has(command.clientId)) continue;
        if (!mayGo.includes(command.clientId)) {
          return `${command.clientId} was forgotten at ${event.type}`;
        }
      }
      for (const clientId of mayGo) if (app.directory.send(clientId) === undefined) texts.delete(clientId);
      const isErased = selectPhase(auth) === 'loggingOut' || event.type === 'logout.inOtherTab';
      // At a change of user messages stay only in storage, unless a logout erases them.
      if (isErased || event.type === 'app.opened') texts.clear();
      for (const [clientId, { of }] of texts) if (viewer !== null && viewer.userId !== of) texts.delete(clientId);
      for (const [clientId, { text }] of texts) {
        const held = app.directory.send(clientId)?.getSnapshot().context.message.text;
        if (held !== text) return `${clientId} holds ${held === undefined ? 'nothing' : `“${held}”`}`;
      }
      return null;
    };
  },
};

/** The outcome of an earlier page's messages is unknown. */
const broughtBack: Invariant = {
  name: 'send: a page has messages of an earlier one only if the outbox restores them',
  ofState: true,
  follow:
    () =>
    ({ app: { directory }, event }) => {
      if (event.type !== 'app.opened') return null;
      const left = [...directory.actors()].map(([name]) => name).find((name) => name.startsWith('send:'));
      return left === undefined ? null : `${left} goes on`;
    },
};

export const messageSendInvariants: readonly Invariant[] = [storedFirst, neverBlindly, inOrder, textKept, broughtBack];
