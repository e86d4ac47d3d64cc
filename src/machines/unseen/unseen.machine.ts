import { assign, emit, setup } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import type { CustomerId, InstanceId, MessageId } from '../entities/ids.ts';
import type { Viewer } from '../entities/viewer.ts';
import { isVisible } from '../inbox/matches.ts';
import type { Command } from '../log/command.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { InternalEventOf } from '../log/internal.ts';
import { withShortcut } from '../shortcut.ts';
import {
  withBase,
  withFirstArrived,
  withArrived,
  withTicketCount,
  isAnyUnseen,
  isNewer,
  narrowedAt,
  noCount,
  restartedAt,
} from './unseen.count.ts';
import type { UnseenCount } from './unseen.count.ts';

/*
 *          some, shown
 *   seen ──────────────────────────────▶ resetting
 *    │ ▲                                  ▲ │    │
 *    │ │ none        some, shown, retried │ │    │ resetAnswered
 *    │ │                                  │ │    ▼
 *    │ └──────────────────── unseen ──────┘ │   seen, and from there where the number leads
 *    └───── some, hidden ────▶ ▲            │
 *                              └────────────┘ resetFailed
 *
 * seen        nothing is unread
 * unseen      something is unread, and the conversation isn't in view or its reset failed
 * resetting   the conversation is in view; a reset up to the newest message is in flight
 *
 * A conversation that was marked unread isn't reset until it is opened again, or was read elsewhere.
 * A reset isn't repeated until a newer message arrives, the conversation comes into view again, the socket reconnects,
 * or its viewer retries a failed one.
 */

export interface UnseenInput {
  readonly customerId: CustomerId;
  readonly instanceId: InstanceId;
  readonly viewer: Viewer;
}

export interface UnseenContext {
  readonly customerId: CustomerId;
  readonly instanceId: InstanceId;
  readonly viewer: Viewer;
  /** Whether the conversation is in view. */
  readonly shown: boolean;
  readonly count: UnseenCount;
  /**
   * The last reset requested, while it needn't be repeated. `since`: what was received after it while it is in flight,
   * and isn't read; left out for nothing.
   */
  readonly asked: { readonly upTo: MessageId | null; readonly since?: readonly MessageId[] } | null;
  /** It was marked unread: being in view doesn't reset it until it is opened again. Left out for no. */
  readonly kept?: boolean;
  /** The last reset failed. Left out for no. */
  readonly failed?: boolean;
}

type UnseenMachineEvent =
  | Logged<
      EventOf<
        | 'app.opened'
        | 'message.arrived'
        | 'customer.arrived'
        | 'ticket.closed'
        | 'transfer.arrived'
        | 'ticket.transferred'
        | 'transfer.removed'
        | 'ticket.opened'
        | 'unseen.wasReset'
        | 'unseen.resetAnswered'
        | 'unseen.resetFailed'
        | 'unseen.retried'
        | 'socket.greeted'
      >
    >
  | InternalEventOf<'ticket.listed' | 'conversation.shown' | 'conversation.hidden'>;

/** The context after an event; the same reference if nothing changed. */
function fold(context: UnseenContext, event: UnseenMachineEvent): UnseenContext {
  const count = countAfterEvent(context, event);
  if (count === context.count) return context;
  // Less is visible than the last reset covered, so later counts need a reset of their own.
  const isLess = context.asked !== null && isNewer(context.asked.upTo, count.newest);
  const asked = isLess ? null : context.asked;
  const wasKept = context.kept === true;
  const isMarked = event.type === 'unseen.wasReset' && event.marked === true;
  // Once it was read elsewhere, later messages are reset by being in view again.
  const kept = (isMarked || wasKept) && isAnyUnseen(count);
  return { ...context, count, asked, ...(kept !== wasKept && { kept }) };
}

function countAfterEvent({ count, viewer }: UnseenContext, event: UnseenMachineEvent): UnseenCount {
  switch (event.type) {
    case 'ticket.listed':
      return withTicketCount(count, event.ticket, event.streamPosition);
    case 'customer.arrived':
    case 'ticket.closed':
    case 'transfer.arrived':
    case 'ticket.transferred':
    case 'transfer.removed':
      // The ticket's count covers the whole conversation, including messages that came while it wasn't visible.
      if (isVisible(event.ticket, viewer)) return withTicketCount(count, event.ticket, event.stream.seq);
      return narrowedAt(count, event.stream.seq);
    case 'message.arrived': {
      if (!isVisible(event.ticket, viewer)) return narrowedAt(count, event.stream.seq);
      const message = { id: event.message.id, seq: event.stream.seq };
      const known = withFirstArrived(count, event.ticket, message);
      return event.message.received && event.message.unseen ? withArrived(known, message) : known;
    }
    case 'unseen.wasReset':
      return withBase(count, { count: event.unseen, upTo: event.upToId, asOf: event.stream.seq });
    case 'unseen.resetAnswered':
      return withBase(count, { count: event.unseen, upTo: event.upToId, asOf: event.streamPosition });
    case 'socket.greeted':
      return event.recovered ? count : restartedAt(count, event.head);
    default:
      return count;
  }
}

/**
 * The reset in flight after an event. A count of the server's doesn't say which messages it covers: those that the reset
 * reads, or later ones too.
 */
function askedAfterEvent({ asked, viewer }: UnseenContext, event: UnseenMachineEvent): UnseenContext['asked'] {
  if (asked === null) return null;
  const { upTo, since = [] } = asked;
  if (event.type === 'message.arrived') {
    const { id, received, unseen } = event.message;
    const isNews = received && unseen && isNewer(id, upTo) && !since.includes(id) && isVisible(event.ticket, viewer);
    return isNews ? { upTo, since: [...since, id] } : asked;
  }
  if (event.type !== 'unseen.wasReset' || event.marked === true || since.length === 0) return asked;
  return { upTo, since: event.unseen === 0 ? [] : since.filter((id) => isNewer(id, event.upToId)) };
}

/** The initial context: nothing is known. */
function unknownCounter(input: UnseenInput): UnseenContext {
  return {
    customerId: input.customerId,
    instanceId: input.instanceId,
    viewer: input.viewer,
    shown: false,
    count: noCount,
    asked: null,
  };
}

const machine = setup({
  types: {
    input: {} as UnseenInput,
    context: {} as UnseenContext,
    events: {} as UnseenMachineEvent,
    emitted: {} as Command,
  },
  guards: {
    changesContext: ({ context, event }) => fold(context, event) !== context,
    isNone: ({ context }) => !isAnyUnseen(context.count),
    isSome: ({ context }) => isAnyUnseen(context.count),
    hasFailed: ({ context }) => context.failed === true,
    wantsReset: ({ context: { shown, count, asked, kept } }) =>
      shown && kept !== true && isAnyUnseen(count) && (asked === null || isNewer(count.newest, asked.upTo)),
  },
  actions: {
    fold: assign(({ context, event }) => fold(context, event)),
    reopen: assign({ shown: false, asked: null }),
    release: assign({ kept: false, asked: null }),
    noteSince: assign({ asked: ({ context, event }) => askedAfterEvent(context, event) }),
    ask: assign(({ context: { count, failed } }) => ({
      asked: { upTo: count.newest },
      ...(failed === true && { failed: false }),
    })),
    reset: emit(({ context: { customerId, instanceId, count } }) => ({
      type: 'unseen.reset',
      customerId,
      instanceId,
      upToId: count.newest,
    })),
  },
});

const folded = { guard: 'changesContext', actions: 'fold' } as const;

export const unseenMachine = machine.createMachine({
  id: 'unseen',
  context: ({ input }) => unknownCounter(input),
  initial: 'seen',
  on: {
    'app.opened': {
      guard: ({ context }) => context.shown || context.asked !== null,
      actions: 'reopen',
    },
    'ticket.listed': folded,
    'message.arrived': folded,
    'customer.arrived': folded,
    'ticket.closed': folded,
    'transfer.arrived': folded,
    'ticket.transferred': folded,
    'transfer.removed': folded,
    'unseen.wasReset': folded,
    'unseen.resetAnswered': folded,
    'ticket.opened': { guard: ({ context }) => context.kept === true, actions: 'release' },
    'conversation.shown': {
      guard: ({ context }) => !context.shown || context.asked !== null,
      actions: assign({ shown: true, asked: null }),
    },
    'conversation.hidden': {
      guard: ({ context }) => context.shown,
      actions: assign({ shown: false }),
    },
    'socket.greeted': [
      { guard: 'changesContext', actions: ['fold', assign({ asked: null })] },
      { guard: ({ context }) => context.asked !== null, actions: assign({ asked: null }) },
    ],
  },
  states: {
    seen: {
      always: [
        { guard: 'wantsReset', target: 'resetting' },
        { guard: 'isSome', target: 'unseen' },
      ],
    },
    unseen: {
      on: { 'unseen.retried': { guard: 'hasFailed', actions: assign({ asked: null }) } },
      always: [
        { guard: 'wantsReset', target: 'resetting' },
        { guard: 'isNone', target: 'seen' },
      ],
    },
    resetting: {
      entry: ['ask', 'reset'],
      on: {
        // The answer would have gone to the earlier page.
        'app.opened': { target: 'unseen', actions: 'reopen' },
        'unseen.resetAnswered': { target: 'seen', actions: 'fold' },
        'unseen.resetFailed': { target: 'unseen', actions: assign({ failed: true }) },
        'message.arrived': { guard: 'changesContext', actions: ['noteSince', 'fold'] },
        'unseen.wasReset': { guard: 'changesContext', actions: ['noteSince', 'fold'] },
        // The answer is still pending, so `asked` stays.
        'conversation.shown': { actions: assign({ shown: true }) },
        'socket.greeted': [folded, {}],
      },
    },
  },
});

export type UnseenSnapshot = SnapshotFrom<typeof unseenMachine>;

/** The counter's machine; out of view, changes of the number that don't make it or leave it zero take the shortcut. */
export const unseenLogic = withShortcut(unseenMachine, { begin: unknownCounter, fold: foldCount });

function foldCount(
  known: UnseenContext,
  event: UnseenMachineEvent,
  value: UnseenSnapshot['value'],
): UnseenContext | null {
  if (known.shown || value === 'resetting') return null;
  switch (event.type) {
    case 'app.opened':
      return known.asked === null ? known : null;
    case 'message.arrived':
    case 'ticket.listed': {
      const context = fold(known, event);
      return isAnyUnseen(context.count) === isAnyUnseen(known.count) ? context : null;
    }
    case 'socket.greeted': {
      const context = fold(known, event);
      return known.asked === null && isAnyUnseen(context.count) === isAnyUnseen(known.count) ? context : null;
    }
    default:
      return null;
  }
}
