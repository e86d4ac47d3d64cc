import type { Person } from '../src/machines/entities/entities.ts';
import { connection, live } from './connection.ts';
import type { Sample, Scene } from './model.ts';
import { ana, bruno, carla, ticket } from './samples.ts';
import { draftKey, transferSamples as samples } from './transfer.samples.ts';
import type { TransferSampleName as Name } from './transfer.samples.ts';

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
  'transfer.createFailed: no answer',
  'transfer.createFailed: an earlier one was settled',
  'timer.fired: the backoff is over',
  'transfer.withdrawn',
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
    !(
      name in connection ||
      name.startsWith('tickets.') ||
      name.startsWith('app.') ||
      name.startsWith('network.') ||
      name.startsWith('message.') ||
      name.startsWith('outbox.') ||
      name.startsWith('timer.') ||
      name === 'transfer.withdrawn' ||
      name === 'transfer.queued' ||
      name === 'transfer.submitted: to a department' ||
      name === 'transfer.submitted: into the queue' ||
      name === 'transfer.arrived: out of the queue' ||
      name === 'transfer.arrived: of another ticket' ||
      name === 'transfer.arrived: to somebody else' ||
      name.startsWith('transfer.createFailed') ||
      ofDrafts.some((other) => other === name)
    ),
);

/** A scene with a pending transfer, as a user sees it. */
function offered(somebody: Person, roleName = 'atendente'): Scene<Name> {
  return { given: live(somebody, roleName, [ticket()]), only: ofOffers };
}

/** Who looks at a transfer, and how far it is. */
export const transferScenes: Readonly<Record<string, Scene<Name>>> = {
  'Ana chooses whom to offer it to': {
    given: [...live(ana, 'atendente', [ticket()]), open],
    only: ofDrafts,
    actor: draftKey,
  },
  'Bruno is offered it': offered(bruno),
  'Ana has offered it': offered(ana),
  'Carla is not concerned': offered(carla),
  'Carla has offered one out of the queue': {
    given: live(carla, 'atendente', [ticket({ owner: null })]),
    only: [
      'transfer.arrived: out of the queue',
      'transfer.confirmRequested',
      'transfer.deleteRequested',
      'transfer.deleteFailed: no answer',
    ],
  },
  'Bruno is offered another one': {
    given: [...live(bruno, 'atendente', [ticket()]), samples['transfer.arrived']],
    only: ['transfer.arrived: of another ticket', 'transfer.confirmRequested', 'transfer.removed'],
  },
  'Bruno’s answer got no answer': {
    given: [
      ...live(bruno, 'atendente', [ticket()]),
      samples['transfer.arrived'],
      samples['transfer.confirmRequested'],
      samples['transfer.confirmFailed: no answer'],
    ],
    only: ['transfer.confirmRequested', 'transfer.deleteRequested'],
  },
  'an administrator looks on': offered(carla, 'administrador'),
  'Ana’s page opens anew while she chooses': {
    given: [...live(ana, 'atendente', [ticket()]), open],
    only: [
      'app.opened: Ana’s page opens anew',
      'transfer.drafted',
      'transfer.candidatesListed',
      'transfer.candidatesFailed',
      'transfer.submitted',
      'transfer.created',
    ],
    actor: draftKey,
  },
  'Ana’s page opens anew when it can’t be offered': {
    given: [
      ...live(ana, 'atendente', [ticket()]),
      open,
      samples['transfer.drafted'],
      samples['transfer.candidatesListed'],
      samples['transfer.submitted'],
      samples['transfer.createFailed: one waits already'],
    ],
    only: ['app.opened: Ana’s page opens anew'],
    actor: draftKey,
  },
  'Ana’s page opened anew while her offer was on its way': {
    given: [
      ...live(ana, 'atendente', [ticket()]),
      open,
      samples['transfer.drafted'],
      samples['transfer.candidatesListed'],
      samples['transfer.submitted'],
      samples['app.opened: Ana’s page opens anew'],
    ],
    only: [
      'outbox.restored: her transfer',
      'transfer.dismissed',
      'transfer.created',
      'transfer.arrived',
      'transfer.createFailed: nobody waits for it',
      'transfer.createFailed: no answer',
      'transfer.createFailed: an earlier one was settled',
      'timer.fired: the backoff is over',
    ],
    actor: draftKey,
  },
  'Ana’s other page offers it to somebody else': {
    given: [
      ...live(ana, 'atendente', [ticket()]),
      open,
      samples['transfer.drafted'],
      samples['transfer.candidatesListed'],
      samples['transfer.submitted'],
    ],
    only: [
      'transfer.arrived: to somebody else',
      'transfer.createFailed: no answer',
      'transfer.createFailed: its ticket is finished',
      'transfer.createFailed: its ticket is somebody else’s',
      'transfer.createFailed: its ticket was passed on',
      'timer.fired: the backoff is over',
    ],
    actor: draftKey,
  },
  'Ana’s other page offers it as she puts it into a queue': {
    given: [
      ...live(ana, 'atendente', [ticket()]),
      open,
      samples['transfer.drafted'],
      samples['transfer.submitted: to a department'],
    ],
    only: ['transfer.arrived', 'transfer.createFailed: no answer', 'timer.fired: the backoff is over'],
    actor: draftKey,
  },
  'behind a message of hers': {
    given: [
      ...live(ana, 'atendente', [ticket()]),
      open,
      samples['transfer.drafted'],
      samples['transfer.candidatesListed'],
      samples['message.submitted'],
      samples['outbox.stored'],
    ],
    only: [
      'outbox.restored: her transfer',
      'transfer.submitted',
      'transfer.withdrawn',
      'transfer.arrived',
      'message.refused',
    ],
    actor: draftKey,
  },
  'Ana’s network is gone as she offers it': {
    given: [
      ...live(ana, 'atendente', [ticket()]),
      open,
      samples['transfer.drafted'],
      samples['transfer.candidatesListed'],
    ],
    only: [
      'network.changed: gone',
      'network.changed: back',
      'app.opened: Ana’s page opens anew',
      'app.opened: Ana’s page opens anew without a network',
      'transfer.submitted',
      'transfer.withdrawn',
      'transfer.dismissed',
      'transfer.created',
      'transfer.createFailed: no answer',
      'timer.fired: the backoff is over',
      'transfer.createFailed: nobody waits for it',
    ],
    actor: draftKey,
  },
  'Ana’s network is gone as she puts it into a queue': {
    given: [...live(ana, 'atendente', [ticket()]), open, samples['transfer.drafted']],
    only: [
      'network.changed: gone',
      'network.changed: back',
      'app.opened: Ana’s page opens anew',
      'transfer.candidatesListed',
      'transfer.candidatesFailed',
      'transfer.submitted: to a department',
      'transfer.submitted: into the queue',
      'transfer.withdrawn',
      'transfer.dismissed',
      'transfer.queued',
      'transfer.createFailed: another choice may do',
      'transfer.createFailed: no answer',
      'timer.fired: the backoff is over',
    ],
    actor: draftKey,
  },
  'the browser is wrong about Ana’s network': {
    given: [...live(ana, 'atendente', [ticket()]), open, samples['network.changed: gone']],
    only: [
      ...(Object.keys(connection) as (keyof typeof connection)[]),
      'network.changed: back',
      'transfer.drafted',
      'transfer.candidatesListed',
      'transfer.candidatesFailed',
      'transfer.candidatesFailed: not for lack of a network',
      'transfer.submitted',
      'transfer.withdrawn',
      'transfer.created',
      'transfer.createFailed: nobody waits for it',
      'transfer.createFailed: no answer',
    ],
    actor: draftKey,
  },
  'Bruno’s page opens anew': {
    given: [...live(bruno, 'atendente', [ticket()]), samples['transfer.arrived']],
    only: [
      'app.opened: Bruno’s page opens anew',
      'transfer.confirmRequested',
      'transfer.confirmed',
      'transfer.confirmFailed: no answer',
      'transfer.confirmFailed: it was confirmed',
      'transfer.deleteRequested',
      'transfer.deleted',
      'transfer.deleteFailed: no answer',
      'ticket.closed',
      'ticket.transferred',
    ],
  },
  'the connection breaks': {
    given: [...live(bruno, 'atendente', [ticket()]), samples['transfer.arrived']],
    only: [
      ...(Object.keys(connection) as (keyof typeof connection)[]),
      'tickets.listed: as it was when it broke',
      'tickets.listed: it is no longer pending',
      'tickets.listed: it is in the queue again',
      'tickets.listed: its next owner has the ticket',
      'transfer.confirmRequested',
      'transfer.deleteRequested',
      'ticket.loaded: it waits no more',
      'transfer.removed',
    ],
  },
};
