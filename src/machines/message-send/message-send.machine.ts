import { and, assertEvent, assign, emit, setup } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import { FILE_NOT_UPLOADED } from '../../../contract/facts/errors.ts';
import type { Failure } from '../entities/failure.ts';
import type { ClientId, MessageId } from '../entities/ids.ts';
import type { Command } from '../log/command.ts';
import type { OutgoingMessage, StoredMessage } from '../log/events-send.ts';
import { backoffMs } from '../backoff.ts';
import type { MessageSendContext, MessageSendEvent, MessageSendInput } from './message-send.context.ts';

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
 *   sending ── refused with TOO_MANY ──▶ backingOff ── backoff is over ──▶ queued
 *
 *   With a file:
 *   queued ──▶ uploading ── uploaded ──▶ sending ── the server has no such file ──▶ uploading
 *                 │ │ └── refused ──▶ failed
 *                 │ └──── lost, or TOO_MANY ──▶ backingOff ──▶ queued
 *                 └────── discarded ──▶ discarded
 *
 *   A reaction that is refused is discarded, with the reason: nobody wrote it, so there is nothing to keep.
 *
 *   Any state but the final ones goes to sent when the message arrives or its ack changes.
 *
 * queued      not sent yet: is being stored, or waits for the send before it or for the network
 * uploading   its file is on its way to the server; the message can still be discarded
 * sending     the call is in flight
 * uncertain   no answer came; the server is asked by client id (asking), repeatedly (waiting)
 * backingOff  refused for too many requests, or the upload's answer was lost; it is retried after the backoff
 * sent        the server has it; final
 * failed      the server refused it and doesn't have it; the text is kept
 * discarded   its author discarded it, or it is a refused reaction; final
 */

/** The timer after which the server is asked again for the outcome of a send. */
export function resolveTimer(clientId: ClientId): string {
  return `send:${clientId}:resolve`;
}

/** The timer of the backoff after TOO_MANY. */
export function retryTimer(clientId: ClientId): string {
  return `send:${clientId}:retry`;
}

function outgoing(message: OutgoingMessage | StoredMessage): OutgoingMessage {
  if (!('failure' in message)) return message;
  const { failure: _, ...rest } = message;
  return rest;
}

/** The server's id of the message, if the event proves that the server has it; else null. */
function provenId(event: MessageSendEvent): MessageId | null {
  assertEvent(event, ['message.accepted', 'message.arrived', 'message.ackChanged', 'message.resolved']);
  return event.type === 'message.ackChanged' ? event.messageId : (event.message?.id ?? null);
}

function firedTimer(event: MessageSendEvent): string {
  assertEvent(event, 'timer.fired');
  return event.timer;
}

function refusalIn(event: MessageSendEvent): Failure {
  assertEvent(event, 'message.refused');
  return event.failure;
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
    mayHaveFile: ({ context }) => context.upload === 'maybe',
    needsUpload: ({ context }) => context.upload === 'none',
    isProof: ({ event }) => provenId(event) !== null,
    wasLostBefore: ({ context }) => context.lostBefore,
    /** Reported as a refusal, but no answer came. */
    isLoss: ({ event }) => refusalIn(event).code === 'NETWORK',
    /** The server doesn't know the file that it may have had, or had. */
    lacksFile: ({ context, event }) => refusalIn(event).key === FILE_NOT_UPLOADED && context.upload !== undefined,
    /** The server didn't accept it, and says when to retry. */
    isTooMany: ({ event }) => refusalIn(event).code === 'TOO_MANY',
    isReaction: ({ context }) => context.message.reactsTo !== undefined,
    /** The session ended first. The outbox keeps it as it was; a logout erases it. */
    isAbandoned: ({ event }) => refusalIn(event).code === 'ABANDONED',
    changesNetwork: ({ context, event }) => {
      assertEvent(event, 'network.changed');
      return context.online !== event.online;
    },
    isOffline: ({ context }) => !context.online,
    isBeingStored: ({ context }) => !context.stored,
    isResolveTimer: ({ context, event }) => firedTimer(event) === resolveTimer(context.message.clientId),
    isRetryTimer: ({ context, event }) => firedTimer(event) === retryTimer(context.message.clientId),
  },
  actions: {
    put: emit(({ context }) => ({ type: 'outbox.put', message: { ...context.message, failure: context.failure } })),
    remove: emit(({ context }) => ({ type: 'outbox.remove', clientId: context.message.clientId })),
    send: emit(({ context }) => ({ type: 'message.send', message: context.message })),
    upload: emit(({ context }) => ({ type: 'message.upload', message: context.message })),
    ask: emit(({ context }) => ({ type: 'message.resolve', clientId: context.message.clientId })),
    startTimer: emit(({ context }) => ({
      type: 'timer.start',
      timer: resolveTimer(context.message.clientId),
      ms: backoffMs(context.unanswered),
    })),
    cancelTimer: emit(({ context }) => ({ type: 'timer.cancel', timer: resolveTimer(context.message.clientId) })),
    holdOff: assign(({ context, event }) => {
      const { seconds } = refusalIn(event).params;
      return { heldOff: context.heldOff + 1, retryAfterMs: typeof seconds === 'number' ? seconds * 1000 : null };
    }),
    startRetryTimer: emit(({ context }) => ({
      type: 'timer.start',
      timer: retryTimer(context.message.clientId),
      ms: Math.max(context.retryAfterMs ?? 0, backoffMs(context.heldOff)),
    })),
    cancelRetryTimer: emit(({ context }) => ({ type: 'timer.cancel', timer: retryTimer(context.message.clientId) })),
    keepProgress: assign(({ event }) => {
      assertEvent(event, 'message.progressed');
      return { sentBytes: event.sent };
    }),
    noteUploaded: assign({ upload: 'done', heldOff: 0 }),
    noteUploadLost: assign(({ context }) => ({ upload: 'maybe', heldOff: context.heldOff + 1, retryAfterMs: null })),
    noteNoFile: assign({ upload: 'none' }),
    keepLoss: assign({ lostBefore: true }),
    forgetPredecessor: assign({ after: null }),
    keepNetwork: assign(({ event }) => {
      assertEvent(event, 'network.changed');
      return { online: event.online };
    }),
    noteReached: assign({ online: true }),
    endStoring: assign(({ event }) => ({
      stored: true,
      storeFailure: event.type === 'outbox.storeFailed' ? event.reason : null,
    })),
    keepProof: assign(({ event }) => ({
      messageId: provenId(event),
      failure: null,
    })),
    keepFailure: assign(({ event }) => ({ failure: refusalIn(event) })),
  },
});

const proven = { guard: 'isProof', target: '#send.sent', actions: 'keepProof' } as const;
const storingEnded = { guard: 'isBeingStored', actions: 'endStoring' } as const;

/** Common to all states but the final ones: proof that the server has the message ends them all. */
const alive = {
  'network.changed': { guard: 'changesNetwork', actions: 'keepNetwork' },
  // The server was reached, so the browser is wrong about being offline.
  'socket.greeted': { guard: 'isOffline', actions: 'noteReached' },
  'message.accepted': proven,
  'message.arrived': proven,
  'message.ackChanged': proven,
  'message.resolved': proven,
} as const;

/** Common to states in which it isn't in flight: the send before it may settle. */
const waits = {
  'predecessor.settled': { actions: 'forgetPredecessor' },
} as const;

const abandoned = { guard: 'isAbandoned', target: '#send.failed', actions: 'keepFailure' } as const;
const refusedOurs = { target: '#send.failed', actions: ['keepFailure', 'put'] } as const;
const refusedReaction = { guard: 'isReaction', target: '#send.discarded', actions: 'keepFailure' } as const;
// A reaction has no place where it could be tried again.
const refused = [refusedReaction, abandoned, refusedOurs] as const;

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
      ...(input.message.file !== undefined && { upload: input.restored ? 'maybe' : 'none', sentBytes: 0 }),
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
      always: [
        { guard: and(['isReady', 'needsUpload']), target: 'uploading' },
        { guard: 'isReady', target: 'sending' },
      ],
      on: {
        ...alive,
        ...waits,
        'outbox.stored': storingEnded,
        'outbox.storeFailed': storingEnded,
        'message.discarded': { target: 'discarded' },
      },
    },
    uploading: {
      entry: [assign({ sentBytes: 0 }), 'upload'],
      on: {
        ...alive,
        'message.progressed': { actions: 'keepProgress' },
        'message.uploaded': { target: 'sending', actions: 'noteUploaded' },
        'message.uploadLost': { target: 'backingOff', actions: 'noteUploadLost' },
        // A reaction has no file.
        'message.refused': [{ guard: 'isTooMany', target: 'backingOff', actions: 'holdOff' }, abandoned, refusedOurs],
        'message.discarded': { target: 'discarded' },
      },
    },
    sending: {
      entry: 'send',
      on: {
        ...alive,
        'message.refused': [
          { guard: 'isLoss', target: 'uncertain' },
          { guard: 'isTooMany', target: 'backingOff', actions: 'holdOff' },
          { guard: and(['lacksFile', 'mayHaveFile']), target: 'uploading', actions: 'noteNoFile' },
          { guard: 'lacksFile', target: 'backingOff', actions: ['noteNoFile', 'holdOff'] },
          ...refused,
        ],
        'message.answerLost': [
          { guard: 'wasLostBefore', target: '#send.uncertain.waiting', actions: 'keepLoss' },
          { target: 'uncertain', actions: 'keepLoss' },
        ],
      },
    },
    backingOff: {
      entry: 'startRetryTimer',
      exit: 'cancelRetryTimer',
      on: {
        ...alive,
        'timer.fired': { guard: 'isRetryTimer', target: 'queued' },
        'message.discarded': { target: 'discarded' },
      },
    },
    uncertain: {
      initial: 'asking',
      entry: assign({ unanswered: 0 }),
      on: {
        ...alive,
        ...waits,
        // The server doesn't have it. Sending it again is safe, as the client id identifies duplicates.
        'message.resolved': [proven, { target: 'queued' }],
        'message.refused': [{ guard: 'isLoss' }, ...refused],
      },
      states: {
        asking: {
          entry: 'ask',
          on: {
            'message.resolveFailed': {
              target: 'waiting',
              actions: assign({ unanswered: ({ context }) => context.unanswered + 1 }),
            },
          },
        },
        waiting: {
          entry: 'startTimer',
          exit: 'cancelTimer',
          on: {
            'timer.fired': { guard: 'isResolveTimer', target: 'asking' },
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
          target: 'queued',
          actions: [
            assign(({ context }) => ({
              failure: null,
              stored: false,
              storeFailure: null,
              ...(context.upload !== undefined && { upload: 'maybe' as const }),
            })),
            'put',
          ],
        },
        'message.discarded': { target: 'discarded', actions: assign({ failure: null }) },
      },
    },
    discarded: { type: 'final', entry: 'remove' },
  },
});

export type MessageSendSnapshot = SnapshotFrom<typeof messageSendMachine>;
