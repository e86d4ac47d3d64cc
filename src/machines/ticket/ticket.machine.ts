import { assign, enqueueActions, not, setup } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import { backoffMs } from '../backoff.ts';
import { isTransient } from '../entities/failure.ts';
import type { ClientId, TicketId } from '../entities/ids.ts';
import type { Viewer } from '../entities/viewer.ts';
import type { Command } from '../log/command.ts';
import { timerName } from '../log/timers.ts';
import { withShortcut } from '../shortcut.ts';
import { nothingKnown } from './ticket.context.ts';
import type { TicketContext } from './ticket.context.ts';
import { fold, restartedAt } from './ticket.fold.ts';
import type { TicketMachineEvent } from './ticket.fold.ts';

/*
 * lifecycle   open ── finishRequested, reported ─▶ finishing ── reported ───────▶ finished
 *              ▲ ─────────────────── reported finished ──────────────────────────▶ ▲
 *              ├────────── finishFailed ──────────────┘                            │
 *              └───────────────── reported open again ─────────────────────────────┘
 *
 * attention   answered ◀── reported ──▶ notResponded
 *
 * A finish waits until our pending messages of the conversation are settled; without an answer it is repeated after a
 * backoff. It is in the outbox until the server did or refused it, so a new page gets one of an earlier page from there.
 *
 * open          the attendance goes on
 * finishing     a finish is pending, ours or one that the server reported
 * finished      final, unless the finish is undone
 * answered      the customer isn't waiting for an answer
 * notResponded  the customer is waiting for an answer
 *
 * Both regions follow the server's latest report; `fold` decides which that is. Messages belong to the conversation.
 */

export interface TicketInput {
  readonly ticketId: TicketId;
  readonly viewer: Viewer;
}

/** The key of its finish in the outbox. */
function finishKey(ticketId: TicketId): ClientId {
  return `finish:${ticketId}`;
}

/** The timer of the backoff after a finish without an answer. */
function finishTimer(ticketId: TicketId): string {
  return timerName('ticket', ticketId, 'finish');
}

/** The initial context: nothing is known. */
function unknownTicket({ ticketId, viewer }: TicketInput): TicketContext {
  return {
    ticketId,
    viewer,
    ticket: null,
    asOf: nothingKnown,
    leftOutAt: -1,
    watched: false,
    readUp: false,
    positionAtFetch: -1,
    loadFailure: null,
    finishUnconfirmed: false,
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
    changesContext: ({ context, event }) => fold(context, event) !== context,
    isUnwatched: ({ context }) => !context.watched,
    /** It was never reported, or failed to load. */
    isMissing: ({ context }) => context.ticket === null || context.loadFailure !== null,
    isBroken: ({ event }) => event.type === 'socket.greeted' && !event.recovered,
    isFinished: ({ context }) => context.ticket !== null && context.ticket.finishedAt !== null,
    isFinishing: ({ context }) => context.ticket?.finishing === true,
    isOpen: ({ context }) => !context.finishAsked && context.ticket?.finishing !== true,
    isNotResponded: ({ context }) => context.ticket?.notResponded === true,
    isAnswered: ({ context }) => context.ticket?.notResponded !== true,
  },
  actions: {
    fold: assign(({ context, event }) => fold(context, event)),
    watch: assign({ watched: true, readUp: false }),
    restart: assign(({ context, event }) =>
      event.type === 'socket.greeted' && !event.recovered ? restartedAt(context, event.head) : context,
    ),
    askFinish: enqueueActions(({ context, enqueue }) => {
      enqueue.assign({ finishWaits: null });
      const { ticketId, finishOutcome: outcomeId } = context;
      enqueue.emit({ type: 'ticket.finish', ticketId, ...(typeof outcomeId === 'string' && { outcomeId }) });
    }),
    beginFinish: assign(({ event }) => {
      const isRestored = event.type === 'finish.restored';
      if (!isRestored && event.type !== 'ticket.finishRequested') return {};
      return {
        finishAsked: true,
        finishWaits: 'messages' as const,
        finishOutcome: event.outcomeId ?? null,
        finishFailure: null,
        finishUnanswered: 0,
        finishRepeated: isRestored,
      };
    }),
    putFinish: enqueueActions(({ context: { ticketId, viewer, finishOutcome }, enqueue }) => {
      const who = { clientId: finishKey(ticketId), ticketId, userId: viewer.userId };
      enqueue.emit({ type: 'outbox.putAction', action: { kind: 'finish', ...who, outcomeId: finishOutcome ?? null } });
    }),
    backOff: enqueueActions(({ context: { ticketId, finishUnanswered = 0 }, enqueue }) => {
      const unanswered = finishUnanswered + 1;
      enqueue.assign({ finishWaits: 'backoff', finishUnanswered: unanswered, finishRepeated: true });
      enqueue.emit({ type: 'timer.start', timer: finishTimer(ticketId), ms: backoffMs(unanswered) });
    }),
    /** The server did it or refused it. */
    removeFinish: enqueueActions(({ context, event, enqueue }) => {
      const isOurs = context.finishAsked || event.type === 'finish.restored';
      if (isOurs) enqueue.emit({ type: 'outbox.remove', clientId: finishKey(context.ticketId) });
    }),
    keepFinishFailure: assign(({ event }) =>
      event.type === 'ticket.finishFailed'
        ? { finishAsked: false, finishWaits: null, finishFailure: event.failure }
        : {},
    ),
    fetch: enqueueActions(({ context, enqueue }) => {
      enqueue.assign({ positionAtFetch: context.asOf.ticket, loadFailure: null });
      enqueue.emit({ type: 'ticket.fetch', ticketId: context.ticketId });
    }),
  },
});

const folded = { guard: 'changesContext', actions: 'fold' } as const;

export const ticketMachine = machine.createMachine({
  id: 'ticket',
  type: 'parallel',
  context: ({ input }) => unknownTicket(input),
  on: {
    'app.opened': {
      guard: ({ context }) => context.watched || context.finishAsked,
      actions: assign({ watched: false, readUp: false, finishAsked: false, finishWaits: null }),
    },
    'ticket.listed': folded,
    'ticket.leftOut': folded,
    'ticket.loadFailed': folded,
    'message.arrived': folded,
    'customer.arrived': folded,
    'customer.blacklisted': folded,
    'customer.updated': folded,
    'ticket.closed': folded,
    'ticket.transferred': folded,
    'transfer.arrived': folded,
    'transfer.removed': folded,
    'transfer.settled': folded,
    'ticket.opened': [
      { guard: 'isMissing', actions: ['watch', 'fetch'] },
      { guard: 'isUnwatched', actions: 'watch' },
    ],
    'ticket.left': { guard: ({ context }) => context.watched, actions: assign({ watched: false, readUp: false }) },
    'chat.endShown': {
      guard: ({ context, event }) => context.watched && context.readUp === event.isShown,
      actions: assign({ readUp: ({ event }) => !event.isShown }),
    },
    'chat.retried': { guard: 'isMissing', actions: 'fetch' },
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
            { guard: 'isFinished', target: 'finished' },
            { guard: 'isFinishing', target: 'finishing' },
          ],
          on: {
            'ticket.finishRequested': {
              guard: ({ context }) => context.ticket !== null,
              target: 'finishing',
              actions: ['beginFinish', 'putFinish'],
            },
            'finish.restored': { target: 'finishing', actions: 'beginFinish' },
          },
        },
        finishing: {
          always: [
            { guard: 'isFinished', target: 'finished' },
            { guard: 'isOpen', target: 'open' },
          ],
          on: {
            'finish.restored': { guard: ({ context }) => !context.finishAsked, actions: 'beginFinish' },
            'sends.settled': { guard: ({ context }) => context.finishWaits === 'messages', actions: 'askFinish' },
            'timer.fired': {
              guard: ({ context, event }) =>
                context.finishWaits === 'backoff' && event.timer === finishTimer(context.ticketId),
              actions: assign({ finishWaits: 'messages' }),
            },
            'ticket.finished': { guard: 'changesContext', actions: ['removeFinish', 'fold'] },
            'ticket.finishFailed': [
              { guard: ({ context, event }) => context.finishAsked && isTransient(event.failure), actions: 'backOff' },
              // Somebody else may have finished it first, so its current state is fetched.
              { guard: ({ context }) => context.finishAsked, actions: ['removeFinish', 'keepFinishFailure', 'fetch'] },
            ],
          },
        },
        finished: {
          entry: ['removeFinish', assign({ finishAsked: false, finishWaits: null, finishFailure: null })],
          always: { guard: not('isFinished'), target: 'open' },
          on: { 'finish.restored': { actions: 'removeFinish' } },
        },
      },
    },
    attention: {
      initial: 'answered',
      states: {
        answered: { always: { guard: 'isNotResponded', target: 'notResponded' } },
        notResponded: { always: { guard: 'isAnswered', target: 'answered' } },
      },
    },
  },
});

export type TicketSnapshot = SnapshotFrom<typeof ticketMachine>;

/** The ticket's machine; events that change only its context take the shortcut. */
export const ticketLogic = withShortcut(ticketMachine, { begin: unknownTicket, fold: foldFacts });

function foldFacts(known: TicketContext, event: TicketMachineEvent): TicketContext | null {
  switch (event.type) {
    case 'ticket.listed':
    case 'message.arrived':
    case 'customer.arrived':
    case 'customer.blacklisted':
    case 'customer.updated': {
      const context = fold(known, event);
      return mayTransition(known, context) ? null : context;
    }
    case 'app.opened':
      return known.watched || known.finishAsked ? null : known;
    case 'socket.greeted':
      return event.recovered || known.watched ? null : restartedAt(known, event.head);
    default:
      return null;
  }
}

/** Whether anything changed that the regions' guards read, so that the machine has to take the step. */
function mayTransition({ ticket: before }: TicketContext, { ticket: after }: TicketContext): boolean {
  if (before === after) return false;
  if (before === null || after === null) return true;
  return (
    before.finishedAt !== after.finishedAt ||
    before.finishing !== after.finishing ||
    before.notResponded !== after.notResponded
  );
}
