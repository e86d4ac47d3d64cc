import type { App } from '../src/machines/app.ts';
import type { AppEvent } from '../src/machines/log/event.ts';
import { resolveTimer, retryTimer } from '../src/machines/message-send/message-send.machine.ts';
import { connection, greetedAgain, next } from './connection.ts';
import type { Sample } from './model.ts';
import { ana, failure, framed, generation, message, opened, outgoing, storedSession, user } from './samples.ts';

/* What happens to an outgoing message, and to the one before it. */

export const ours = 'client-2';
export const file = { name: 'foto.jpg', mimeType: 'image/jpeg', bytes: 1_000, tag: 'image' } as const;
export const before = 'client-1';
const reaction = { reactsTo: '802', text: '👍' };

function sent(clientId: string): ReturnType<typeof message> {
  return message('901', { clientId, received: false, author: ana, tag: 'stop_flow' });
}

function accepted(clientId: string): AppEvent {
  return { type: 'message.accepted', clientId, message: sent(clientId) };
}

function refused(clientId: string, code: 'INVALID' | 'NETWORK' | 'ABANDONED'): AppEvent {
  return { type: 'message.refused', clientId, failure: failure(code) };
}

/** The server doesn't know the file. */
const notUploaded = { ...failure('NOT_FOUND'), key: 'error.file.notUploaded' };

function arrived(clientId: string): (app: App) => AppEvent {
  return (app) => ({ type: 'message.arrived', message: sent(clientId), ticket: framed(), stream: next(app) });
}

export const samples = {
  'app.opened: the page is reloaded': opened(storedSession(ana)),
  'call.unauthorized': (app) => ({
    type: 'call.unauthorized',
    call: 'call-1',
    generation: generation(app),
    status: 'Token is Invalid',
  }),
  'login.submitted': {
    type: 'login.submitted',
    path: 'rest',
    email: `${ana.id}@aurora.example`,
    secret: 'password',
    remember: true,
    to: null,
  },
  'login.succeeded': (app) => ({
    type: 'login.succeeded',
    generation: generation(app),
    token: 'login',
    user: user(ana),
    routes: ['users'],
    originBackoffice: false,
  }),
  'message.submitted': { type: 'message.submitted', message: outgoing(ours) },
  'message.submitted: with a file': { type: 'message.submitted', message: outgoing(ours, { file }) },
  'message.submitted: a reaction': { type: 'message.submitted', message: outgoing(ours, reaction) },
  'message.submitted: the one before': { type: 'message.submitted', message: outgoing(before) },
  'outbox.restored: an uncertain one': { type: 'outbox.restored', messages: [{ ...outgoing(ours), failure: null }] },
  'outbox.restored: a refused one': {
    type: 'outbox.restored',
    messages: [{ ...outgoing(ours), failure: failure('INVALID') }],
  },
  'outbox.restored: one with a file': {
    type: 'outbox.restored',
    messages: [{ ...outgoing(ours, { file }), failure: null }],
  },
  'outbox.restored: a reaction': {
    type: 'outbox.restored',
    messages: [{ ...outgoing(ours, reaction), failure: null }],
  },
  'outbox.stored': { type: 'outbox.stored', clientId: ours },
  'outbox.storeFailed': { type: 'outbox.storeFailed', clientId: ours, reason: 'QuotaExceededError' },
  'outbox.stored: the one before': { type: 'outbox.stored', clientId: before },
  'message.accepted': accepted(ours),
  'message.accepted: the one before': accepted(before),
  'message.arrived': arrived(ours),
  'message.arrived: another': arrived('client-9'),
  'message.ackChanged': (app) => ({
    type: 'message.ackChanged',
    messageId: '901',
    clientId: ours,
    ticketId: '20',
    customerId: '40',
    instanceId: '5',
    ack: 1,
    errorCode: null,
    errorKey: null,
    stream: next(app),
  }),
  'message.refused: by the server': refused(ours, 'INVALID'),
  'message.refused: no answer': refused(ours, 'NETWORK'),
  'message.refused: the session ended': refused(ours, 'ABANDONED'),
  'message.refused: too many': {
    type: 'message.refused',
    clientId: ours,
    failure: { ...failure('TOO_MANY'), params: { seconds: 45 } },
  },
  'message.refused: the one before': refused(before, 'INVALID'),
  'message.refused: the file isn’t there': { type: 'message.refused', clientId: ours, failure: notUploaded },
  'message.uploaded': { type: 'message.uploaded', clientId: ours },
  'message.uploadLost': { type: 'message.uploadLost', clientId: ours },
  'message.progressed': { type: 'message.progressed', clientId: ours, sent: 500, total: 1_000 },
  'message.answerLost': { type: 'message.answerLost', clientId: ours },
  'message.answerLost: the one before': { type: 'message.answerLost', clientId: before },
  'message.resolved: the server has it': { type: 'message.resolved', clientId: ours, message: sent(ours) },
  'message.resolved: the one before': { type: 'message.resolved', clientId: before, message: sent(before) },
  'message.resolved: the server does not have it': { type: 'message.resolved', clientId: ours, message: null },
  'message.resolveFailed': { type: 'message.resolveFailed', clientId: ours },
  'message.retried': { type: 'message.retried', clientId: ours },
  'message.discarded': { type: 'message.discarded', clientId: ours },
  'message.discarded: the one before': { type: 'message.discarded', clientId: before },
  'socket.greeted': greetedAgain,
  'network.changed: gone': { type: 'network.changed', online: false },
  'network.changed: back': { type: 'network.changed', online: true },
  'timer.fired: reconnect': connection['timer.fired: reconnect'],
  'socket.ticketIssued': connection['socket.ticketIssued'],
  'socket.opened': connection['socket.opened'],
  'timer.fired: resolve': { type: 'timer.fired', timer: resolveTimer(ours) },
  'timer.fired: backoff is over': { type: 'timer.fired', timer: retryTimer(ours) },
  'timer.fired: of another message': { type: 'timer.fired', timer: resolveTimer(before) },
} satisfies Record<string, Sample>;

export type MessageSendSampleName = keyof typeof samples;
