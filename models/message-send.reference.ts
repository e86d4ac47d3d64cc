import type { App } from '../src/machines/app.ts';
import { conversationKey } from '../src/machines/entities/ids.ts';
import type { Command } from '../src/machines/log/command.ts';
import type { Logged } from '../src/machines/log/event.ts';
import type { OutgoingMessage, StoredMessage } from '../src/machines/log/events-send.ts';
import type { MessageSendContext } from '../src/machines/message-send/message-send.context.ts';
import type { MessageSendSnapshot } from '../src/machines/message-send/message-send.machine.ts';
import { selectOnline } from '../src/machines/shell/shell.selectors.ts';
import { keysOf } from './actors.ts';
import { oraclesOf, requests, wholeContext } from './oracles.ts';
import type { Step } from './oracles.ts';
import { backoff, isUnsettled } from './reference.ts';
import { sendShown } from './shown.reference.ts';

/** Of an outgoing message, part by part: what an event makes of it, and what leaves when. */

interface Around {
  /** Whether the ticket's finish waits for its messages. */
  readonly isFinishing: boolean;
  /** The conversation's messages in the order in which they are sent, and whether the next one waits for each. */
  readonly queue: readonly { readonly id: string; readonly isUnsettled: boolean }[];
}
type Sending = Step<MessageSendSnapshot, Around>;
type Taken = Sending & { readonly before: MessageSendSnapshot; readonly after: MessageSendSnapshot };

function queueIn({ directory }: App, message: Pick<OutgoingMessage, 'customerId' | 'instanceId'>): Around['queue'] {
  return directory
    .sendsOf(conversationKey(message.customerId, message.instanceId))
    .getSnapshot()
    .map((id) => {
      const send = directory.send(id)?.getSnapshot();
      return { id, isUnsettled: send !== undefined && isUnsettled(send) };
    });
}

function lastWaiting(queue: Around['queue'], but: string): string | null {
  return queue.filter(({ id, isUnsettled: waits }) => waits && id !== but).at(-1)?.id ?? null;
}

function isReached({ directory }: App): boolean {
  const { socket, shell } = directory;
  return (
    selectOnline(shell.getSnapshot()) || ['live', 'catchingUp'].some((state) => socket.getSnapshot().value === state)
  );
}

/** The message that an event begins. */
function begunBy(event: Logged, id: string): OutgoingMessage | StoredMessage | null {
  if (event.type === 'message.submitted') return event.message.clientId === id ? event.message : null;
  if (event.type !== 'outbox.restored') return null;
  return event.messages.find(({ clientId }) => clientId === id) ?? null;
}

function beginning({ event, around, app, after }: Sending): MessageSendContext | null {
  const id = after?.context.message.clientId ?? '';
  const stored = begunBy(event, id);
  if (stored === null) return null;
  const failure = 'failure' in stored ? stored.failure : null;
  const { failure: _, ...message } = { failure, ...stored };
  const before =
    event.type === 'outbox.restored'
      ? event.messages.slice(
          0,
          event.messages.findIndex(({ clientId }) => clientId === id),
        )
      : [];
  const queue = [...around.queue, ...before.map((one) => ({ id: one.clientId, isUnsettled: one.failure === null }))];
  const restored = event.type === 'outbox.restored';
  return {
    message,
    after: lastWaiting(queue, id),
    queuedAt: event.position,
    online: isReached(app),
    stored: restored,
    storeFailure: null,
    failure,
    unanswered: 0,
    heldOff: 0,
    retryAfterMs: null,
    lostBefore: false,
    messageId: null,
    ...(message.file !== undefined && { upload: restored ? 'maybe' : 'none', sentBytes: 0 }),
  };
}

function changes(was: MessageSendContext, step: Taken): Partial<MessageSendContext> {
  const { event, before, after, around, app } = step;
  const id = was.message.clientId;
  const isOurs = 'clientId' in event && event.clientId === id;
  const isRetry = event.type === 'message.retried' && isOurs && before.matches('failed');
  const predecessor = was.after === null ? undefined : app.directory.send(was.after)?.getSnapshot();
  const common: Partial<MessageSendContext> = {
    after: isRetry
      ? lastWaiting(around.queue, id)
      : predecessor !== undefined && isUnsettled(predecessor)
        ? was.after
        : null,
    online: event.type === 'network.changed' ? event.online : event.type === 'socket.greeted' || was.online,
    ...(isIn(after, 'uncertain') && !isIn(before, 'uncertain') && { unanswered: 0 }),
    ...(isAnswering(step) && { unanswered: 0 }),
    ...(isIn(after, 'uploading') && !isIn(before, 'uploading') && { sentBytes: 0 }),
  };
  if (isRetry) {
    const upload = was.message.file === undefined ? {} : { upload: 'maybe' as const };
    return { ...common, queuedAt: event.position, failure: null, stored: false, storeFailure: null, ...upload };
  }
  return isOurs ? { ...common, ...ofOurs(was, step) } : common;
}

function isIn(snapshot: MessageSendSnapshot | undefined, state: 'uncertain' | 'uploading' | 'sending'): boolean {
  return snapshot?.matches(state) === true;
}

const waiting = { uncertain: 'waiting' } as const;
const asking = { uncertain: 'asking' } as const;

/** Whether the server is there again for one that waits to ask it. */
function isAnswering({ event, before }: Sending): boolean {
  if (before?.matches(waiting) !== true) return false;
  return (
    event.type === 'socket.greeted' || (event.type === 'network.changed' && event.online && !before.context.online)
  );
}

function ofOurs(was: MessageSendContext, { event, before, after }: Taken): Partial<MessageSendContext> {
  switch (event.type) {
    case 'outbox.stored':
    case 'outbox.storeFailed':
      if (was.stored || !before.matches('queued')) return {};
      return { stored: true, storeFailure: event.type === 'outbox.storeFailed' ? event.reason : null };
    case 'message.progressed':
      return before.matches('uploading') ? { sentBytes: event.sent } : {};
    case 'message.uploaded':
      return before.matches('uploading') ? { upload: 'done', heldOff: 0 } : {};
    case 'message.uploadLost':
      return before.matches('uploading') ? { upload: 'maybe', heldOff: was.heldOff + 1, retryAfterMs: null } : {};
    case 'message.answerLost':
      return before.matches('sending') ? { lostBefore: true } : {};
    case 'message.resolveFailed':
      return before.matches(asking) ? { unanswered: was.unanswered + 1 } : {};
    case 'message.refused': {
      const { seconds } = event.failure.params;
      const isFileMissing = event.failure.key === 'error.file.notUploaded' && before.matches('sending');
      return {
        ...(after.matches('failed') && !before.matches('failed') && { failure: event.failure }),
        ...(isFileMissing && was.upload !== undefined && { upload: 'none' as const }),
        ...(after.matches('backingOff') &&
          !before.matches('backingOff') && {
            heldOff: was.heldOff + 1,
            retryAfterMs: typeof seconds === 'number' ? seconds * 1_000 : null,
          }),
      };
    }
    default:
      return {};
  }
}

/** What leaves: timers end with their state, storing comes before sending, and what a state is for is asked on entering it. */
function leaving(step: Sending): readonly Command[] {
  const { event, before, after } = step;
  const context = after?.context ?? before?.context;
  if (context === undefined) return [];
  const { message } = context;
  const { clientId } = message;
  const [resolve, retry] = [`send:${clientId}:resolve`, `send:${clientId}:retry`];
  const isClosed = event.type === 'app.opened' || event.type === 'logout.requested';
  if (isClosed) return [];
  const left: Command[] = [];
  const enters = (state: Parameters<MessageSendSnapshot['matches']>[0]): boolean =>
    after?.matches(state) === true && before?.matches(state) !== true;
  const leaves = (state: Parameters<MessageSendSnapshot['matches']>[0]): boolean =>
    before?.matches(state) === true && after?.matches(state) !== true;
  if (leaves(waiting)) left.push({ type: 'timer.cancel', timer: resolve });
  if (leaves('backingOff')) left.push({ type: 'timer.cancel', timer: retry });
  const isNew = before === undefined && event.type === 'message.submitted';
  const isRetried = before?.matches('failed') === true && event.type === 'message.retried';
  const isRefused = enters('failed') && event.type === 'message.refused' && event.failure.code !== 'ABANDONED';
  if (after !== undefined && (isNew || isRetried || isRefused))
    left.push({ type: 'outbox.put', message: { ...message, failure: isRefused ? event.failure : null } });
  if (enters('uploading')) left.push({ type: 'message.upload', message });
  if (enters('sending')) left.push({ type: 'message.send', message });
  if (enters(asking)) left.push({ type: 'message.resolve', clientId });
  if (enters(waiting)) left.push({ type: 'timer.start', timer: resolve, ms: backoff(context.unanswered) });
  const demanded = Math.max(context.retryAfterMs ?? 0, backoff(context.heldOff));
  if (enters('backingOff')) left.push({ type: 'timer.start', timer: retry, ms: demanded });
  if (before !== undefined && after === undefined) left.push({ type: 'outbox.remove', clientId });
  return left;
}

/** Whether a command is of that message. */
function isOf(command: Command, id: string): boolean {
  if ('message' in command && 'clientId' in command.message) return command.message.clientId === id;
  if ('timer' in command) return command.timer.startsWith(`send:${id}:`);
  return 'clientId' in command && command.clientId === id;
}

/** Whether something written in the ticket may still leave; what the end of a session cut short may, too. */
function isAnyPending(app: App): boolean {
  return keysOf(app, 'send').some((id) => {
    const send = app.directory.send(id)?.getSnapshot();
    return send !== undefined && (isUnsettled(send) || send.context.failure?.code === 'ABANDONED');
  });
}

/** The messages that an event puts at the end of the queue. */
function queuedBy(event: Logged, { directory }: App): readonly string[] {
  switch (event.type) {
    case 'message.submitted':
      return [event.message.clientId];
    case 'outbox.restored':
      return event.messages.map(({ clientId }) => clientId);
    case 'message.retried': {
      const queuedAt = directory.send(event.clientId)?.getSnapshot().context.queuedAt;
      return queuedAt === event.position ? [event.clientId] : [];
    }
    default:
      return [];
  }
}

export const messageSendOracles = oraclesOf<MessageSendSnapshot, Around & { readonly id: string }>(
  ({ directory }, actor) => directory.send(actor.replace('send:', ''))?.getSnapshot(),
  (app) => ({
    queue: queueIn(app, { customerId: '40', instanceId: '5' }),
    isFinishing: app.directory.ticket('20')?.getSnapshot().context.finishWaits === 'messages',
    id: 'client-2',
  }),
  {
    'what is known of it': wholeContext(changes, {}, beginning),
    'what is shown of it': sendShown,
    'what leaves': (step) => ({
      expected: leaving(step),
      came: step.commands.filter((command) => isOf(command, step.around.id)),
    }),
    /** Of one that nobody sends any more nothing is shown. */
    'what is left of it': ({ event, before, after, app }) => {
      const isGone = event.type === 'message.discarded' || event.type === 'message.refused';
      if (before === undefined || after !== undefined || !isGone) return null;
      const shown = app.directory.conversation(conversationKey('40', '5'))?.getSnapshot().context.optimistic ?? [];
      const id = before.context.message.clientId;
      return { expected: [], came: shown.filter(({ clientId }) => clientId === id) };
    },
    'what waits for it': requests(['ticket.finish'], ({ around, app }) =>
      around.isFinishing && !isAnyPending(app) ? [{ type: 'ticket.finish', ticketId: '20' }] : [],
    ),
    /** In the order in which they were submitted or retried, each once, and none that is over. */
    'the queue': ({ event, around, app }) => {
      const added = queuedBy(event, app);
      const ids = around.queue.map(({ id }) => id);
      // A retried one is queued last; one that is there already stays where it is.
      const before = event.type === 'message.retried' ? ids.filter((id) => !added.includes(id)) : ids;
      const queue = [...before, ...added.filter((id) => !before.includes(id))];
      return {
        expected: queue.filter((id) => app.directory.send(id) !== undefined),
        came: queueIn(app, { customerId: '40', instanceId: '5' }).map(({ id }) => id),
      };
    },
  },
);
