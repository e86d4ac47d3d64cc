import type { Person, Ticket } from '../src/machines/entities/entities.ts';
import type { AppEvent } from '../src/machines/log/event.ts';
import type { StreamPosition } from '../src/machines/log/stream.ts';
import { retryTimer } from '../src/machines/transfer/transfer.machine.ts';
import { connection, held, listed, next } from './connection.ts';
import type { Sample } from './model.ts';
import {
  ana,
  bruno,
  carla,
  customer,
  failure,
  opened,
  person,
  storedSession,
  stream,
  ticket,
  framed,
  transfer,
  user,
} from './samples.ts';
import { ticketSamples } from './ticket.samples.ts';

const named = ({ id, name }: Person) => ({ id, name });

/** Name of the actor of Ana's draft. */
export const draftKey = 'transferDraft:20';
/** Ana's transfer to Bruno. */
export const offer = transfer();
/** The same out of the queue, by Carla, whose it never was. */
const byCarla = transfer({ previousOwner: null, triggeredBy: carla });
/** Another one of Ana’s, to Carla. */
const toCarla = transfer({ id: '61', nextOwner: named(carla) });
/** A later one of another ticket. */
const another = transfer({ id: '61', ticketId: '22', createdAt: offer.createdAt + 10_000 });
const nextId = String(Number(offer.id) + 1);
const confirmed = transfer({ confirmedAt: 2 });
const deleted = transfer({ deletedAt: 2 });
const ofBruno = person(bruno);
const from = { ticketId: '20', clientId: 'client-9', previousOwner: named(ana) };
const asSubmitted = { ...from, target: { kind: 'person', ...named(bruno) } } as const;

function arrived(place: StreamPosition): AppEvent {
  return {
    type: 'transfer.arrived',
    transfer: offer,
    ticket: framed({ pendingTransfer: offer }),
    by: ana,
    addressed: true,
    stream: place,
  };
}

/** The ticket as a call returns it, which may be ahead of the frames. */
function loaded(changes: Partial<Ticket>, ahead: number): Sample {
  return (app) => ({ type: 'ticket.loaded', ticket: ticket(changes), streamPosition: held(app) + ahead });
}

function refused(type: 'transfer.confirmFailed' | 'transfer.deleteFailed', key: string): AppEvent {
  return { type, transferId: offer.id, failure: failure('CONFLICT', key) };
}

function notCreated(key: string): AppEvent {
  return { type: 'transfer.createFailed', ticketId: '20', failure: failure('CONFLICT', key) };
}

export const transferSamples = {
  'app.opened: Ana’s page opens anew': opened(storedSession(ana)),
  'app.opened: Ana’s page opens anew without a network': opened(storedSession(ana), { online: false }),
  'app.opened: Bruno’s page opens anew': opened(storedSession(bruno)),
  'transfer.drafted': { type: 'transfer.drafted', ticketId: '20' },
  'transfer.dismissed': { type: 'transfer.dismissed', ticketId: '20' },
  'transfer.withdrawn': { type: 'transfer.withdrawn', ticketId: '20' },
  'network.changed: gone': { type: 'network.changed', online: false },
  'network.changed: back': { type: 'network.changed', online: true },
  'transfer.candidatesListed': { type: 'transfer.candidatesListed', ticketId: '20', users: [user(bruno), user(carla)] },
  'transfer.candidatesFailed': { type: 'transfer.candidatesFailed', ticketId: '20', failure: failure('NETWORK') },
  'transfer.candidatesFailed: not for lack of a network': {
    type: 'transfer.candidatesFailed',
    ticketId: '20',
    failure: failure('FORBIDDEN'),
  },
  'transfer.submitted': { type: 'transfer.submitted', ...asSubmitted },
  'transfer.submitted: to a department': {
    type: 'transfer.submitted',
    ...from,
    // Ids of people and departments may be the same.
    target: { kind: 'department', id: bruno.id, name: 'Financeiro' },
    note: 'Prefere boleto',
  },
  'transfer.submitted: into the queue': { type: 'transfer.submitted', ...from, target: { kind: 'queue' } },
  'outbox.restored: her transfer': {
    type: 'outbox.restored',
    messages: [],
    actions: [{ kind: 'transfer', ...asSubmitted, instanceId: ticket().instance.id, note: '', userId: ana.id }],
  },
  'message.submitted': ticketSamples['message.submitted'],
  'outbox.stored': ticketSamples['outbox.stored'],
  'message.refused': ticketSamples['message.refused'],
  'transfer.created': { type: 'transfer.created', ticketId: '20', transfer: offer },
  'transfer.queued': { type: 'transfer.queued', ticketId: '20' },
  'transfer.created: the next one': { type: 'transfer.created', ticketId: '20', transfer: transfer({ id: nextId }) },
  'transfer.createFailed: another choice may do': {
    type: 'transfer.createFailed',
    ticketId: '20',
    failure: failure('INVALID', 'error.transfer.nextUserInactive'),
  },
  'transfer.createFailed: one waits already': notCreated('error.transfer.pending'),
  'transfer.createFailed: no answer': { type: 'transfer.createFailed', ticketId: '20', failure: failure('NETWORK') },
  'transfer.createFailed: an earlier one was settled': notCreated('error.transfer.confirmed'),
  'transfer.createFailed: its ticket is finished': notCreated('error.ticket.finished'),
  'transfer.createFailed: its ticket is somebody else’s': notCreated('error.ticket.notYours'),
  'transfer.createFailed: its ticket was passed on': notCreated('error.ticket.passedOn'),
  'timer.fired: the backoff is over': { type: 'timer.fired', timer: retryTimer('20') },
  'transfer.createFailed: nobody waits for it': notCreated('error.transfer.pending'),
  'transfer.arrived': (app) => arrived(next(app)),
  'transfer.arrived: out of the queue': (app) => ({
    type: 'transfer.arrived',
    transfer: byCarla,
    ticket: framed({ owner: null, pendingTransfer: byCarla }),
    by: carla,
    addressed: false,
    stream: next(app),
  }),
  'transfer.arrived: of another ticket': (app) => ({
    type: 'transfer.arrived',
    transfer: another,
    ticket: framed({ id: another.ticketId, customer: customer({ id: '42' }), pendingTransfer: another }),
    by: ana,
    addressed: true,
    stream: next(app),
  }),
  'transfer.arrived: to somebody else': (app) => ({
    type: 'transfer.arrived',
    transfer: toCarla,
    ticket: framed({ pendingTransfer: toCarla }),
    by: ana,
    addressed: false,
    stream: next(app),
  }),
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
    ticket: framed(),
    by: bruno,
    stream: next(app),
  }),
  'ticket.transferred': (app) => ({
    type: 'ticket.transferred',
    transfer: confirmed,
    ticket: framed({ owner: ofBruno }),
    by: bruno,
    stream: next(app),
  }),
  'ticket.transferred: to somebody else': (app) => ({
    type: 'ticket.transferred',
    transfer: null,
    ticket: framed({ owner: person(carla) }),
    by: carla,
    stream: next(app),
  }),
  'ticket.closed': (app) => ({
    type: 'ticket.closed',
    ticket: framed({ finishedAt: 5 }),
    by: ana,
    stream: next(app),
  }),
  'ticket.closed: another ticket': (app) => ({
    type: 'ticket.closed',
    ticket: framed({ id: '21', finishedAt: 5 }),
    by: ana,
    stream: next(app),
  }),
  'ticket.finished': { type: 'ticket.finished', ticket: ticket({ finishedAt: 5 }) },
  'ticket.finished: another ticket': { type: 'ticket.finished', ticket: ticket({ id: '21', finishedAt: 5 }) },
  'tickets.listed: it is no longer pending': listed([ticket()]),
  'tickets.listed: it is in the queue again': listed([ticket({ owner: null })]),
  'tickets.listed: its next owner has the ticket': listed([ticket({ owner: ofBruno })]),
  'ticket.loaded: it waits': loaded({ pendingTransfer: offer }, 1),
  'ticket.loaded: its next owner has the ticket': loaded({ owner: ofBruno }, 1),
  'ticket.loaded: it waits no more': loaded({}, 1),
  'ticket.loaded: from before it': loaded({}, -1),
  'tickets.listed: as it was when it broke': listed([ticket({ pendingTransfer: offer })]),
  ...connection,
} satisfies Record<string, Sample>;

export type TransferSampleName = keyof typeof transferSamples;
