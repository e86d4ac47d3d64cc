import type { App } from '../src/machines/app.ts';
import type { AppEvent } from '../src/machines/log/event.ts';
import type { MessageSendSnapshot } from '../src/machines/message-send/message-send.machine.ts';
import { messageSendMachine, resolveTimer, retryTimer } from '../src/machines/message-send/message-send.machine.ts';
import { connection, held, live, next } from './connection.ts';
import { selectIsSettled } from '../src/machines/message-send/message-send.selectors.ts';
import { messageSendInvariants } from './message-send.invariants.ts';
import { when } from './model.ts';
import type { MachineModel, Sample } from './model.ts';
import { ana, attempt, failure, message, opened, outgoing, storedSession, framed } from './samples.ts';
import { stateKey } from './state-key.ts';

type State =
  | 'made'
  | 'queued'
  | 'sending'
  | 'backingOff'
  | 'uncertain'
  | 'uncertain.asking'
  | 'uncertain.waiting'
  | 'sent'
  | 'failed'
  | 'discarded';

const ours = 'client-2';
const before = 'client-1';

function sent(clientId: string): ReturnType<typeof message> {
  return message('901', { clientId, received: false, author: ana, tag: 'stop_flow' });
}

function accepted(clientId: string): AppEvent {
  return { type: 'message.accepted', clientId, message: sent(clientId) };
}

function refused(clientId: string, code: 'INVALID' | 'NETWORK' | 'ABANDONED' | 'TOO_MANY'): AppEvent {
  return { type: 'message.refused', clientId, failure: failure(code) };
}

function arrived(clientId: string): (app: App) => AppEvent {
  return (app) => ({ type: 'message.arrived', message: sent(clientId), ticket: framed(), stream: next(app) });
}

const samples = {
  'app.opened: the page is reloaded': opened(storedSession(ana)),
  'message.submitted': { type: 'message.submitted', message: outgoing(ours) },
  'message.submitted: the one before': { type: 'message.submitted', message: outgoing(before) },
  'outbox.restored: an uncertain one': { type: 'outbox.restored', messages: [{ ...outgoing(ours), failure: null }] },
  'outbox.restored: a refused one': {
    type: 'outbox.restored',
    messages: [{ ...outgoing(ours), failure: failure('INVALID') }],
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
  'message.refused: too many': refused(ours, 'TOO_MANY'),
  'message.refused: the one before': refused(before, 'INVALID'),
  'message.answerLost': { type: 'message.answerLost', clientId: ours },
  'message.answerLost: the one before': { type: 'message.answerLost', clientId: before },
  'message.resolved: the server has it': { type: 'message.resolved', clientId: ours, message: sent(ours) },
  'message.resolved: the one before': { type: 'message.resolved', clientId: before, message: sent(before) },
  'message.resolved: the server does not have it': { type: 'message.resolved', clientId: ours, message: null },
  'message.resolveFailed': { type: 'message.resolveFailed', clientId: ours },
  'message.retried': { type: 'message.retried', clientId: ours },
  'message.discarded': { type: 'message.discarded', clientId: ours },
  'message.discarded: the one before': { type: 'message.discarded', clientId: before },
  'socket.greeted': (app) => ({
    type: 'socket.greeted',
    attempt: attempt(app),
    epoch: 'epoch-1',
    head: held(app),
    recovered: true,
  }),
  'network.changed: gone': { type: 'network.changed', online: false },
  'network.changed: back': { type: 'network.changed', online: true },
  'timer.fired: reconnect': connection['timer.fired: reconnect'],
  'socket.ticketIssued': connection['socket.ticketIssued'],
  'socket.opened': connection['socket.opened'],
  'timer.fired: resolve': { type: 'timer.fired', timer: resolveTimer(ours) },
  'timer.fired: backoff is over': { type: 'timer.fired', timer: retryTimer(ours) },
  'timer.fired: of another message': { type: 'timer.fired', timer: resolveTimer(before) },
} satisfies Record<string, Sample>;

type Name = keyof typeof samples;

const ofTheOneBefore = (Object.keys(samples) as Name[]).filter((name) => name.endsWith('the one before'));

const ofConnection: readonly Name[] = ['timer.fired: reconnect', 'socket.ticketIssued', 'socket.opened'];

const proven = {
  'message.accepted': 'sent',
  'message.arrived': 'sent',
  'message.ackChanged': 'sent',
  'message.resolved: the server has it': 'sent',
} as const;

/** Network changes, greetings and the end of storing change only the context, in every state. */
const facts = {
  'network.changed: gone': 'stays',
  'network.changed: back': 'stays',
  'socket.greeted': 'stays',
  'outbox.stored': 'stays',
  'outbox.storeFailed': 'stays',
} as const;

/** The outcomes of the previous message. */
const ofBefore = {
  'message.accepted: the one before': 'stays',
  'message.refused: the one before': 'stays',
  'message.discarded: the one before': 'stays',
  'message.resolved: the one before': 'stays',
} as const;

function snapshotOf(app: App, clientId: string): MessageSendSnapshot | undefined {
  return app.directory.send(clientId)?.getSnapshot();
}

/** What outcomes depend on: what a message waits for before it is sent. */
const dependsOn = {
  'it is stored': (app: App) => snapshotOf(app, ours)?.context.stored ?? false,
  'it waits for the network': (app: App) => snapshotOf(app, ours)?.context.online === false,
  'its answer was lost before': (app: App) => snapshotOf(app, ours)?.context.lostBefore ?? false,
  'the one before waits': (app: App) => {
    const first = snapshotOf(app, before);
    return first !== undefined && !selectIsSettled(first);
  },
  'the one before is in flight': (app: App) => {
    const first = snapshotOf(app, before);
    return first?.matches('sending') === true || first?.matches('uncertain') === true;
  },
};

const unlessBehind = when('the one before waits', 'stays', 'sending');

/** Once it is stored, or can't be, it is sent unless it waits for something else. */
const onceStored = when('it waits for the network', 'stays', unlessBehind);

const onceOnline = when('it is stored', unlessBehind, 'stays');

/** It is sent once the previous message is settled. */
function whenFree<const Then>(then: Then) {
  return when('it is stored', when('it waits for the network', 'stays', then), 'stays');
}

/** A message that the server doesn't have is sent again. */
const again = when('it waits for the network', 'queued', when('the one before waits', 'queued', 'sending'));

export const messageSendModel: MachineModel<State, Name, keyof typeof dependsOn> = {
  name: 'message-send',
  machine: messageSendMachine,
  actor: `send:${ours}`,
  samples,
  facts: dependsOn,
  scenes: {
    'one message': {
      given: live(ana, 'atendente', []),
      only: (Object.keys(samples) as Name[]).filter(
        (name) =>
          !ofTheOneBefore.includes(name) && !ofConnection.includes(name) && name !== 'app.opened: the page is reloaded',
      ),
    },
    'the browser is wrong about the network': {
      given: live(ana, 'atendente', []),
      only: [
        'message.submitted',
        'outbox.stored',
        'message.answerLost',
        'message.refused: by the server',
        'message.refused: too many',
        'network.changed: gone',
        'timer.fired: reconnect',
        'socket.ticketIssued',
        'socket.opened',
        'socket.greeted',
      ],
    },
    'one message behind another': {
      given: [
        ...live(ana, 'atendente', []),
        samples['message.submitted: the one before'],
        samples['message.submitted'],
      ],
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
  },
  expected: {
    // The send is removed, and restored from the outbox.
    anywhere: { 'app.opened: the page is reloaded': 'stays' },
    states: {
      none: {
        'app.opened: the page is reloaded': 'ignored',
        'message.submitted': 'queued',
        'outbox.restored: an uncertain one': 'uncertain.asking',
        'outbox.restored: a refused one': 'failed',
      },
      made: {},
      queued: {
        ...facts,
        ...proven,
        'outbox.stored': onceStored,
        'outbox.storeFailed': onceStored,
        'network.changed: back': onceOnline,
        'socket.greeted': onceOnline,
        'message.accepted: the one before': whenFree('sending'),
        'message.resolved: the one before': whenFree('sending'),
        // Only a message in flight can be refused, and only one that isn't can be discarded.
        'message.refused: the one before': whenFree(when('the one before is in flight', 'sending', 'stays')),
        'message.discarded: the one before': whenFree(when('the one before is in flight', 'stays', 'sending')),
        'message.discarded': 'discarded',
      },
      sending: {
        ...facts,
        ...ofBefore,
        ...proven,
        'message.refused: by the server': 'failed',
        'message.refused: no answer': 'uncertain.asking',
        'message.refused: too many': 'backingOff',
        'message.refused: the session ended': 'failed',
        // After a second loss it waits before resolving.
        'message.answerLost': when('its answer was lost before', 'uncertain.waiting', 'uncertain.asking'),
      },
      backingOff: {
        ...facts,
        ...proven,
        'timer.fired: backoff is over': when('it waits for the network', 'queued', 'sending'),
        'message.discarded': 'discarded',
      },
      uncertain: {
        ...facts,
        ...ofBefore,
        ...proven,
        'message.resolved: the server does not have it': again,
        'message.refused: by the server': 'failed',
        'message.refused: too many': 'failed',
        'message.refused: the session ended': 'failed',
      },
      'uncertain.asking': {
        'message.resolveFailed': 'uncertain.waiting',
      },
      'uncertain.waiting': {
        'timer.fired: resolve': 'uncertain.asking',
        'socket.greeted': 'uncertain.asking',
        'network.changed: back': when('it waits for the network', 'uncertain.asking', 'stays'),
      },
      failed: {
        ...facts,
        ...ofBefore,
        ...proven,
        'message.retried': 'queued',
        'message.discarded': 'discarded',
      },
      // Final: no events are received any more.
      sent: {},
      discarded: {},
    },
  },
  key: (app) => {
    const snapshot = snapshotOf(app, ours);
    const context = snapshot?.context;
    return stateKey(snapshot?.value ?? null, {
      before: snapshotOf(app, before) && stateKey(snapshotOf(app, before)?.value ?? null),
      waitsForIt: context?.after !== null && context !== undefined,
      stored: context?.stored,
      storeFailed: context?.storeFailure !== null && context !== undefined,
      unanswered: context !== undefined && context.unanswered > 0,
      lostBefore: context?.lostBefore,
      offline: !app.directory.shell.getSnapshot().context.online,
      held: context?.online === false,
      socket:
        app.directory.socket.getSnapshot().value === 'live' ? null : stateKey(app.directory.socket.getSnapshot().value),
    });
  },
  stopWhen: () => false,
  invariants: messageSendInvariants,
  onlyInTheLog: {
    'backingOff · message.accepted → sent':
      'A call ends once: accepted, refused or lost. What the server says of it later arrives as resolved.',
    'backingOff · message.resolved → sent': 'Only a send whose answer was lost is resolved.',
    'failed · message.accepted → sent':
      'A call ends once: accepted, refused or lost. What the server says of it later arrives as resolved.',
    'failed · message.resolved → sent': 'Only a send whose answer was lost is resolved.',
    'queued · message.accepted → sent':
      'A call ends once: accepted, refused or lost. What the server says of it later arrives as resolved.',
    'queued · message.resolved → sent': 'Only a send whose answer was lost is resolved.',
    'sending · message.resolved → sent': 'Only a send whose answer was lost is resolved.',
    'uncertain · message.accepted → sent':
      'A call ends once: accepted, refused or lost. What the server says of it later arrives as resolved.',
    'uncertain · message.refused (branch 1)':
      'A call ends once: accepted, refused or lost. What the server says of it later arrives as resolved.',
    'uncertain · message.refused (branch 2) → failed':
      'A call ends once: accepted, refused or lost. What the server says of it later arrives as resolved.',
    'uncertain · message.refused (branch 3) → failed':
      'A call ends once: accepted, refused or lost. What the server says of it later arrives as resolved.',
  },
};
