import type { App } from '../src/machines/app.ts';
import type { Person, Ticket } from '../src/machines/entities/entities.ts';
import type { AppEvent } from '../src/machines/log/event.ts';
import type { StreamPosition } from '../src/machines/log/stream.ts';
import { transferMachine } from '../src/machines/transfer/transfer.machine.ts';
import type { TransferSnapshot } from '../src/machines/transfer/transfer.machine.ts';
import { connection, held, listed, live, next } from './connection.ts';
import type { MachineModel, Sample, Scene } from './model.ts';
import { ana, bruno, carla, failure, person, stream, ticket, told, transfer, user } from './samples.ts';
import { stateKey } from './state-key.ts';
import { transferInvariants } from './transfer.invariants.ts';

type State =
  | 'made'
  | 'draft'
  | 'draft.loading'
  | 'draft.ready'
  | 'draft.failed'
  | 'creating'
  | 'failed'
  | 'dismissed'
  | 'pending'
  | 'confirming'
  | 'confirmed'
  | 'deleting'
  | 'deleted';

const draftKey = 'transfer:draft:20';
const offer = transfer();
const nextId = String(Number(offer.id) + 1);
const confirmed = transfer({ confirmedAt: 2 });
const deleted = transfer({ deletedAt: 2 });
const ofBruno = person(bruno);

function arrived(place: StreamPosition): AppEvent {
  return {
    type: 'transfer.arrived',
    transfer: offer,
    ticket: told({ pendingTransfer: offer }),
    by: ana,
    addressed: true,
    stream: place,
  };
}

/** The ticket as a call answers it, which may be ahead of what was pushed. */
function loaded(changes: Partial<Ticket>, ahead: number): Sample {
  return (app) => ({ type: 'ticket.loaded', ticket: ticket(changes), streamPosition: held(app) + ahead });
}

function refused(type: 'transfer.confirmFailed' | 'transfer.deleteFailed', key: string): AppEvent {
  return { type, transferId: offer.id, failure: failure('CONFLICT', key) };
}

const samples = {
  'transfer.drafted': { type: 'transfer.drafted', ticketId: '20' },
  'transfer.dismissed': { type: 'transfer.dismissed', ticketId: '20' },
  'transfer.candidatesListed': { type: 'transfer.candidatesListed', ticketId: '20', users: [user(bruno), user(carla)] },
  'transfer.candidatesFailed': { type: 'transfer.candidatesFailed', ticketId: '20', failure: failure('NETWORK') },
  'transfer.submitted': { type: 'transfer.submitted', ticketId: '20', nextOwner: bruno, previousOwner: ana },
  'transfer.created': { type: 'transfer.created', ticketId: '20', transfer: offer },
  'transfer.created: the next one': { type: 'transfer.created', ticketId: '20', transfer: transfer({ id: nextId }) },
  'transfer.createFailed: another choice may do': {
    type: 'transfer.createFailed',
    ticketId: '20',
    failure: failure('INVALID', 'error.transfer.nextUserInactive'),
  },
  'transfer.createFailed: one waits already': {
    type: 'transfer.createFailed',
    ticketId: '20',
    failure: failure('CONFLICT', 'error.transfer.pending'),
  },
  'transfer.arrived': (app) => arrived(next(app)),
  'transfer.arrived: once more': (app) => arrived(stream(held(app))),
  'transfer.confirmRequested': { type: 'transfer.confirmRequested', transferId: offer.id },
  'transfer.deleteRequested': { type: 'transfer.deleteRequested', transferId: offer.id },
  'transfer.confirmed': { type: 'transfer.confirmed', transfer: confirmed },
  'transfer.confirmFailed: no answer': refused('transfer.confirmFailed', 'error.network'),
  'transfer.confirmFailed: it was deleted': refused('transfer.confirmFailed', 'error.transfer.deleted'),
  'transfer.confirmFailed: it was confirmed': refused('transfer.confirmFailed', 'error.transfer.confirmed'),
  'transfer.deleted': { type: 'transfer.deleted', transfer: deleted },
  'transfer.deleteFailed: no answer': refused('transfer.deleteFailed', 'error.network'),
  'transfer.deleteFailed: it was deleted': refused('transfer.deleteFailed', 'error.transfer.deleted'),
  'transfer.deleteFailed: it was confirmed': refused('transfer.deleteFailed', 'error.transfer.confirmed'),
  'transfer.removed': (app) => ({
    type: 'transfer.removed',
    transfer: deleted,
    ticket: told(),
    by: bruno,
    stream: next(app),
  }),
  'ticket.transferred': (app) => ({
    type: 'ticket.transferred',
    transfer: confirmed,
    ticket: told({ owner: ofBruno }),
    by: bruno,
    stream: next(app),
  }),
  'ticket.transferred: to somebody else': (app) => ({
    type: 'ticket.transferred',
    transfer: null,
    ticket: told({ owner: person(carla) }),
    by: carla,
    stream: next(app),
  }),
  'ticket.closed': (app) => ({ type: 'ticket.closed', ticket: told({ finishedAt: 5 }), by: ana, stream: next(app) }),
  'ticket.closed: another ticket': (app) => ({
    type: 'ticket.closed',
    ticket: told({ id: '21', finishedAt: 5 }),
    by: ana,
    stream: next(app),
  }),
  'ticket.finished': { type: 'ticket.finished', ticket: ticket({ finishedAt: 5 }) },
  'ticket.finished: another ticket': { type: 'ticket.finished', ticket: ticket({ id: '21', finishedAt: 5 }) },
  'ticket.loaded: it waits': loaded({ pendingTransfer: offer }, 1),
  'ticket.loaded: its next owner has the ticket': loaded({ owner: ofBruno }, 1),
  'ticket.loaded: it waits no more': loaded({}, 1),
  'ticket.loaded: from before it': loaded({}, -1),
  'tickets.listed: as it was when it broke': listed([ticket({ pendingTransfer: offer })]),
  ...connection,
} satisfies Record<string, Sample>;

type Name = keyof typeof samples;

const open: Sample = { type: 'ticket.opened', ticketId: '20' };

const ofDrafts = [
  'transfer.drafted',
  'transfer.dismissed',
  'transfer.candidatesListed',
  'transfer.candidatesFailed',
  'transfer.submitted',
  'transfer.created',
  'transfer.createFailed: another choice may do',
  'transfer.createFailed: one waits already',
  'transfer.arrived',
  'ticket.closed',
  'ticket.closed: another ticket',
  'ticket.finished',
  'ticket.finished: another ticket',
] as const satisfies readonly Name[];

const onBoth: readonly Name[] = [
  'transfer.created',
  'transfer.arrived',
  'ticket.closed',
  'ticket.closed: another ticket',
  'ticket.finished',
  'ticket.finished: another ticket',
];

const ofOffers = (Object.keys(samples) as Name[]).filter(
  (name) =>
    onBoth.includes(name) ||
    !(name in connection || name.startsWith('tickets.') || ofDrafts.some((other) => other === name)),
);

/** An offer as it looks to somebody. */
function offered(somebody: Person, roleName = 'atendente'): Scene<Name> {
  return { given: live(somebody, roleName, [ticket()]), only: ofOffers };
}

/** The server's word, whatever we asked for. */
const words = {
  'transfer.arrived': 'stays',
  'transfer.created': 'stays',
  // A ticket has one offer at a time.
  'transfer.created: the next one': 'deleted',
  'ticket.loaded: it waits': 'stays',
  'transfer.confirmed': 'confirmed',
  'ticket.transferred': 'confirmed',
  // A listing speaks only where it is known to be newer than the offer.
  'ticket.loaded: its next owner has the ticket': ['confirmed', 'stays'],
  'transfer.deleted': 'deleted',
  'transfer.removed': 'deleted',
  // Older than what is known, it says nothing.
  'ticket.transferred: to somebody else': ['deleted', 'stays'],
  'ticket.loaded: it waits no more': ['deleted', 'stays'],
  'socket.greeted: something was lost': 'stays',
  'tickets.listed: as it was when it broke': 'stays',
} as const;

const dismissable = { 'transfer.dismissed': 'dismissed' } as const;

function snapshotOf(app: App): TransferSnapshot | undefined {
  return app.directory.transfer(offer.id)?.getSnapshot();
}

export const transferModel: MachineModel<State, Name> = {
  name: 'transfer',
  machine: transferMachine,
  actor: `transfer:${offer.id}`,
  samples,
  scenes: {
    'Ana chooses whom to offer it to': {
      given: [...live(ana, 'atendente', [ticket()]), open],
      only: ofDrafts,
      actor: draftKey,
    },
    'Bruno is offered it': offered(bruno),
    'Ana has offered it': offered(ana),
    'Carla is not concerned': offered(carla),
    'an administrator looks on': offered(carla, 'administrador'),
    'the connection breaks': {
      given: [...live(bruno, 'atendente', [ticket()]), samples['transfer.arrived']],
      only: [
        ...(Object.keys(connection) as (keyof typeof connection)[]),
        'tickets.listed: as it was when it broke',
        'transfer.confirmRequested',
        'transfer.deleteRequested',
        'ticket.loaded: it waits no more',
        'transfer.removed',
      ],
    },
  },
  expected: {
    anywhere: {},
    states: {
      none: {
        'transfer.drafted': ['draft.loading', 'stays'],
        // What is over isn't brought back.
        'transfer.created': ['pending', 'stays'],
        'transfer.arrived': ['pending', 'stays'],
        'ticket.loaded: it waits': ['pending', 'stays'],
      },
      made: {},
      draft: {
        ...dismissable,
        'ticket.closed': 'failed',
        'ticket.finished': 'failed',
      },
      'draft.loading': {
        'transfer.candidatesListed': 'draft.ready',
        'transfer.candidatesFailed': 'draft.failed',
      },
      'draft.ready': {
        'transfer.submitted': 'creating',
        'transfer.drafted': 'draft.loading',
      },
      'draft.failed': {
        'transfer.drafted': 'draft.loading',
      },
      creating: {
        ...dismissable,
        'transfer.created': 'pending',
        'transfer.arrived': 'pending',
        'transfer.createFailed: another choice may do': 'draft.ready',
        'transfer.createFailed: one waits already': 'failed',
      },
      failed: {
        ...dismissable,
        'transfer.drafted': 'draft.loading',
      },
      dismissed: {},
      pending: {
        ...words,
        'transfer.confirmRequested': ['confirming', 'stays'],
        'transfer.deleteRequested': ['deleting', 'stays'],
        // Of a draft that became an offer only the offer goes on.
        'ticket.closed': ['deleted', 'stays'],
        'ticket.finished': ['deleted', 'stays'],
        'transfer.drafted': 'draft.loading',
      },
      confirming: {
        ...words,
        'transfer.confirmFailed: it was confirmed': 'confirmed',
        'transfer.confirmFailed: it was deleted': 'deleted',
        // Finished meanwhile, it can't wait any more.
        'transfer.confirmFailed: no answer': ['pending', 'deleted'],
        'ticket.closed': 'stays',
        'ticket.finished': 'stays',
      },
      deleting: {
        ...words,
        'transfer.deleteFailed: it was confirmed': 'confirmed',
        'transfer.deleteFailed: it was deleted': 'deleted',
        'transfer.deleteFailed: no answer': 'pending',
        'ticket.closed': 'deleted',
        'ticket.finished': 'deleted',
      },
      // Over: the first word stands.
      confirmed: {},
      deleted: {},
    },
  },
  key: (app) => {
    const { directory } = app;
    const draft = directory.transferDraft('20')?.getSnapshot();
    const snapshot = snapshotOf(app);
    const owner = directory.ticket('20')?.getSnapshot().context.ticket?.owner?.name;
    const position = held(app);
    const { socket } = directory;
    return stateKey(snapshot?.value ?? null, {
      draft: draft && stateKey(draft.value),
      owner: owner === ana.name ? null : (owner ?? 'nobody'),
      ticketClosed: snapshot?.context.ticketClosed,
      // How new what is known of it is, against what was pushed.
      ahead: snapshot && Math.sign(snapshot.context.asOf - position),
      unknown: snapshot?.context.transfer === null,
      socket: socket.getSnapshot().value === 'live' ? null : stateKey(socket.getSnapshot().value),
    });
  },
  // Nothing is offered of a finished ticket.
  stopWhen: ({ directory }) => directory.ticket('20')?.getSnapshot().matches({ lifecycle: 'finished' }) ?? false,
  invariants: transferInvariants,
  onlyInTheLog: {
    'confirming · transfer.confirmFailed (branch 3) → deleted':
      'That a call failed is told first, and by then an offer of a closed ticket is forgotten; the failure is a notice.',
    'confirming · transfer.deleted → deleted': 'Only what was asked is answered, and one thing is asked at a time.',
    'deleting · transfer.confirmed → confirmed': 'Only what was asked is answered, and one thing is asked at a time.',
    'pending · transfer.confirmed → confirmed': 'Only what was asked is answered, and one thing is asked at a time.',
    'pending · transfer.deleted → deleted': 'Only what was asked is answered, and one thing is asked at a time.',
  },
};
