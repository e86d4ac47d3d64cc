import { assign, enqueueActions, setup } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import type { TicketId } from '../entities/ids.ts';
import type { Viewer } from '../entities/viewer.ts';
import type { Command } from '../log/command.ts';
import { neverTold } from './ticket.context.ts';
import type { TicketContext } from './ticket.context.ts';
import { fold, restartedAt } from './ticket.fold.ts';
import type { TicketMachineEvent } from './ticket.fold.ts';

/*
 * lifecycle   open ── finishRequested, told so ──▶ finishing ── told finished ──▶ finished
 *              ▲ ─────────────────── told finished ──────────────────────────────▶ ▲
 *              └────────── finishFailed ──────────────┘
 *
 * attention   answered ◀── told so ──▶ notResponded
 *
 * A finish waits for our messages of the conversation that aren't settled; one of an earlier page first waits for
 * the outbox, which tells what they are.
 *
 * open          the attendance goes on
 * finishing     our finish is under way, or the server says one is
 * finished      for good: nothing leads out of it
 * answered      the customer isn't waiting
 * notResponded  the customer waits for an answer
 *
 * Both follow what the server said last; `fold` decides what that is. What is written in it is its
 * conversation's.
 */

export interface TicketInput {
  readonly ticketId: TicketId;
  readonly viewer: Viewer;
}

/** What a ticket begins with: nothing is known of it. */
export function unknownTicket({ ticketId, viewer }: TicketInput): TicketContext {
  return {
    ticketId,
    viewer,
    ticket: null,
    asOf: neverTold,
    leftOutAt: -1,
    watched: false,
    readUp: false,
    askedAsOf: -1,
    loadFailure: null,
    finishUntold: false,
    settledTransfer: null,
    finishAsked: false,
    finishWaits: null,
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
    isUnwatched: ({ context }) => !context.watched,
    /** Nobody has told of it, or it was asked for and didn't come. */
    isWanting: ({ context }) => context.ticket === null || context.loadFailure !== null,
    isBroken: ({ event }) => event.type === 'socket.greeted' && !event.recovered,
    toldFinished: ({ context }) => context.ticket !== null && context.ticket.finishedAt !== null,
    toldFinishing: ({ context }) => context.ticket?.finishing === true,
    toldOpen: ({ context }) => !context.finishAsked && context.ticket?.finishing !== true,
    toldNotResponded: ({ context }) => context.ticket?.notResponded === true,
    toldAnswered: ({ context }) => context.ticket?.notResponded !== true,
  },
  actions: {
    fold: assign(({ context, event }) => fold(context, event)),
    watch: assign({ watched: true, readUp: false }),
    restart: assign(({ context, event }) =>
      event.type === 'socket.greeted' && !event.recovered ? restartedAt(context, event.head) : context,
    ),
    askFinish: enqueueActions(({ context, enqueue }) => {
      enqueue.assign({ finishWaits: null });
      enqueue.emit({ type: 'ticket.finish', ticketId: context.ticketId });
    }),
    fetch: enqueueActions(({ context, enqueue }) => {
      enqueue.assign({ askedAsOf: context.asOf.ticket, loadFailure: null });
      enqueue.emit({ type: 'ticket.fetch', ticketId: context.ticketId });
    }),
  },
});

const news = { guard: 'isNews', actions: 'fold' } as const;

export const ticketMachine = machine.createMachine({
  id: 'ticket',
  type: 'parallel',
  context: ({ input }) => unknownTicket(input),
  on: {
    'app.opened': {
      guard: ({ context }) => context.watched || context.finishAsked,
      actions: assign(({ context }) => ({
        watched: false,
        readUp: false,
        finishWaits: context.finishAsked ? ('outbox' as const) : null,
      })),
    },
    'ticket.listed': news,
    'ticket.leftOut': news,
    'ticket.loadFailed': news,
    'message.arrived': news,
    'customer.arrived': news,
    'customer.blacklisted': news,
    'ticket.closed': news,
    'ticket.finished': news,
    'ticket.transferred': news,
    'transfer.arrived': news,
    'transfer.removed': news,
    'transfer.settled': news,
    'ticket.opened': [
      { guard: 'isWanting', actions: ['watch', 'fetch'] },
      { guard: 'isUnwatched', actions: 'watch' },
    ],
    'ticket.left': { guard: ({ context }) => context.watched, actions: assign({ watched: false, readUp: false }) },
    'chat.endShown': {
      guard: ({ context, event }) => context.watched && context.readUp === event.isShown,
      actions: assign({ readUp: ({ event }) => !event.isShown }),
    },
    'chat.retried': { guard: 'isWanting', actions: 'fetch' },
    'socket.greeted': [
      { guard: ({ context, event }) => context.watched && !event.recovered, actions: ['restart', 'fetch'] },
      { guard: 'isBroken', actions: 'restart' },
      { guard: ({ context }) => context.watched && context.ticket === null, actions: 'fetch' },
    ],
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
              actions: assign({ finishAsked: true, finishWaits: 'messages', finishFailure: null }),
            },
          },
        },
        finishing: {
          always: [
            { guard: 'toldFinished', target: 'finished' },
            { guard: 'toldOpen', target: 'open' },
          ],
          on: {
            'outbox.restored': {
              guard: ({ context }) => context.finishWaits === 'outbox',
              actions: assign({ finishWaits: 'messages' }),
            },
            'sends.settled': { guard: ({ context }) => context.finishWaits === 'messages', actions: 'askFinish' },
            'ticket.finishFailed': {
              guard: ({ context }) => context.finishAsked,
              // Somebody may have been quicker: the server says how it stands.
              actions: [
                assign({ finishAsked: false, finishWaits: null, finishFailure: ({ event }) => event.failure }),
                'fetch',
              ],
            },
          },
        },
        finished: { entry: assign({ finishAsked: false, finishWaits: null, finishFailure: null }) },
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
