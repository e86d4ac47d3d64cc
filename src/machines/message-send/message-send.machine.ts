import { assign, emit, setup } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import type { Failure } from '../entities/failure.ts';
import type { ClientId, MessageId } from '../entities/ids.ts';
import type { Command } from '../log/command.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { OutgoingMessage, StoredMessage } from '../log/events-chat.ts';
import type { InternalEventOf } from '../log/internal.ts';
import { RESOLVE_FIRST_MS, RESOLVE_LAST_MS } from '../limits.ts';

/*
 *   (new) ──▶ queued ── stored, none before it, online ──▶ sending ── accepted ──▶ sent
 *              │ ▲ ▲                                        │   │                   ▲
 *              │ │ │                                answerLost  │ refused           │
 *              │ │ │                                        ▼   │                   │
 *              │ │ └─ resolved: the server never got it ─ uncertain ── resolved ────┘
 *              │ │           (restored) ────────────────▶ [asking ⇄ waiting]
 *              │ │                                              │ refused
 *              │ └───────────────── retried ───────────────── failed ◀── (restored, refused before)
 *              └──── discarded ────▶ discarded ◀── discarded ───┘
 *
 *   sending ── refused with TOO_MANY ──▶ backingOff ── the server's time is over ──▶ queued
 *
 *   Any state but the final ones goes to sent when the message arrives or its ack changes.
 *
 * queued      not on its way: is being stored, waits for the one before it, or for the network
 * sending     the call is under way
 * uncertain   no answer came; the server is asked by client id (asking), again and again (waiting)
 * backingOff  the server took nothing, as too much was sent; it is sent again when the server says
 * sent        the server has it; final
 * failed      the server refused it, so it holds nothing; the text is kept
 * discarded   its author gave it up; final
 */

export interface MessageSendInput {
  /** One that was restored bears why it was refused, if it was. */
  readonly message: OutgoingMessage | StoredMessage;
  /** The unsettled send before it in its conversation. */
  readonly after: ClientId | null;
  /** Position of the log at which it took its place in the line of its conversation. */
  readonly queuedAt: number;
  /** Of an earlier page, which never learned what became of it. */
  readonly restored: boolean;
  readonly online: boolean;
}

export interface MessageSendContext {
  readonly message: OutgoingMessage;
  readonly after: ClientId | null;
  readonly queuedAt: number;
  readonly online: boolean;
  /** Whether this try is in the outbox, or storage refused it. */
  readonly stored: boolean;
  /** Why storage refused it: a crash would lose it. */
  readonly storeFailure: string | null;
  readonly failure: Failure | null;
  /** Questions in a row that got no answer. */
  readonly unanswered: number;
  /** Refusals with TOO_MANY in a row. */
  readonly heldOff: number;
  /** Milliseconds for which the last of them asks; null where it says nothing. */
  readonly retryAfterMs: number | null;
  /** Whether an answer was lost before: then one waits before asking, or a loss that repeats would spin. */
  readonly lostBefore: boolean;
  readonly messageId: MessageId | null;
}

type MessageSendEvent =
  | Logged<
      EventOf<
        | 'message.submitted'
        | 'outbox.restored'
        | 'outbox.stored'
        | 'outbox.storeFailed'
        | 'message.accepted'
        | 'message.refused'
        | 'message.answerLost'
        | 'message.resolved'
        | 'message.resolveFailed'
        | 'message.retried'
        | 'message.discarded'
        | 'message.arrived'
        | 'message.ackChanged'
        | 'socket.greeted'
        | 'network.changed'
        | 'timer.fired'
      >
    >
  | InternalEventOf<'predecessor.settled' | 'send.requeued'>;

/** Asks again what became of a send. */
export function resolveTimer(clientId: ClientId): string {
  return `send:${clientId}:resolve`;
}

/** Milliseconds until the server is asked again: 2 s, 4 s, ... 30 s. */
export function resolveDelay(unanswered: number): number {
  return Math.min(RESOLVE_FIRST_MS * 2 ** Math.max(0, unanswered - 1), RESOLVE_LAST_MS);
}

/** Sends again what the server had no time for. */
export function retryTimer(clientId: ClientId): string {
  return `send:${clientId}:retry`;
}

function outgoing(message: OutgoingMessage | StoredMessage): OutgoingMessage {
  if (!('failure' in message)) return message;
  const { failure: _, ...rest } = message;
  return rest;
}

/** The id of the server's message that this event shows to be ours; null if it shows none. */
function provenId(clientId: ClientId, event: MessageSendEvent): MessageId | null {
  switch (event.type) {
    case 'message.accepted':
      return event.clientId === clientId ? event.message.id : null;
    case 'message.arrived':
      return event.message.clientId === clientId ? event.message.id : null;
    case 'message.ackChanged':
      return event.clientId === clientId ? event.messageId : null;
    case 'message.resolved':
      return event.clientId === clientId ? (event.message?.id ?? null) : null;
    default:
      return null;
  }
}

const machine = setup({
  types: {
    input: {} as MessageSendInput,
    context: {} as MessageSendContext,
    events: {} as MessageSendEvent,
    emitted: {} as Command,
  },
  guards: {
    isReady: ({ context }) => context.stored && context.after === null && context.online,
    isOurs: ({ context, event }) => 'clientId' in event && event.clientId === context.message.clientId,
    isProof: ({ context, event }) => provenId(context.message.clientId, event) !== null,
    isNeverGot: ({ context, event }) =>
      event.type === 'message.resolved' && event.clientId === context.message.clientId && event.message === null,
    isLostAgain: ({ context, event }) =>
      event.type === 'message.answerLost' && event.clientId === context.message.clientId && context.lostBefore,
    /** A refusal that is none: no answer came. */
    isLoss: ({ context, event }) =>
      event.type === 'message.refused' &&
      event.clientId === context.message.clientId &&
      event.failure.code === 'NETWORK',
    /** The server took nothing, and says when it may be sent again. */
    isTooMany: ({ context, event }) =>
      event.type === 'message.refused' &&
      event.clientId === context.message.clientId &&
      event.failure.code === 'TOO_MANY',
    /** The session ended first. What is stored stays as it was; a logout erases it. */
    isAbandoned: ({ context, event }) =>
      event.type === 'message.refused' &&
      event.clientId === context.message.clientId &&
      event.failure.code === 'ABANDONED',
    isPredecessor: ({ context, event }) => event.type === 'predecessor.settled' && context.after === event.clientId,
    changesNetwork: ({ context, event }) => event.type === 'network.changed' && context.online !== event.online,
    isOffline: ({ context }) => !context.online,
    endsStoring: ({ context, event }) =>
      (event.type === 'outbox.stored' || event.type === 'outbox.storeFailed') &&
      event.clientId === context.message.clientId &&
      !context.stored,
    isOurTimer: ({ context, event }) =>
      event.type === 'timer.fired' && event.timer === resolveTimer(context.message.clientId),
    isRetryTimer: ({ context, event }) =>
      event.type === 'timer.fired' && event.timer === retryTimer(context.message.clientId),
  },
  actions: {
    put: emit(({ context }) => ({ type: 'outbox.put', message: { ...context.message, failure: context.failure } })),
    remove: emit(({ context }) => ({ type: 'outbox.remove', clientId: context.message.clientId })),
    send: emit(({ context }) => ({ type: 'message.send', message: context.message })),
    ask: emit(({ context }) => ({ type: 'message.resolve', clientId: context.message.clientId })),
    startTimer: emit(({ context }) => ({
      type: 'timer.start',
      timer: resolveTimer(context.message.clientId),
      ms: resolveDelay(context.unanswered),
    })),
    cancelTimer: emit(({ context }) => ({ type: 'timer.cancel', timer: resolveTimer(context.message.clientId) })),
    holdOff: assign(({ context, event }) => {
      const seconds = event.type === 'message.refused' ? event.failure.params['seconds'] : undefined;
      return { heldOff: context.heldOff + 1, retryAfterMs: typeof seconds === 'number' ? seconds * 1000 : null };
    }),
    startRetryTimer: emit(({ context }) => ({
      type: 'timer.start',
      timer: retryTimer(context.message.clientId),
      ms: Math.max(context.retryAfterMs ?? 0, resolveDelay(context.heldOff)),
    })),
    cancelRetryTimer: emit(({ context }) => ({ type: 'timer.cancel', timer: retryTimer(context.message.clientId) })),
    keepLoss: assign({ lostBefore: true }),
    forgetPredecessor: assign({ after: null }),
    keepNetwork: assign(({ event }) => (event.type === 'network.changed' ? { online: event.online } : {})),
    noteReached: assign({ online: true }),
    endStoring: assign(({ event }) => ({
      stored: true,
      storeFailure: event.type === 'outbox.storeFailed' ? event.reason : null,
    })),
    keepProof: assign(({ context, event }) => ({
      messageId: provenId(context.message.clientId, event),
      failure: null,
    })),
    keepFailure: assign(({ event }) => (event.type === 'message.refused' ? { failure: event.failure } : {})),
  },
});

const proven = { guard: 'isProof', target: '#send.sent', actions: 'keepProof' } as const;
const storingEnded = { guard: 'endsStoring', actions: 'endStoring' } as const;

/** What every state but the final ones hears; the server's word that it has the message ends them all. */
const alive = {
  'network.changed': { guard: 'changesNetwork', actions: 'keepNetwork' },
  // The browser's word on the network is wrong at times: the server was reached.
  'socket.greeted': { guard: 'isOffline', actions: 'noteReached' },
  'message.accepted': proven,
  'message.arrived': proven,
  'message.ackChanged': proven,
  'message.resolved': proven,
} as const;

/** Not yet on its way in this page: the one before it may end first. */
const waits = {
  'predecessor.settled': { guard: 'isPredecessor', actions: 'forgetPredecessor' },
} as const;

const refused = [
  { guard: 'isAbandoned', target: '#send.failed', actions: 'keepFailure' },
  { guard: 'isOurs', target: '#send.failed', actions: ['keepFailure', 'put'] },
] as const;

export const messageSendMachine = machine.createMachine({
  id: 'send',
  context: ({ input }) => {
    const failure = 'failure' in input.message ? input.message.failure : null;
    return {
      message: outgoing(input.message),
      after: input.after,
      queuedAt: input.queuedAt,
      online: input.online,
      stored: input.restored,
      storeFailure: null,
      failure,
      unanswered: 0,
      heldOff: 0,
      retryAfterMs: null,
      lostBefore: false,
      messageId: null,
    };
  },
  initial: 'made',
  states: {
    // Left at once.
    made: {
      always: [
        { guard: ({ context }) => context.failure !== null, target: 'failed' },
        { guard: ({ context }) => context.stored, target: 'uncertain' },
        { target: 'queued', actions: 'put' },
      ],
    },
    queued: {
      always: { guard: 'isReady', target: 'sending' },
      on: {
        ...alive,
        ...waits,
        'outbox.stored': storingEnded,
        'outbox.storeFailed': storingEnded,
        'message.discarded': { guard: 'isOurs', target: 'discarded' },
      },
    },
    sending: {
      entry: 'send',
      on: {
        ...alive,
        'message.refused': [
          { guard: 'isLoss', target: 'uncertain' },
          { guard: 'isTooMany', target: 'backingOff', actions: 'holdOff' },
          ...refused,
        ],
        'message.answerLost': [
          { guard: 'isLostAgain', target: '#send.uncertain.waiting', actions: 'keepLoss' },
          { guard: 'isOurs', target: 'uncertain', actions: 'keepLoss' },
        ],
      },
    },
    backingOff: {
      entry: 'startRetryTimer',
      exit: 'cancelRetryTimer',
      on: {
        ...alive,
        'timer.fired': { guard: 'isRetryTimer', target: 'queued' },
        'message.discarded': { guard: 'isOurs', target: 'discarded' },
      },
    },
    uncertain: {
      initial: 'asking',
      entry: assign({ unanswered: 0 }),
      on: {
        ...alive,
        ...waits,
        // It never got it, and would know it again by its client id: sending it once more is safe.
        'message.resolved': [proven, { guard: 'isNeverGot', target: 'queued' }],
        'message.refused': [{ guard: 'isLoss' }, ...refused],
      },
      states: {
        asking: {
          entry: 'ask',
          on: {
            'message.resolveFailed': {
              guard: 'isOurs',
              target: 'waiting',
              actions: assign({ unanswered: ({ context }) => context.unanswered + 1 }),
            },
          },
        },
        waiting: {
          entry: 'startTimer',
          exit: 'cancelTimer',
          on: {
            'timer.fired': { guard: 'isOurTimer', target: 'asking' },
            'socket.greeted': { target: 'asking', actions: ['noteReached', assign({ unanswered: 0 })] },
            'network.changed': {
              guard: ({ context, event }) => event.online && !context.online,
              target: 'asking',
              actions: assign({ online: true, unanswered: 0 }),
            },
          },
        },
      },
    },
    sent: { type: 'final', entry: 'remove' },
    failed: {
      on: {
        ...alive,
        'send.requeued': {
          actions: assign({ after: ({ event }) => event.after, queuedAt: ({ event }) => event.queuedAt }),
        },
        ...waits,
        'message.retried': {
          guard: 'isOurs',
          target: 'queued',
          actions: [assign({ failure: null, stored: false, storeFailure: null }), 'put'],
        },
        'message.discarded': { guard: 'isOurs', target: 'discarded' },
      },
    },
    discarded: { type: 'final', entry: 'remove' },
  },
});

export type MessageSendSnapshot = SnapshotFrom<typeof messageSendMachine>;
