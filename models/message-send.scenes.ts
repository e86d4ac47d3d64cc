import { live } from './connection.ts';
import { before, file, ours, samples } from './message-send.samples.ts';
import type { MessageSendSampleName as Name } from './message-send.samples.ts';
import type { Scene } from './model.ts';
import { ana, failure, outgoing, ticket } from './samples.ts';

const ofTheOneBefore = (Object.keys(samples) as Name[]).filter((name) => name.endsWith('the one before'));

const ofFiles: readonly Name[] = [
  'message.submitted: with a file',
  'outbox.restored: one with a file',
  'message.refused: the file isn’t there',
  'message.uploaded',
  'message.uploadLost',
  'message.progressed',
];

const ofReactions: readonly Name[] = ['message.submitted: a reaction', 'outbox.restored: a reaction'];

const ofLogin: readonly Name[] = ['call.unauthorized', 'login.submitted', 'login.succeeded'];

const ofConnection: readonly Name[] = ['timer.fired: reconnect', 'socket.ticketIssued', 'socket.opened'];

/** The scenes of the model of an outgoing message. */
export const messageSendScenes: Readonly<Record<string, Scene<Name>>> = {
  'one message': {
    given: live(ana, 'atendente', []),
    only: (Object.keys(samples) as Name[]).filter(
      (name) =>
        !ofTheOneBefore.includes(name) &&
        !ofConnection.includes(name) &&
        !ofLogin.includes(name) &&
        !ofFiles.includes(name) &&
        !ofReactions.includes(name) &&
        name !== 'app.opened: the page is reloaded',
    ),
  },
  'a file': {
    given: live(ana, 'atendente', []),
    only: [
      ...ofFiles,
      'outbox.stored',
      'message.accepted',
      'message.refused: by the server',
      'message.refused: too many',
      'message.resolved: the server does not have it',
      'timer.fired: backoff is over',
      'message.retried',
      'message.discarded',
    ],
  },
  'a reaction': {
    given: live(ana, 'atendente', []),
    only: [
      ...ofReactions,
      'outbox.stored',
      'message.accepted',
      'message.answerLost',
      'message.refused: by the server',
      'message.refused: too many',
      'message.refused: no answer',
      'message.refused: the session ended',
      'message.resolved: the server does not have it',
      'timer.fired: backoff is over',
      'message.discarded',
    ],
  },
  'what ends an upload': {
    given: [...live(ana, 'atendente', []), samples['message.submitted: with a file'], samples['outbox.stored']],
    only: [
      'message.arrived',
      'message.ackChanged',
      'message.accepted',
      'message.resolved: the server has it',
      'message.refused: the session ended',
      'message.discarded',
      'message.progressed',
      'network.changed: gone',
      'timer.fired: reconnect',
      'socket.ticketIssued',
      'socket.opened',
      'socket.greeted',
    ],
  },
  'a text behind a file': {
    given: [
      ...live(ana, 'atendente', []),
      { type: 'message.submitted', message: outgoing(before, { file }) },
      samples['message.submitted'],
    ],
    only: ['outbox.stored', 'outbox.stored: the one before', 'message.discarded: the one before', 'message.discarded'],
  },
  'the browser is wrong about the network': {
    given: live(ana, 'atendente', []),
    only: [
      'message.submitted',
      'outbox.stored',
      'message.answerLost',
      'message.refused: by the server',
      'message.refused: too many',
      'message.refused: the file isn’t there',
      'network.changed: gone',
      'timer.fired: reconnect',
      'socket.ticketIssued',
      'socket.opened',
      'socket.greeted',
    ],
  },
  'one message behind another': {
    given: [...live(ana, 'atendente', []), samples['message.submitted: the one before'], samples['message.submitted']],
    only: [
      ...ofTheOneBefore.filter((name) => name !== 'message.submitted: the one before'),
      'outbox.stored',
      'outbox.storeFailed',
      'network.changed: gone',
      'network.changed: back',
      'message.accepted',
      'message.refused: by the server',
      'message.retried',
      'message.discarded',
    ],
  },
  'its ticket is finished once nothing of it waits': {
    given: [
      ...live(ana, 'atendente', [ticket()]),
      samples['message.submitted: the one before'],
      samples['message.submitted'],
      { type: 'ticket.finishRequested', ticketId: '20' },
    ],
    only: [
      'outbox.stored: the one before',
      'outbox.stored',
      'message.accepted: the one before',
      'message.refused: the one before',
      'message.discarded: the one before',
      'message.accepted',
      'message.refused: by the server',
      'message.refused: the session ended',
      'message.discarded',
    ],
  },
  'a refused one that another has overtaken': {
    given: [
      ...live(ana, 'atendente', []),
      samples['message.submitted'],
      samples['outbox.stored'],
      samples['message.refused: by the server'],
      samples['message.submitted: the one before'],
    ],
    only: [
      'outbox.stored: the one before',
      'message.accepted: the one before',
      'message.refused: the one before',
      'message.answerLost: the one before',
      'outbox.stored',
      'message.accepted',
      'message.refused: by the server',
      'message.retried',
      'message.discarded',
    ],
  },
  'the page is reloaded': {
    given: live(ana, 'atendente', []),
    only: [
      'app.opened: the page is reloaded',
      'message.submitted',
      'outbox.stored',
      'message.refused: by the server',
      'message.refused: too many',
      'message.answerLost',
      'message.resolveFailed',
      'message.resolved: the server does not have it',
      'outbox.restored: an uncertain one',
    ],
  },
  'the session ends before the outbox is read': {
    given: [...live(ana, 'atendente', []), samples['call.unauthorized']],
    only: ['outbox.restored: an uncertain one', 'login.submitted', 'login.succeeded'],
  },
  'a new page with a refused one behind an uncertain one': {
    given: [
      ...live(ana, 'atendente', []),
      {
        type: 'outbox.restored',
        messages: [
          { ...outgoing(before), failure: null },
          { ...outgoing(ours), failure: failure('INVALID') },
        ],
      },
    ],
    only: ['message.resolved: the one before', 'message.retried', 'message.discarded'],
  },
  'a new page with an uncertain one behind another': {
    given: [
      ...live(ana, 'atendente', []),
      { type: 'outbox.restored', messages: [before, ours].map((id) => ({ ...outgoing(id), failure: null })) },
    ],
    only: [
      'message.accepted: the one before',
      'message.discarded: the one before',
      'message.refused: the one before',
      'message.resolved: the one before',
      'message.resolved: the server does not have it',
      'message.resolved: the server has it',
      'message.resolveFailed',
      'timer.fired: resolve',
      'socket.greeted',
      'message.accepted',
      'message.refused: by the server',
    ],
  },
};
