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
  'app.opened: the page opens anew': opened(storedSession(ana)),
  'message.submitted': { type: 'message.submitted', message: outgoing(ours) },
  'message.submitted: the one before': { type: 'message.submitted', message: outgoing(before) },
  'outbox.restored: one in doubt': { type: 'outbox.restored', messages: [{ ...outgoing(ours), failure: null }] },
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
  'message.resolved: it never came': { type: 'message.resolved', clientId: ours, message: null },
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
  'timer.fired: connect again': connection['timer.fired: connect again'],
  'socket.ticketIssued': connection['socket.ticketIssued'],
  'socket.opened': connection['socket.opened'],
  'timer.fired: ask again': { type: 'timer.fired', timer: resolveTimer(ours) },
  'timer.fired: send again': { type: 'timer.fired', timer: retryTimer(ours) },
  'timer.fired: of another message': { type: 'timer.fired', timer: resolveTimer(before) },
} satisfies Record<string, Sample>;

type Name = keyof typeof samples;

const ofTheOneBefore = (Object.keys(samples) as Name[]).filter((name) => name.endsWith('the one before'));

const ofConnection: readonly Name[] = ['timer.fired: connect again', 'socket.ticketIssued', 'socket.opened'];

const proven = {
  'message.accepted': 'sent',
  'message.arrived': 'sent',
  'message.ackChanged': 'sent',
  'message.resolved: the server has it': 'sent',
} as const;

/** The network's coming and going, the socket's word, and the end of storing, are facts that are kept in every state. */
const facts = {
  'network.changed: gone': 'stays',
  'network.changed: back': 'stays',
  'socket.greeted': 'stays',
  'outbox.stored': 'stays',
  'outbox.storeFailed': 'stays',
} as const;

/** What becomes of the one before. */
const ofBefore = {
  'message.accepted: the one before': 'stays',
  'message.refused: the one before': 'stays',
  'message.discarded: the one before': 'stays',
  'message.resolved: the one before': 'stays',
} as const;

function snapshotOf(app: App, clientId: string): MessageSendSnapshot | undefined {
  return app.directory.send(clientId)?.getSnapshot();
}

/** What an outcome depends on: what a message waits for before it goes. */
const dependsOn = {
  'it is stored': (app: App) => snapshotOf(app, ours)?.context.stored ?? false,
  'it waits for the network': (app: App) => snapshotOf(app, ours)?.context.online === false,
  'its answer was lost before': (app: App) => snapshotOf(app, ours)?.context.lostBefore ?? false,
  'the one before waits': (app: App) => {
    const first = snapshotOf(app, before);
    return first !== undefined && !selectIsSettled(first);
  },
  'the one before is on its way': (app: App) => {
    const first = snapshotOf(app, before);
    return first?.matches('sending') === true || first?.matches('uncertain') === true;
  },
};

const unlessBehind = when('the one before waits', 'stays', 'sending');

/** It is stored, or can't be, and goes where nothing else holds it. */
const onceStored = when('it waits for the network', 'stays', unlessBehind);

const onceOnline = when('it is stored', unlessBehind, 'stays');

/** It goes when what was before it is settled. */
function whenFree<const Then>(then: Then) {
  return when('it is stored', when('it waits for the network', 'stays', then), 'stays');
}

/** What never came goes again. */
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
          !ofTheOneBefore.includes(name) && !ofConnection.includes(name) && name !== 'app.opened: the page opens anew',
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
        'timer.fired: connect again',
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
    'one refused, which another went past': {
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
    'the page opens anew': {
      given: live(ana, 'atendente', []),
      only: [
        'app.opened: the page opens anew',
        'message.submitted',
        'outbox.stored',
        'message.refused: by the server',
        'message.refused: too many',
        'message.answerLost',
        'message.resolveFailed',
        'message.resolved: it never came',
        'outbox.restored: one in doubt',
      ],
    },
    'a new page with a refused one behind one in doubt': {
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
    'a new page with one in doubt behind another': {
      given: [
        ...live(ana, 'atendente', []),
        { type: 'outbox.restored', messages: [before, ours].map((id) => ({ ...outgoing(id), failure: null })) },
      ],
      only: [
        'message.accepted: the one before',
        'message.discarded: the one before',
        'message.refused: the one before',
        'message.resolved: the one before',
        'message.resolved: it never came',
        'message.resolved: the server has it',
        'message.resolveFailed',
        'timer.fired: ask again',
        'socket.greeted',
        'message.accepted',
        'message.refused: by the server',
      ],
    },
  },
  expected: {
    // It is forgotten, and the storage brings it back.
    anywhere: { 'app.opened: the page opens anew': 'stays' },
    states: {
      none: {
        'app.opened: the page opens anew': 'ignored',
        'message.submitted': 'queued',
        'outbox.restored: one in doubt': 'uncertain.asking',
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
        // Only what is on its way is refused, and only what isn't can be discarded.
        'message.refused: the one before': whenFree(when('the one before is on its way', 'sending', 'stays')),
        'message.discarded: the one before': whenFree(when('the one before is on its way', 'stays', 'sending')),
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
        // Lost again, it waits before it asks.
        'message.answerLost': when('its answer was lost before', 'uncertain.waiting', 'uncertain.asking'),
      },
      backingOff: {
        ...facts,
        ...proven,
        'timer.fired: send again': when('it waits for the network', 'queued', 'sending'),
        'message.discarded': 'discarded',
      },
      uncertain: {
        ...facts,
        ...ofBefore,
        ...proven,
        'message.resolved: it never came': again,
        'message.refused: by the server': 'failed',
        'message.refused: too many': 'failed',
        'message.refused: the session ended': 'failed',
      },
      'uncertain.asking': {
        'message.resolveFailed': 'uncertain.waiting',
      },
      'uncertain.waiting': {
        'timer.fired: ask again': 'uncertain.asking',
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
      // Over: nothing is heard any more.
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
      'A send has one end: it is answered, refused or lost. What is asked of it later is told as resolved.',
    'backingOff · message.resolved → sent': 'The server is only asked what became of a send whose answer was lost.',
    'failed · message.accepted → sent':
      'A send has one end: it is answered, refused or lost. What is asked of it later is told as resolved.',
    'failed · message.resolved → sent': 'The server is only asked what became of a send whose answer was lost.',
    'queued · message.accepted → sent':
      'A send has one end: it is answered, refused or lost. What is asked of it later is told as resolved.',
    'queued · message.resolved → sent': 'The server is only asked what became of a send whose answer was lost.',
    'sending · message.resolved → sent': 'The server is only asked what became of a send whose answer was lost.',
    'uncertain · message.accepted → sent':
      'A send has one end: it is answered, refused or lost. What is asked of it later is told as resolved.',
    'uncertain · message.refused (branch 1)':
      'A send has one end: it is answered, refused or lost. What is asked of it later is told as resolved.',
    'uncertain · message.refused (branch 2) → failed':
      'A send has one end: it is answered, refused or lost. What is asked of it later is told as resolved.',
    'uncertain · message.refused (branch 3) → failed':
      'A send has one end: it is answered, refused or lost. What is asked of it later is told as resolved.',
  },
};
