import { assign, emit, setup } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import type { Failure } from '../entities/failure.ts';
import type { MessageId } from '../entities/ids.ts';
import type { Media } from '../entities/media.ts';
import type { Command } from '../log/command.ts';
import type { EventOf, Logged } from '../log/event.ts';
import { timerName } from '../log/timers.ts';

/*
 *   (shown) ──▶ asking ── loaded: it is being fetched ──▶ waiting ── its time is up, or retried ──▶ asking
 *                │ ▲
 *                │ └─ shown after its address ran out ── ready, unshown; broken for the first time ── ready
 *                │ └─ retried, the network is back ── failed; retried ── gone: expired
 *                │
 *                ├── loaded ──▶ ready ── broken again ──▶ failed; a sound or film: unshown
 *                ├── loadFailed, loaded: the server failed ──▶ failed
 *                ├── loaded: expired or refused ──▶ gone
 *                └── loadFailed: not found ──▶ missing
 *
 *   Any state goes to left when the last view hides it; a call in flight is awaited first.
 *
 * asking   our call is in flight; an address that a view shows stays
 * waiting  the server fetches the file from the provider, and is asked again
 * ready    there is an address
 * failed   a call failed, the server could not fetch the file, or its address doesn't work
 * unshown  a sound or film that this browser can't play; its address is for a download
 * gone     the file can't be had: the provider no longer has it, or the server refused it
 * missing  the message has no file
 * left     no view shows it; final
 */

const FIRST_DELAY_MS = 1_000;
const LAST_DELAY_MS = 30_000;
/** A new address counts as valid for this long whatever the clock says: a wrong clock would cause endless calls. */
const VALID_AT_LEAST_MS = 30_000;

interface MediaInput {
  readonly messageId: MessageId;
  /** Position of the event that first shows it. */
  readonly request: number;
}

export interface MediaContext {
  readonly messageId: MessageId;
  /** Number of the last call: the position of the event that caused it. */
  readonly request: number;
  /** Whether the last call asks the server to fetch the file from the provider again. */
  readonly retry: boolean;
  /** How many views show it. */
  readonly watchers: number;
  /** Consecutive answers that the server is fetching it. */
  readonly waited: number;
  readonly media: Media | null;
  /** When the address runs out. */
  readonly validUntil: number;
  /** Whether the last call was caused by an address that didn't work. */
  readonly renewed: boolean;
  readonly failure: Failure | null;
}

type MediaMachineEvent = Logged<
  EventOf<
    | 'media.shown'
    | 'media.hidden'
    | 'media.loaded'
    | 'media.loadFailed'
    | 'media.retried'
    | 'media.broken'
    | 'network.changed'
    | 'socket.greeted'
    | 'timer.fired'
  >
>;

/** The timer after which the server is asked again. */
export function mediaTimer(messageId: MessageId): string {
  return timerName('media', messageId, 'ask');
}

/** The backoff in milliseconds: 1 s, 2 s, 4 s, ... 30 s. */
export function mediaDelay(waited: number): number {
  return Math.min(FIRST_DELAY_MS * 2 ** Math.max(0, waited - 1), LAST_DELAY_MS);
}

const machine = setup({
  types: {
    input: {} as MediaInput,
    context: {} as MediaContext,
    events: {} as MediaMachineEvent,
    emitted: {} as Command,
  },
  guards: {
    isAnswer: ({ context, event }) => 'request' in event && event.request === context.request,
    hasView: ({ context }) => context.watchers > 0,
    isLastView: ({ context }) => context.watchers <= 1,
    isUnwatched: ({ context, event }) =>
      'request' in event && event.request === context.request && context.watchers === 0,
    isFetching: ({ context, event }) => says(context, event, 'fetching'),
    isReady: ({ context, event }) => says(context, event, 'ready'),
    hasFailed: ({ context, event }) => says(context, event, 'failed'),
    isMissing: ({ context, event }) =>
      event.type === 'media.loadFailed' && event.request === context.request && event.failure.code === 'NOT_FOUND',
    isPastValid: ({ context, event }) => event.loggedAt >= context.validUntil,
    isBrokenAgain: ({ context, event }) => context.renewed && event.loggedAt < context.validUntil,
    /** The server doesn't decode sounds and films, so most likely the browser can't. */
    isUnplayable: ({ context, event }) =>
      context.renewed &&
      event.loggedAt < context.validUntil &&
      /^(?:audio|video)\//u.test(context.media?.mimeType ?? ''),
    /** The provider didn't deliver it, but may be asked again. */
    isExpired: ({ context }) => context.media?.state === 'expired',
    isOurTimer: ({ context, event }) => event.type === 'timer.fired' && event.timer === mediaTimer(context.messageId),
    /** It failed for lack of a network, which is back. */
    isReachable: ({ context, event }) =>
      (event.type === 'socket.greeted' || (event.type === 'network.changed' && event.online)) &&
      (context.failure?.code === 'NETWORK' || context.failure?.code === 'ABANDONED'),
  },
  actions: {
    addView: assign({ watchers: ({ context }) => context.watchers + 1 }),
    removeView: assign({ watchers: ({ context }) => context.watchers - 1 }),
    number: assign(({ event }) => ({ request: event.position, retry: event.type === 'media.retried', failure: null })),
    markRenewed: assign({ renewed: true }),
    waitAnew: assign({ waited: 0 }),
    forgetAddress: assign({ media: null, renewed: false }),
    ask: emit(({ context: { messageId, request, retry } }) => ({ type: 'media.fetch', messageId, request, retry })),
    keep: assign(({ context, event }) => {
      if (event.type !== 'media.loaded') return {};
      const { media, loggedAt } = event;
      return {
        media,
        validUntil: Math.max(media.expiresAt ?? 0, loggedAt + VALID_AT_LEAST_MS),
        waited: media.state === 'fetching' ? context.waited + 1 : 0,
      };
    }),
    keepFailure: assign(({ event }) =>
      event.type === 'media.loadFailed' ? { failure: event.failure, media: null, renewed: false, waited: 0 } : {},
    ),
    startTimer: emit(({ context }) => ({
      type: 'timer.start',
      timer: mediaTimer(context.messageId),
      ms: mediaDelay(context.waited),
    })),
    cancelTimer: emit(({ context }) => ({ type: 'timer.cancel', timer: mediaTimer(context.messageId) })),
  },
});

function says(context: MediaContext, event: MediaMachineEvent, state: Media['state']): boolean {
  return event.type === 'media.loaded' && event.request === context.request && event.media.state === state;
}

/** Common to the states without a call in flight. */
const shown = {
  'media.shown': { actions: 'addView' },
  'media.hidden': [{ guard: 'isLastView', target: '#media.left', actions: 'removeView' }, { actions: 'removeView' }],
} as const;

export const mediaMachine = machine.createMachine({
  id: 'media',
  context: ({ input }) => ({
    messageId: input.messageId,
    request: input.request,
    retry: false,
    watchers: 1,
    waited: 0,
    media: null,
    validUntil: 0,
    renewed: false,
    failure: null,
  }),
  initial: 'asking',
  states: {
    asking: {
      entry: 'ask',
      on: {
        'media.shown': { actions: 'addView' },
        // Left once the call is answered, so that there is never a second one in flight.
        'media.hidden': { guard: 'hasView', actions: 'removeView' },
        'media.loaded': [
          { guard: 'isUnwatched', target: 'left' },
          { guard: 'isFetching', target: 'waiting', actions: 'keep' },
          { guard: 'isReady', target: 'ready', actions: 'keep' },
          { guard: 'hasFailed', target: 'failed', actions: 'keep' },
          { guard: 'isAnswer', target: 'gone', actions: 'keep' },
        ],
        'media.loadFailed': [
          { guard: 'isUnwatched', target: 'left' },
          { guard: 'isMissing', target: 'missing', actions: 'keepFailure' },
          { guard: 'isAnswer', target: 'failed', actions: 'keepFailure' },
        ],
      },
    },
    waiting: {
      entry: 'startTimer',
      exit: 'cancelTimer',
      on: {
        ...shown,
        'timer.fired': { guard: 'isOurTimer', target: 'asking', actions: 'number' },
        // The server's next attempt may be half an hour away.
        'media.retried': { target: 'asking', actions: ['waitAnew', 'number'] },
      },
    },
    ready: {
      on: {
        ...shown,
        'media.shown': [
          { guard: 'isPastValid', target: 'asking', actions: ['addView', 'number'] },
          { actions: 'addView' },
        ],
        'media.broken': [
          { guard: 'isUnplayable', target: 'unshown' },
          { guard: 'isBrokenAgain', target: 'failed', actions: 'forgetAddress' },
          { target: 'asking', actions: ['number', 'markRenewed'] },
        ],
      },
    },
    unshown: {
      on: {
        ...shown,
        'media.shown': [
          { guard: 'isPastValid', target: 'asking', actions: ['addView', 'number'] },
          { actions: 'addView' },
        ],
      },
    },
    failed: {
      on: {
        ...shown,
        'media.retried': { target: 'asking', actions: ['forgetAddress', 'number'] },
        'network.changed': { guard: 'isReachable', target: 'asking', actions: 'number' },
        'socket.greeted': { guard: 'isReachable', target: 'asking', actions: 'number' },
      },
    },
    gone: {
      on: {
        ...shown,
        'media.retried': { guard: 'isExpired', target: 'asking', actions: ['forgetAddress', 'number'] },
      },
    },
    missing: { on: shown },
    left: { type: 'final' },
  },
});

export type MediaSnapshot = SnapshotFrom<typeof mediaMachine>;
