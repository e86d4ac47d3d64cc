import { and, assign, emit, enqueueActions, setup } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import type { TicketId } from '../entities/ids.ts';
import type { Viewer } from '../entities/viewer.ts';
import { CONVERSATION_PAGE_SIZE, CONVERSATION_REFETCH_MAX, HISTORY_SIZE } from '../limits.ts';
import type { Command } from '../log/command.ts';
import { emptyChat, neverTold } from './ticket.context.ts';
import type { TicketContext } from './ticket.context.ts';
import { fold, restartedAt, withPage } from './ticket.fold.ts';
import type { TicketMachineEvent } from './ticket.fold.ts';
import { partAwaited } from './ticket.long-texts.ts';
import { trimmed } from './ticket.messages.ts';
import { isNarrower, isWider, narrowed, widened } from './ticket.sight.ts';
import { withTemp } from './ticket.temps.ts';

/*
 * lifecycle   open ── finishRequested, told so ──▶ finishing ── told finished ──▶ finished
 *              ▲ ─────────────────── told finished ──────────────────────────────▶ ▲
 *              └────────── finishFailed ──────────────┘
 *
 * chat        cold ── opened, ticket known ──▶ loading ── listed ──▶ ready ── olderRequested ──▶ loadingOlder
 *              ▲                               ▲  ▲ │                 ▲  │ ▲                          │
 *              │                 retried, opened, │ │ listFailed      │  │ └── listed, listFailed ────┘
 *              │                         greeted  │ ▼                 │  │
 *              │                                 failed               │  │
 *              │                               │                      │  │
 *              └── stream broken, not watched ─┴── broken, watched ───┴──┘ (to loading)
 *              └── a newer ticket of the conversation came into sight or went: as after a break
 *
 * attention   answered ◀── told so ──▶ notResponded
 *
 * open          the attendance goes on
 * finishing     our finish is under way, or the server says one is
 * finished      for good: nothing leads out of it
 * cold          nothing of the conversation is held; watched, the ticket itself is being fetched
 * loading       the newest page is on its way; what is held already stays to be seen
 * ready         all from the oldest held message on is held
 * loadingOlder  so it is, and the page before is on its way
 * failed        the newest page didn't come
 * answered      the customer isn't waiting
 * notResponded  the customer waits for an answer
 *
 * Lifecycle and attention follow what the server said last; `fold` decides what that is.
 */

export interface TicketInput {
  readonly ticketId: TicketId;
  readonly viewer: Viewer;
}

/** What a ticket begins with: nothing is known of it. */
export function unknownTicket(input: TicketInput): TicketContext {
  return {
    ticketId: input.ticketId,
    viewer: input.viewer,
    ticket: null,
    asOf: neverTold,
    sight: { upTo: null, asOf: -1 },
    pinWanted: null,
    chat: null,
    early: {},
    longTexts: {},
    temps: [],
    draft: '',
    replyTo: null,
    watched: false,
    request: 0,
    awaited: null,
    chatFailure: null,
    askedAsOf: -1,
    loadFailure: null,
    history: null,
    historyFailure: null,
    finishAsked: false,
    finishFailure: null,
  };
}

const machine = setup({
  types: {
    input: {} as TicketInput,
    context: {} as TicketContext,
    events: {} as TicketMachineEvent,
    emitted: {} as Command,
  },
  guards: {
    isNews: ({ context, event }) => fold(context, event) !== context,
    isWatched: ({ context }) => context.watched,
    isUnknown: ({ context }) => context.ticket === null,
    isUnloaded: ({ context }) => context.loadFailure !== null,
    isLoadable: ({ context }) => context.watched && context.ticket !== null,
    isFinishedUnwatched: ({ context }) =>
      !context.watched && context.ticket !== null && context.ticket.finishedAt !== null,
    isAwaited: ({ context, event }) => 'request' in event && event.request === context.awaited?.request,
    isBroken: ({ event }) => event.type === 'socket.greeted' && !event.recovered,
    isBrokenAndWatched: ({ context, event }) => context.watched && event.type === 'socket.greeted' && !event.recovered,
    isWider: ({ context, event }) => event.type === 'conversation.widened' && (event.isOwn || isWider(context, event)),
    isNarrower: ({ context, event }) => event.type === 'conversation.narrowed' && isNarrower(context, event),
    isHeld: ({ context }) => context.chat !== null,
    isHeldAndWatched: ({ context }) => context.chat !== null && context.watched,
    hasOlder: ({ context: { chat, chatFailure } }) =>
      chat !== null && !chat.complete && chat.messages.length > 0 && chatFailure === null,
    toldFinished: ({ context }) => context.ticket !== null && context.ticket.finishedAt !== null,
    toldFinishing: ({ context }) => context.ticket?.finishing === true,
    toldOpen: ({ context }) => !context.finishAsked && context.ticket?.finishing !== true,
    toldNotResponded: ({ context }) => context.ticket?.notResponded === true,
    toldAnswered: ({ context }) => context.ticket?.notResponded !== true,
  },
  actions: {
    fold: assign(({ context, event }) => fold(context, event)),
    watch: assign({ watched: true }),
    leave: assign(({ context }) => ({
      watched: false,
      awaited: null,
      chat: context.chat && trimmed(context.chat, CONVERSATION_PAGE_SIZE),
      longTexts: {},
      chatFailure: null,
    })),
    unwatch: assign({ watched: false, longTexts: {} }),
    drop: assign({ chat: null, longTexts: {}, awaited: null, chatFailure: null, replyTo: null }),
    restart: assign(({ context, event }) =>
      event.type === 'socket.greeted' && !event.recovered ? restartedAt(context, event.head) : context,
    ),
    widen: assign(({ context, event }) =>
      event.type === 'conversation.widened' && !event.isOwn ? widened(context, event) : context,
    ),
    narrow: assign(({ context, event }) =>
      event.type === 'conversation.narrowed' ? narrowed(context, event) : context,
    ),
    fetchTicket: enqueueActions(({ context, enqueue }) => {
      enqueue.assign({ askedAsOf: context.asOf.ticket });
      enqueue.emit({ type: 'ticket.fetch', ticketId: context.ticketId });
    }),
    /** What didn't come is asked for again with the conversation. */
    fetchUnloaded: enqueueActions(({ context, enqueue }) => {
      if (context.loadFailure === null) return;
      enqueue.assign({ loadFailure: null, askedAsOf: context.asOf.ticket });
      enqueue.emit({ type: 'ticket.fetch', ticketId: context.ticketId });
    }),
    fetchNewest: enqueueActions(({ context, enqueue }) => {
      const { chat, ticket, ticketId } = context;
      if (ticket === null) return;
      const request = context.request + 1;
      const held = chat?.messages.length ?? 0;
      const limit = held === 0 ? CONVERSATION_PAGE_SIZE : held + CONVERSATION_PAGE_SIZE;
      enqueue.assign({
        chat: chat ?? emptyChat,
        request,
        awaited: { request, older: false, heldTo: chat?.messages.at(-1)?.id ?? null },
        chatFailure: null,
      });
      enqueue.emit({
        type: 'chat.fetch',
        ticketId,
        request,
        customerId: ticket.customer.id,
        instanceId: ticket.instance.id,
        beforeId: null,
        limit: Math.min(limit, CONVERSATION_REFETCH_MAX),
      });
    }),
    fetchHistory: enqueueActions(({ context: { ticket, ticketId }, enqueue }) => {
      if (ticket === null) return;
      enqueue.emit({ type: 'history.fetch', ticketId, customerId: ticket.customer.id, limit: HISTORY_SIZE });
    }),
    fetchOlder: enqueueActions(({ context, enqueue }) => {
      const { chat, ticket, ticketId } = context;
      const oldest = chat?.messages[0];
      if (ticket === null || oldest === undefined) return;
      const request = context.request + 1;
      enqueue.assign({ request, awaited: { request, older: true, heldTo: null }, chatFailure: null });
      enqueue.emit({
        type: 'chat.fetch',
        ticketId,
        request,
        customerId: ticket.customer.id,
        instanceId: ticket.instance.id,
        beforeId: oldest.id,
        limit: CONVERSATION_PAGE_SIZE,
      });
    }),
    takePage: assign(({ context, event }) => (event.type === 'chat.listed' ? withPage(context, event) : context)),
    keepChatFailure: assign(({ event }) =>
      event.type === 'chat.listFailed' ? { chatFailure: event.failure, awaited: null } : {},
    ),
    askForText: enqueueActions(({ context, event, enqueue }) => {
      if (event.type !== 'text.requested') return;
      const { messageId, ticketId } = event;
      const next = fold(context, event);
      const from = partAwaited(context, next, messageId);
      enqueue.assign(next);
      if (from !== null) enqueue.emit({ type: 'text.fetch', ticketId, messageId, from });
    }),
    keepDraft: enqueueActions(({ context: { draft, ticket }, enqueue }) => {
      if (ticket === null) return;
      enqueue.emit({ type: 'draft.keep', customerId: ticket.customer.id, instanceId: ticket.instance.id, text: draft });
    }),
  },
});

const news = { guard: 'isNews', actions: 'fold' } as const;
const watching = { guard: ({ context }: { context: TicketContext }) => !context.watched, actions: 'watch' } as const;

export const ticketMachine = machine.createMachine({
  id: 'ticket',
  type: 'parallel',
  context: ({ input }) => unknownTicket(input),
  on: {
    'ticket.listed': news,
    'ticket.loadFailed': news,
    'message.arrived': news,
    'conversation.heard': news,
    'message.ackChanged': news,
    'message.accepted': news,
    'message.resolved': news,
    'temp.dropped': news,
    'pin.known': news,
    'outbox.restored': news,
    'drafts.restored': news,
    'reply.chosen': news,
    'history.listed': news,
    'history.failed': news,
    'history.retried': {
      guard: ({ context }) => context.historyFailure !== null,
      actions: [assign({ historyFailure: null }), 'fetchHistory'],
    },
    'text.requested': { guard: 'isNews', actions: 'askForText' },
    'text.loaded': news,
    'text.loadFailed': news,
    'text.folded': news,
    'customer.arrived': news,
    'customer.blacklisted': news,
    'customer.pinned': news,
    'customer.pinFailed': news,
    'ticket.closed': news,
    'ticket.finished': news,
    'ticket.transferred': news,
    'transfer.arrived': news,
    'transfer.removed': news,
    'draft.changed': {
      guard: ({ context, event }) => context.draft !== event.text,
      actions: [assign({ draft: ({ event }) => event.text }), 'keepDraft'],
    },
    'message.submitted': [
      {
        guard: ({ context, event }) => event.isResend === true && withTemp(context, event.message) !== context,
        actions: assign(({ context, event }) => withTemp(context, event.message)),
      },
      {
        guard: ({ context, event }) => event.isResend !== true && context.draft !== '',
        actions: [
          assign(({ context, event }) => ({ ...withTemp(context, event.message), draft: '', replyTo: null })),
          'keepDraft',
        ],
      },
      {
        guard: ({ context, event }) =>
          event.isResend !== true && (context.replyTo !== null || withTemp(context, event.message) !== context),
        actions: assign(({ context, event }) => ({ ...withTemp(context, event.message), replyTo: null })),
      },
    ],
    'customer.pinToggled': {
      guard: ({ context, event }) => (context.pinWanted ?? context.ticket?.pinned ?? false) !== event.pinned,
      actions: [
        assign({ pinWanted: ({ event }) => event.pinned }),
        emit(({ event }) => ({ type: 'customer.pin', customerId: event.customerId, pinned: event.pinned })),
      ],
    },
  },
  states: {
    lifecycle: {
      initial: 'open',
      states: {
        open: {
          always: [
            { guard: 'toldFinished', target: 'finished' },
            { guard: 'toldFinishing', target: 'finishing' },
          ],
          on: {
            'ticket.finishRequested': {
              guard: ({ context }) => context.ticket !== null,
              target: 'finishing',
              actions: [
                assign({ finishAsked: true, finishFailure: null }),
                emit(({ context }) => ({ type: 'ticket.finish', ticketId: context.ticketId })),
              ],
            },
          },
        },
        finishing: {
          always: [
            { guard: 'toldFinished', target: 'finished' },
            { guard: 'toldOpen', target: 'open' },
          ],
          on: {
            'ticket.finishFailed': {
              guard: ({ context }) => context.finishAsked,
              // Somebody may have been quicker: the server says how it stands.
              actions: [assign({ finishAsked: false, finishFailure: ({ event }) => event.failure }), 'fetchTicket'],
            },
          },
        },
        finished: { entry: assign({ finishAsked: false, finishFailure: null }) },
      },
    },
    chat: {
      initial: 'cold',
      on: {
        'conversation.widened': [
          { guard: and(['isWider', 'isHeldAndWatched']), target: '.loading', actions: 'widen' },
          { guard: and(['isWider', 'isHeld']), target: '.cold', actions: ['widen', 'drop'] },
          { guard: 'isWider', actions: 'widen' },
        ],
        'conversation.narrowed': [
          { guard: and(['isNarrower', 'isHeldAndWatched']), target: '.loading', actions: ['narrow', 'fetchTicket'] },
          { guard: and(['isNarrower', 'isHeld']), target: '.cold', actions: ['narrow', 'drop', 'fetchTicket'] },
          { guard: 'isNarrower', actions: ['narrow', 'fetchTicket'] },
        ],
      },
      states: {
        cold: {
          always: { guard: 'isLoadable', target: 'loading' },
          on: {
            'ticket.opened': [{ guard: 'isUnknown', actions: ['watch', 'fetchTicket'] }, watching],
            'ticket.left': { guard: 'isWatched', actions: 'leave' },
            'chat.retried': {
              guard: 'isUnloaded',
              actions: 'fetchUnloaded',
            },
            'socket.greeted': [
              {
                guard: ({ context }) => context.watched && context.ticket === null,
                actions: ['restart', 'fetchTicket'],
              },
              { guard: 'isBroken', actions: 'restart' },
            ],
          },
        },
        loading: {
          entry: ['fetchNewest', 'fetchHistory'],
          on: {
            'ticket.opened': watching,
            'ticket.left': { guard: 'isWatched', actions: 'unwatch' },
            'chat.listed': { guard: 'isAwaited', target: 'ready', actions: 'takePage' },
            'chat.listFailed': { guard: 'isAwaited', target: 'failed', actions: 'keepChatFailure' },
            'socket.greeted': [
              {
                guard: 'isBrokenAndWatched',
                target: 'loading',
                reenter: true,
                actions: ['restart', 'fetchTicket'],
              },
              { guard: 'isBroken', target: 'cold', actions: ['restart', 'drop'] },
            ],
          },
        },
        ready: {
          on: {
            // What came after a finished attendance may have been somebody else's, of which we heard nothing.
            'ticket.opened': [{ guard: 'isFinishedUnwatched', target: 'loading', actions: 'watch' }, watching],
            'ticket.left': { guard: 'isWatched', actions: 'leave' },
            'chat.olderRequested': { guard: 'hasOlder', target: 'loadingOlder' },
            'chat.retried': [
              { guard: 'isUnloaded', actions: 'fetchUnloaded' },
              { guard: ({ context }) => context.chatFailure !== null, target: 'loadingOlder' },
            ],
            'socket.greeted': [
              { guard: 'isBrokenAndWatched', target: 'loading', actions: ['restart', 'fetchTicket'] },
              { guard: 'isBroken', target: 'cold', actions: ['restart', 'drop'] },
            ],
          },
        },
        loadingOlder: {
          entry: 'fetchOlder',
          on: {
            'ticket.opened': watching,
            'ticket.left': { target: 'ready', actions: 'leave' },
            'chat.listed': { guard: 'isAwaited', target: 'ready', actions: 'takePage' },
            'chat.listFailed': { guard: 'isAwaited', target: 'ready', actions: 'keepChatFailure' },
            'socket.greeted': [
              { guard: 'isBrokenAndWatched', target: 'loading', actions: ['restart', 'fetchTicket'] },
              { guard: 'isBroken', target: 'cold', actions: ['restart', 'drop'] },
            ],
          },
        },
        failed: {
          on: {
            'ticket.opened': { target: 'loading', actions: ['watch', 'fetchUnloaded'] },
            'ticket.left': { guard: 'isWatched', actions: 'unwatch' },
            'chat.retried': { target: 'loading', actions: 'fetchUnloaded' },
            'socket.greeted': [
              { guard: 'isBrokenAndWatched', target: 'loading', actions: ['restart', 'fetchTicket'] },
              { guard: 'isBroken', target: 'cold', actions: ['restart', 'drop'] },
              { guard: 'isWatched', target: 'loading' },
            ],
          },
        },
      },
    },
    attention: {
      initial: 'answered',
      states: {
        answered: { always: { guard: 'toldNotResponded', target: 'notResponded' } },
        notResponded: { always: { guard: 'toldAnswered', target: 'answered' } },
      },
    },
  },
});

export type TicketSnapshot = SnapshotFrom<typeof ticketMachine>;
