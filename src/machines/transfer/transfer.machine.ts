import { assign, enqueueActions, setup } from 'xstate';
import type { SnapshotFrom } from 'xstate';
import type { Person, Transfer, User } from '../entities/entities.ts';
import type { Failure } from '../entities/failure.ts';
import { keepSame } from '../entities/same.ts';
import { compareIds } from '../entities/ids.ts';
import type { InstanceId, TicketId, TransferId } from '../entities/ids.ts';
import type { Viewer } from '../entities/viewer.ts';
import type { Command } from '../log/command.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { InternalEventOf } from '../log/internal.ts';
import { TICKET_FINISHED, isFatal, mayConfirm, mayDelete, outcomeIn, outcomeOn } from './transfer.rules.ts';

/*
 *   (no id) ──▶ draft ── submitted ──▶ creating ── created ──▶ pending ◀── (id)
 *                │ ▲                     │ │                    │ │ ▲ ▲
 *                │ └──── createFailed ───┘ │   confirmRequested │ │ │ │ deleteFailed
 *                │ dismissed               │                    ▼ │ │ │
 *                │            createFailed,│            confirming│ │deleting
 *                ▼              for good   ▼                  │   │     │
 *            dismissed ◀── dismissed ── failed      confirmed ◀───┴───▶ deleted
 *
 * draft       the next owner is being chosen; [loading | ready | failed] is the state of the candidates
 * creating    our create is in flight
 * failed      the ticket can't be transferred at all
 * dismissed   the draft was closed; final
 * pending     it waits for an answer
 * confirming  our confirm is in flight
 * confirmed   its next owner has the ticket; final
 * deleting    our delete is in flight
 * deleted     withdrawn, declined, or its ticket was finished; final
 *
 * A new page repeats the calls that an earlier one had in flight; a draft is closed with its page.
 *
 * What the server reports leads from pending, confirming and deleting to confirmed or deleted, whatever we requested;
 * the first outcome stands.
 */

export interface TransferInput {
  readonly ticketId: TicketId;
  /** Null for a draft. */
  readonly transferId: TransferId | null;
  readonly viewer: Viewer;
  /** The ticket's instance, whose users are a draft's candidates; null for a created transfer. */
  readonly instanceId: InstanceId | null;
  /** The ticket's owner, who is no candidate. */
  readonly owner: Person | null;
}

export interface TransferContext {
  readonly ticketId: TicketId;
  readonly transferId: TransferId | null;
  readonly viewer: Viewer;
  readonly instanceId: InstanceId | null;
  readonly owner: Person | null;
  readonly candidates: readonly User[];
  /** The submitted next owner. */
  readonly nextOwner: Person | null;
  /** The submitted previous owner: who has the ticket when it is offered. */
  readonly previousOwner: Person | null;
  /** The submitted note for the next owner. */
  readonly note?: string;
  /** Whether it was submitted on an earlier page, so that no dialog shows its outcome. */
  readonly unattended: boolean;
  readonly transfer: Transfer | null;
  readonly failure: Failure | null;
  /** Stream position up to which it is known; -1 for unknown. Older reports are ignored. */
  readonly asOf: number;
  /** Whether the ticket was finished while our confirm was in flight. */
  readonly ticketClosed: boolean;
}

type TransferMachineEvent =
  | Logged<
      EventOf<
        | 'app.opened'
        | 'transfer.drafted'
        | 'transfer.dismissed'
        | 'transfer.candidatesListed'
        | 'transfer.candidatesFailed'
        | 'transfer.submitted'
        | 'transfer.created'
        | 'transfer.createFailed'
        | 'transfer.confirmRequested'
        | 'transfer.confirmed'
        | 'transfer.confirmFailed'
        | 'transfer.deleteRequested'
        | 'transfer.deleted'
        | 'transfer.deleteFailed'
        | 'transfer.arrived'
        | 'transfer.removed'
        | 'ticket.transferred'
        | 'ticket.closed'
        | 'ticket.finished'
        | 'socket.greeted'
      >
    >
  | InternalEventOf<'ticket.listed'>;

/** What an event says of a pending transfer: how it ended, that it still waits, or nothing (null). */
function outcomeOf(context: TransferContext, event: TransferMachineEvent): 'confirmed' | 'deleted' | 'waits' | null {
  const { asOf, ticketId, transfer, transferId } = context;
  switch (event.type) {
    case 'transfer.confirmed':
      return event.transfer.id === transferId ? 'confirmed' : null;
    case 'transfer.deleted':
    case 'transfer.removed':
      return event.transfer.id === transferId ? 'deleted' : null;
    case 'transfer.confirmFailed':
    case 'transfer.deleteFailed':
      return event.transferId === transferId ? outcomeIn(event.failure) : null;
    case 'transfer.created':
      if (event.transfer.id === transferId) return transfer === null ? 'waits' : null;
      // A ticket has one pending transfer at most, so a later one means that this one is gone.
      return isOlder(context, event.transfer) ? 'deleted' : null;
    case 'transfer.arrived':
      return event.transfer.id === transferId && event.stream.seq > asOf ? 'waits' : null;
    case 'ticket.transferred':
      if (event.transfer !== null && event.transfer.id === transferId) return 'confirmed';
      if (event.ticket.id !== ticketId || asOf < 0 || event.stream.seq <= asOf) return null;
      return event.ticket.pendingTransfer?.id === transferId ? null : 'deleted';
    case 'ticket.listed':
      if (event.ticket.id !== ticketId || event.streamPosition <= asOf) return null;
      if (event.ticket.pendingTransfer?.id === transferId) return 'waits';
      return asOf < 0 ? null : outcomeOn(event.ticket, transfer);
    default:
      return null;
  }
}

function isOlder({ ticketId, transferId }: TransferContext, other: Transfer): boolean {
  return other.ticketId === ticketId && transferId !== null && compareIds(transferId, other.id) < 0;
}

/** Takes the transfer that an event reports, with its stream position. */
function withReport(context: TransferContext, event: TransferMachineEvent): TransferContext {
  switch (event.type) {
    case 'transfer.confirmed':
    case 'transfer.deleted':
    case 'transfer.created':
      return withTransfer(context, event.transfer, context.asOf);
    case 'transfer.arrived':
    case 'transfer.removed':
    case 'ticket.transferred':
      return withTransfer(context, event.transfer, event.stream.seq);
    case 'ticket.listed':
      return withTransfer(context, event.ticket.pendingTransfer, event.streamPosition);
    default:
      return context;
  }
}

function withTransfer(context: TransferContext, reported: Transfer | null, asOf: number): TransferContext {
  const isOurs = reported !== null && reported.id === context.transferId;
  return { ...context, transfer: isOurs ? keepSame(context.transfer, reported) : context.transfer, asOf };
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
      event.transfer.triggeredBy?.id === context.viewer.userId,
    isBreak: ({ context, event }) =>
      event.type === 'socket.greeted' && !event.recovered && context.asOf !== event.head - 1,
    isFatal: ({ event }) => event.type === 'transfer.createFailed' && isFatal(event.failure),
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
    nextOwner: null,
    previousOwner: null,
    unattended: false,
    transfer: null,
    failure: null,
    asOf: -1,
    ticketClosed: false,
  }),
  initial: 'made',
  states: {
    made: {
      always: [{ guard: ({ context }) => context.transferId === null, target: 'draft' }, { target: 'pending' }],
    },
    draft: {
      initial: 'loading',
      on: {
        'app.opened': { target: '#transfer.dismissed' },
        ...dismissable,
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
            'transfer.submitted': {
              target: '#transfer.creating',
              actions: assign(({ event: { nextOwner, previousOwner, note } }) => ({
                nextOwner,
                previousOwner,
                note: note ?? '',
                failure: null,
              })),
            },
            'transfer.drafted': { target: 'loading', actions: 'clearFailure' },
          },
        },
        failed: {
          on: {
            'transfer.drafted': { target: 'loading', actions: 'clearFailure' },
          },
        },
      },
    },
    creating: {
      entry: enqueueActions(({ context: { ticketId, nextOwner, previousOwner, note }, enqueue }) => {
        if (nextOwner === null) return;
        const previousOwnerId = previousOwner?.id ?? null;
        const noted = note === undefined || note === '' ? {} : { note };
        enqueue.emit({ type: 'transfer.create', ticketId, nextOwnerId: nextOwner.id, previousOwnerId, ...noted });
      }),
      on: {
        'app.opened': { target: '#transfer.creating', reenter: true, actions: assign({ unattended: true }) },
        // The create goes on: the transfer shows as a card, or its failure as a notice.
        ...dismissable,
        'transfer.created': { target: 'pending', actions: 'adopt' },
        'transfer.arrived': { guard: 'isOurOffer', target: 'pending', actions: 'adopt' },
        'transfer.createFailed': [
          { guard: ({ context }) => context.unattended, target: 'dismissed' },
          { guard: 'isFatal', target: 'failed', actions: 'keepFailure' },
          { target: 'draft.ready', actions: 'keepFailure' },
        ],
      },
    },
    failed: {
      on: {
        'app.opened': { target: '#transfer.dismissed' },
        ...dismissable,
        'transfer.drafted': { target: 'draft', actions: 'clearFailure' },
      },
    },
    dismissed: { type: 'final' },
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
            nextOwner: null,
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
