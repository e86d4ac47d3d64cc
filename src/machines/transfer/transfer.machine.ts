import { and, assign, enqueueActions, setup } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import { backoffMs } from '../backoff.ts';
import { isTransient } from '../entities/failure.ts';
import type { TicketId } from '../entities/ids.ts';
import type { Command } from '../log/command.ts';
import { timerName } from '../log/timers.ts';
import type { TransferContext, TransferInput, TransferMachineEvent } from './transfer.context.ts';
import { outcomeOf, withReport } from './transfer.reports.ts';
import { TICKET_FINISHED, isFatal, isFor, mayConfirm, mayDelete, outcomeIn } from './transfer.rules.ts';

/*
 *                                     backingOff ◀── no answer ──┐
 *                                         │ backoff is over      │
 *                                         ▼                      │   ┌──▶ queued
 *   (no id) ──▶ draft ── submitted ──▶ waiting ── released ──▶ creating ── created ──▶ pending ◀── (id)
 *                │ ▲                      │                     │ │                    │ │ ▲ ▲
 *                │ │              withdrawn                     │ │   confirmRequested │ │ │ │ deleteFailed
 *                │ └────────────────── createFailed ────────────┘ │                    ▼ │ │ │
 *                │ dismissed              │          createFailed,│            confirming│ │deleting
 *                ▼                        ▼              for good ▼                  │   │     │
 *            dismissed ◀──────────────────┴───── dismissed ──── failed   confirmed ◀─┴───┴───▶ deleted
 *
 * draft       the next owner is being chosen; [loading | ready | failed] is the state of the candidates
 * waiting     submitted; waits for the network, and for our messages of the conversation to be settled
 * creating    our create is in flight
 * backingOff  no answer to our create came; it is repeated after the backoff, and counts once
 * failed      the ticket can't be transferred at all
 * queued      the ticket is in the queue that was chosen; final
 * dismissed   the draft was closed, or what waited was withdrawn; final
 * pending     it waits for an answer
 * confirming  our confirm is in flight
 * confirmed   its next owner has the ticket; final
 * deleting    our delete is in flight
 * deleted     withdrawn, declined, or its ticket was finished; final
 *
 * What is submitted is in the outbox until the server did or refused it: all up to pending is closed with its page, and
 * a new page gets it from there. A new page repeats a confirm or delete that was in flight. Candidates that didn't load
 * for lack of a network load when it is back.
 *
 * What the server reports leads from pending, confirming and deleting to confirmed or deleted, whatever we requested;
 * the first outcome wins.
 */

/** The timer of the backoff after a create without an answer. */
export function retryTimer(ticketId: TicketId): string {
  return timerName('transfer', ticketId, 'retry');
}

const machine = setup({
  types: {
    input: {} as TransferInput,
    context: {} as TransferContext,
    events: {} as TransferMachineEvent,
    emitted: {} as Command,
  },
  guards: {
    isOurs: ({ context, event }) => 'transferId' in event && event.transferId === context.transferId,
    saysConfirmed: ({ context, event }) => outcomeOf(context, event) === 'confirmed',
    saysDeleted: ({ context, event }) => outcomeOf(context, event) === 'deleted',
    saysWaits: ({ context, event }) => outcomeOf(context, event) === 'waits',
    closesTicket: ({ context, event }) =>
      (event.type === 'ticket.closed' || event.type === 'ticket.finished') && event.ticket.id === context.ticketId,
    closesTicketFirst: ({ context, event }) =>
      (event.type === 'ticket.closed' || event.type === 'ticket.finished') &&
      event.ticket.id === context.ticketId &&
      !context.ticketClosed,
    /** The frame of our own transfer came before the answer to its create. */
    isOurOffer: ({ context, event }) =>
      event.type === 'transfer.arrived' &&
      event.transfer.ticketId === context.ticketId &&
      isFor(context.submitted, event.transfer.nextOwner) &&
      event.transfer.triggeredBy?.id === context.viewer.userId,
    isBreak: ({ context, event }) =>
      event.type === 'socket.greeted' && !event.recovered && context.asOf !== event.head - 1,
    isNetworkBack: ({ event }) => event.type === 'network.changed' && event.online,
    lacksNetwork: ({ context }) => context.failure?.code === 'NETWORK',
    isFatal: ({ event }) => event.type === 'transfer.createFailed' && isFatal(event.failure),
    /** It says nothing of the transfer: there was no answer, or the session ended. */
    isTransient: ({ event }) => event.type === 'transfer.createFailed' && isTransient(event.failure),
    /** An earlier create, whose answer was lost, was settled meanwhile. */
    wasCreated: ({ event }) => event.type === 'transfer.createFailed' && outcomeIn(event.failure) !== null,
    isIntoQueue: ({ event }) => event.type === 'transfer.submitted' && event.target.kind !== 'person',
    knowsCandidates: ({ context }) => context.candidates.length > 0,
    isUnattended: ({ context }) => context.unattended,
    isRetryTimer: ({ context, event }) => event.type === 'timer.fired' && event.timer === retryTimer(context.ticketId),
  },
  actions: {
    fetchCandidates: enqueueActions(({ context: { ticketId, instanceId, owner, viewer }, enqueue }) => {
      if (instanceId === null) return;
      enqueue.emit({
        type: 'transfer.fetchCandidates',
        ticketId,
        instanceId,
        withoutUserId: owner?.id ?? viewer.userId,
      });
    }),
    keepFailure: assign(({ event }) => ('failure' in event ? { failure: event.failure } : {})),
    clearFailure: assign({ failure: null }),
    noteUnattended: assign({ unattended: true }),
    submit: enqueueActions(({ context: { ticketId, instanceId, viewer }, event, enqueue }) => {
      if (event.type !== 'transfer.submitted' || instanceId === null) return;
      const { clientId, target, previousOwner, note = '' } = event;
      const who = { ticketId, instanceId, target, previousOwner, userId: viewer.userId };
      const action = { kind: 'transfer', clientId, note, ...who } as const;
      enqueue.assign({ submitted: action, failure: null, unattended: false, unanswered: 0 });
      enqueue.emit({ type: 'outbox.putAction', action });
    }),
    create: enqueueActions(({ context: { submitted }, enqueue }) => {
      if (submitted === null) return;
      const { ticketId, clientId, target, previousOwner, note } = submitted;
      const which = { ticketId, clientId, previousOwnerId: previousOwner?.id ?? null, ...(note !== '' && { note }) };
      if (target.kind === 'person') enqueue.emit({ type: 'transfer.create', ...which, nextOwnerId: target.id });
      else enqueue.emit({ type: 'transfer.queue', ...which, departmentId: target.kind === 'queue' ? null : target.id });
    }),
    /** The server did it or refused it, or it was withdrawn. */
    remove: enqueueActions(({ context: { submitted }, enqueue }) => {
      if (submitted !== null) enqueue.emit({ type: 'outbox.remove', clientId: submitted.clientId });
    }),
    countUnanswered: assign({ unanswered: ({ context }) => context.unanswered + 1 }),
    startRetryTimer: enqueueActions(({ context: { ticketId, unanswered }, enqueue }) => {
      enqueue.emit({ type: 'timer.start', timer: retryTimer(ticketId), ms: backoffMs(unanswered) });
    }),
    cancelRetryTimer: enqueueActions(({ context: { ticketId }, enqueue }) => {
      enqueue.emit({ type: 'timer.cancel', timer: retryTimer(ticketId) });
    }),
    failClosed: assign({ failure: TICKET_FINISHED }),
    noteClosed: assign({ ticketClosed: true }),
    restart: assign(({ event }) => (event.type === 'socket.greeted' ? { asOf: event.head - 1 } : {})),
    hold: assign(({ context, event }) => withReport(context, event)),
    adopt: assign(({ context, event }) =>
      event.type === 'transfer.created' || event.type === 'transfer.arrived'
        ? withReport({ ...context, transferId: event.transfer.id, failure: null }, event)
        : {},
    ),
  },
});

const toConfirmed = { guard: 'saysConfirmed', target: '#transfer.confirmed', actions: 'hold' } as const;
const toDeleted = { guard: 'saysDeleted', target: '#transfer.deleted', actions: 'hold' } as const;
const waits = { guard: 'saysWaits', actions: 'hold' } as const;

/** Reactions to the server's reports on a pending transfer, whatever we requested. */
const onReport = {
  'transfer.created': toDeleted,
  'transfer.arrived': waits,
  'transfer.confirmed': toConfirmed,
  'transfer.deleted': toDeleted,
  'transfer.removed': toDeleted,
  'ticket.transferred': [toConfirmed, toDeleted],
  'ticket.listed': [toConfirmed, toDeleted, waits],
  // Frames before `head` were lost: reports from there on are newer, whatever their epoch.
  'socket.greeted': { guard: 'isBreak', actions: 'restart' },
} as const;

// The server deletes the pending transfer of a ticket that is finished, whoever finished it.
const closed = { guard: 'closesTicket', target: '#transfer.deleted' } as const;
const closedInDraft = { guard: 'closesTicket', target: '#transfer.failed', actions: 'failClosed' } as const;
/** Our confirm may have come first: its answer decides. */
const closedInConfirm = { guard: 'closesTicketFirst', actions: 'noteClosed' } as const;

const submitted = { target: '#transfer.waiting', actions: 'submit' } as const;
const loadAgain = { target: 'loading', actions: 'clearFailure' } as const;
/** The frame of our own transfer: an answer to its create was lost, or comes later. */
const offered = { guard: 'isOurOffer', target: '#transfer.pending', actions: ['remove', 'adopt'] } as const;
const withdrawn = { target: '#transfer.dismissed', actions: 'remove' } as const;
const closedWithPage = { 'app.opened': { target: '#transfer.dismissed' } } as const;

const dismissable = { 'transfer.dismissed': { target: '#transfer.dismissed' } } as const;

export const transferMachine = machine.createMachine({
  id: 'transfer',
  context: ({ input }) => ({
    ticketId: input.ticketId,
    transferId: input.transferId,
    viewer: input.viewer,
    instanceId: input.instanceId,
    owner: input.owner,
    candidates: [],
    submitted: input.submitted ?? null,
    unanswered: 0,
    unattended: input.submitted !== undefined,
    transfer: null,
    failure: null,
    asOf: -1,
    ticketClosed: false,
  }),
  initial: 'made',
  states: {
    made: {
      always: [
        { guard: ({ context }) => context.submitted !== null, target: 'waiting' },
        { guard: ({ context }) => context.transferId === null, target: 'draft' },
        { target: 'pending' },
      ],
    },
    draft: {
      initial: 'loading',
      on: {
        ...closedWithPage,
        ...dismissable,
        // A queue is chosen without the candidates, too.
        'transfer.submitted': { guard: 'isIntoQueue', ...submitted },
        'ticket.closed': closedInDraft,
        'ticket.finished': closedInDraft,
      },
      states: {
        loading: {
          entry: 'fetchCandidates',
          on: {
            'transfer.candidatesListed': {
              target: 'ready',
              actions: assign({ candidates: ({ event }) => event.users }),
            },
            'transfer.candidatesFailed': { target: 'failed', actions: 'keepFailure' },
          },
        },
        ready: {
          on: {
            'transfer.submitted': submitted,
            'transfer.drafted': loadAgain,
          },
        },
        failed: {
          on: {
            'transfer.drafted': loadAgain,
            'network.changed': { guard: and(['isNetworkBack', 'lacksNetwork']), ...loadAgain },
            'socket.greeted': { guard: 'lacksNetwork', ...loadAgain },
          },
        },
      },
    },
    waiting: {
      on: {
        ...closedWithPage,
        'transfer.released': [
          { guard: ({ event }) => event.hasWaited, target: 'creating', actions: 'noteUnattended' },
          { target: 'creating' },
        ],
        'transfer.withdrawn': withdrawn,
        // Only one that was tried, by this page or an earlier one, can be there.
        'transfer.arrived': { ...offered, guard: and(['isOurOffer', 'isUnattended']) },
      },
    },
    creating: {
      entry: 'create',
      on: {
        ...closedWithPage,
        // The create may be done by now, so it goes on without its dialog; its failure is a notice.
        'transfer.dismissed': { guard: ({ context }) => !context.unattended, actions: 'noteUnattended' },
        'transfer.created': { target: 'pending', actions: ['remove', 'adopt'] },
        'transfer.queued': { target: 'queued', actions: 'remove' },
        'transfer.arrived': offered,
        'transfer.createFailed': [
          { guard: 'isTransient', target: 'backingOff', actions: ['noteUnattended', 'countUnanswered'] },
          { guard: 'wasCreated', ...withdrawn },
          { guard: 'isUnattended', ...withdrawn },
          { guard: 'isFatal', target: 'failed', actions: ['remove', 'keepFailure'] },
          { guard: 'knowsCandidates', target: 'draft.ready', actions: ['remove', 'keepFailure'] },
          { target: 'draft', actions: ['remove', 'keepFailure'] },
        ],
      },
    },
    backingOff: {
      entry: 'startRetryTimer',
      exit: 'cancelRetryTimer',
      on: {
        ...closedWithPage,
        'timer.fired': { guard: 'isRetryTimer', target: 'waiting' },
        'socket.greeted': 'waiting',
        'transfer.withdrawn': withdrawn,
        'transfer.arrived': offered,
      },
    },
    failed: {
      on: {
        ...closedWithPage,
        ...dismissable,
        'transfer.drafted': { target: 'draft', actions: 'clearFailure' },
      },
    },
    dismissed: { type: 'final' },
    queued: { type: 'final' },
    pending: {
      on: {
        ...onReport,
        'transfer.created': [toDeleted, waits],
        'transfer.confirmRequested': {
          guard: ({ context, event }) =>
            event.transferId === context.transferId && mayConfirm(context.transfer, context.viewer),
          target: 'confirming',
          actions: 'clearFailure',
        },
        'transfer.deleteRequested': {
          guard: ({ context, event }) =>
            event.transferId === context.transferId && mayDelete(context.transfer, context.viewer),
          target: 'deleting',
          actions: 'clearFailure',
        },
        'ticket.closed': closed,
        'ticket.finished': closed,
        // Only an actor that began as a draft can become one again; one made for a created transfer has no instance.
        'transfer.drafted': {
          guard: ({ context }) => context.instanceId !== null,
          target: 'draft',
          actions: assign({
            transferId: null,
            transfer: null,
            submitted: null,
            candidates: [],
            failure: null,
            asOf: -1,
          }),
        },
      },
    },
    confirming: {
      entry: enqueueActions(({ context: { transferId }, enqueue }) => {
        if (transferId !== null) enqueue.emit({ type: 'transfer.confirm', transferId });
      }),
      on: {
        'app.opened': { target: '#transfer.confirming', reenter: true },
        ...onReport,
        'transfer.confirmFailed': [
          toConfirmed,
          toDeleted,
          {
            guard: ({ context, event }) => event.transferId === context.transferId && context.ticketClosed,
            target: 'deleted',
          },
          { guard: 'isOurs', target: 'pending', actions: 'keepFailure' },
        ],
        'ticket.closed': closedInConfirm,
        'ticket.finished': closedInConfirm,
      },
    },
    confirmed: { type: 'final', entry: 'clearFailure' },
    deleting: {
      entry: enqueueActions(({ context: { transferId }, enqueue }) => {
        if (transferId !== null) enqueue.emit({ type: 'transfer.delete', transferId });
      }),
      on: {
        'app.opened': { target: '#transfer.deleting', reenter: true },
        ...onReport,
        'transfer.deleteFailed': [
          toConfirmed,
          toDeleted,
          { guard: 'isOurs', target: 'pending', actions: 'keepFailure' },
        ],
        'ticket.closed': closed,
        'ticket.finished': closed,
      },
    },
    deleted: { type: 'final', entry: 'clearFailure' },
  },
});

export type TransferSnapshot = SnapshotFrom<typeof transferMachine>;
