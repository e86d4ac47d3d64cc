import { assign, emit, setup } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import type { CustomerId, InstanceId, MessageId } from '../entities/ids.ts';
import type { Viewer } from '../entities/viewer.ts';
import { isVisible } from '../inbox/matches.ts';
import type { Command } from '../log/command.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { InternalEventOf } from '../log/internal.ts';
import {
  heardBase,
  heardFirst,
  heardMessage,
  heardTicket,
  isAnyUnseen,
  isNewer,
  narrowedAt,
  nothingHeard,
  restartedAt,
} from './unseen.count.ts';
import type { UnseenCount } from './unseen.count.ts';

/*
 *          some, shown
 *   seen ──────────────────────────────▶ resetting
 *    │ ▲                                  ▲ │    │
 *    │ │ none                 some, shown │ │    │ resetAnswered
 *    │ │                                  │ │    ▼
 *    │ └──────────────────── unseen ──────┘ │   seen, and from there where the number leads
 *    └───── some, hidden ────▶ ▲            │
 *                              └────────────┘ resetFailed
 *
 * seen        nothing is unseen
 * unseen      something is, and nobody looks, or the server didn't take the reset
 * resetting   somebody looks; the server is being told up to which message
 *
 * What was asked once isn't asked again until something newer comes, the conversation is shown
 * anew or the socket greets.
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
  /** Whether somebody looks at the conversation. */
  readonly shown: boolean;
  readonly heard: UnseenCount;
  /** The last reset asked for, while it needn't be asked again. */
  readonly asked: { readonly upTo: MessageId | null } | null;
}

export type UnseenMachineEvent =
  | Logged<
      EventOf<
        | 'app.opened'
        | 'message.arrived'
        | 'customer.arrived'
        | 'ticket.closed'
        | 'transfer.arrived'
        | 'ticket.transferred'
        | 'transfer.removed'
        | 'unseen.wasReset'
        | 'unseen.resetAnswered'
        | 'unseen.resetFailed'
        | 'socket.greeted'
      >
    >
  | InternalEventOf<'ticket.listed' | 'conversation.shown' | 'conversation.hidden'>;

/** The context after news; the same reference if it told nothing new. */
export function fold(context: UnseenContext, event: UnseenMachineEvent): UnseenContext {
  const heard = countAfterNews(context, event);
  if (heard === context.heard) return context;
  // Less is read than was asked to be reset: what is told from now on is asked anew.
  const isLess = context.asked !== null && isNewer(context.asked.upTo, heard.newest);
  return { ...context, heard, asked: isLess ? null : context.asked };
}

function countAfterNews({ heard, viewer }: UnseenContext, event: UnseenMachineEvent): UnseenCount {
  switch (event.type) {
    case 'ticket.listed':
      return heardTicket(heard, event.ticket, event.streamPosition);
    case 'customer.arrived':
    case 'ticket.closed':
    case 'transfer.arrived':
    case 'ticket.transferred':
    case 'transfer.removed':
      // It tells what all attendances left; of one that became visible the messages weren't heard.
      if (isVisible(event.ticket, viewer)) return heardTicket(heard, event.ticket, event.stream.seq);
      return narrowedAt(heard, event.stream.seq);
    case 'message.arrived': {
      if (!isVisible(event.ticket, viewer)) return narrowedAt(heard, event.stream.seq);
      const message = { id: event.message.id, seq: event.stream.seq };
      const known = heardFirst(heard, event.ticket, message);
      return event.message.received && event.message.unseen ? heardMessage(known, message) : known;
    }
    case 'unseen.wasReset':
      return heardBase(heard, { count: event.unseen, upTo: event.upToId, asOf: event.stream.seq });
    case 'unseen.resetAnswered':
      return heardBase(heard, { count: event.unseen, upTo: event.upToId, asOf: event.streamPosition });
    case 'socket.greeted':
      return event.recovered ? heard : restartedAt(heard, event.head);
    default:
      return heard;
  }
}

/** What a counter begins with: nothing was told. */
export function nothingTold(input: UnseenInput): UnseenContext {
  return {
    customerId: input.customerId,
    instanceId: input.instanceId,
    viewer: input.viewer,
    shown: false,
    heard: nothingHeard,
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
    isNews: ({ context, event }) => fold(context, event) !== context,
    isNone: ({ context }) => !isAnyUnseen(context.heard),
    isSome: ({ context }) => isAnyUnseen(context.heard),
    wantsReset: ({ context: { shown, heard, asked } }) =>
      shown && isAnyUnseen(heard) && (asked === null || isNewer(heard.newest, asked.upTo)),
  },
  actions: {
    fold: assign(({ context, event }) => fold(context, event)),
    reopen: assign({ shown: false, asked: null }),
    ask: assign({ asked: ({ context }) => ({ upTo: context.heard.newest }) }),
    reset: emit(({ context: { customerId, instanceId, heard } }) => ({
      type: 'unseen.reset',
      customerId,
      instanceId,
      upToId: heard.newest,
    })),
  },
});

const news = { guard: 'isNews', actions: 'fold' } as const;

export const unseenMachine = machine.createMachine({
  id: 'unseen',
  context: ({ input }) => nothingTold(input),
  initial: 'seen',
  on: {
    'app.opened': {
      guard: ({ context }) => context.shown || context.asked !== null,
      actions: 'reopen',
    },
    'ticket.listed': news,
    'message.arrived': news,
    'customer.arrived': news,
    'ticket.closed': news,
    'transfer.arrived': news,
    'ticket.transferred': news,
    'transfer.removed': news,
    'unseen.wasReset': news,
    'unseen.resetAnswered': news,
    'conversation.shown': {
      guard: ({ context }) => !context.shown || context.asked !== null,
      actions: assign({ shown: true, asked: null }),
    },
    'conversation.hidden': {
      guard: ({ context }) => context.shown,
      actions: assign({ shown: false }),
    },
    'socket.greeted': [
      { guard: 'isNews', actions: ['fold', assign({ asked: null })] },
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
      always: [
        { guard: 'wantsReset', target: 'resetting' },
        { guard: 'isNone', target: 'seen' },
      ],
    },
    resetting: {
      entry: ['ask', 'reset'],
      on: {
        // The answer goes to the page that asked.
        'app.opened': { target: 'unseen', actions: 'reopen' },
        'unseen.resetAnswered': { target: 'seen', actions: 'fold' },
        'unseen.resetFailed': { target: 'unseen' },
        // The answer is still to come, so what was asked stays asked.
        'conversation.shown': { actions: assign({ shown: true }) },
        'socket.greeted': [news, {}],
      },
    },
  },
});

export type UnseenSnapshot = SnapshotFrom<typeof unseenMachine>;
