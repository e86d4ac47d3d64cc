import type { App } from '../src/machines/app.ts';
import type { MessageSendSnapshot } from '../src/machines/message-send/message-send.machine.ts';
import { messageSendMachine } from '../src/machines/message-send/message-send.machine.ts';
import { live } from './connection.ts';
import { selectIsSettled } from '../src/machines/message-send/message-send.selectors.ts';
import { messageSendInvariants } from './message-send.invariants.ts';
import { before, file, ours, samples } from './message-send.samples.ts';
import { when } from './model.ts';
import type { MachineModel } from './model.ts';
import { ana, failure, outgoing } from './samples.ts';
import { stateKey } from './state-key.ts';

type State =
  | 'made'
  | 'queued'
  | 'uploading'
  | 'sending'
  | 'backingOff'
  | 'uncertain'
  | 'uncertain.asking'
  | 'uncertain.waiting'
  | 'sent'
  | 'failed'
  | 'discarded';

type Name = keyof typeof samples;

const ofTheOneBefore = (Object.keys(samples) as Name[]).filter((name) => name.endsWith('the one before'));

const ofFiles: readonly Name[] = [
  'message.submitted: with a file',
  'outbox.restored: one with a file',
  'message.refused: the file isn’t there',
  'message.uploaded',
  'message.uploadLost',
  'message.progressed',
];

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
  'its file isn’t uploaded': (app: App) => snapshotOf(app, ours)?.context.upload === 'none',
  'its file may be uploaded': (app: App) => snapshotOf(app, ours)?.context.upload === 'maybe',
  'it has a file': (app: App) => snapshotOf(app, ours)?.context.upload !== undefined,
  'the one before waits': (app: App) => {
    const first = snapshotOf(app, before);
    return first !== undefined && !selectIsSettled(first);
  },
  'the one before is in flight': (app: App) => {
    const first = snapshotOf(app, before);
    return first?.matches('sending') === true || first?.matches('uncertain') === true;
  },
};

/** A file is uploaded first. */
const goes = when('its file isn’t uploaded', 'uploading', 'sending');

const unlessBehind = when('the one before waits', 'stays', goes);

/** Once it is stored, or can't be, it is sent unless it waits for something else. */
const onceStored = when('it waits for the network', 'stays', unlessBehind);

const onceOnline = when('it is stored', unlessBehind, 'stays');

/** It is sent once the previous message is settled. */
function whenFree<const Then>(then: Then) {
  return when('it is stored', when('it waits for the network', 'stays', then), 'stays');
}

/** A message that the server doesn't have is sent again. */
const again = when('it waits for the network', 'queued', when('the one before waits', 'queued', goes));

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
          !ofTheOneBefore.includes(name) &&
          !ofConnection.includes(name) &&
          !ofFiles.includes(name) &&
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
      only: [
        'outbox.stored',
        'outbox.stored: the one before',
        'message.discarded: the one before',
        'message.discarded',
      ],
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
        'message.submitted: with a file': 'queued',
        'outbox.restored: one with a file': 'uncertain.asking',
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
        'message.accepted: the one before': whenFree(goes),
        'message.resolved: the one before': whenFree(goes),
        // Only a message in flight can be refused, and only one that isn't can be discarded.
        'message.refused: the one before': whenFree(when('the one before is in flight', goes, 'stays')),
        'message.discarded: the one before': whenFree(when('the one before is in flight', 'stays', goes)),
        'message.discarded': 'discarded',
      },
      uploading: {
        ...facts,
        ...ofBefore,
        ...proven,
        'message.progressed': 'stays',
        'message.uploaded': 'sending',
        'message.uploadLost': 'backingOff',
        'message.refused: by the server': 'failed',
        'message.refused: the file isn’t there': 'failed',
        'message.refused: too many': 'backingOff',
        'message.refused: the session ended': 'failed',
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
        'message.refused: the file isn’t there': when(
          'it has a file',
          when('its file may be uploaded', 'uploading', 'backingOff'),
          'failed',
        ),
        // After a second loss it waits before resolving.
        'message.answerLost': when('its answer was lost before', 'uncertain.waiting', 'uncertain.asking'),
      },
      backingOff: {
        ...facts,
        ...proven,
        'timer.fired: backoff is over': when('it waits for the network', 'queued', goes),
        'message.discarded': 'discarded',
      },
      uncertain: {
        ...facts,
        ...ofBefore,
        ...proven,
        'message.resolved: the server does not have it': again,
        'message.refused: the file isn’t there': 'failed',
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
      upload: context?.upload,
      offline: !app.directory.shell.getSnapshot().context.online,
      held: context?.online === false,
      socket:
        app.directory.socket.getSnapshot().value === 'live' ? null : stateKey(app.directory.socket.getSnapshot().value),
    });
  },
  stopWhen: () => false,
  invariants: messageSendInvariants,
  onlyInTheLog: {
    'uploading · message.accepted → sent': 'Nothing is sent before the upload has ended.',
    'uploading · message.resolved → sent': 'Only a send whose answer was lost is resolved.',
    'uploading · message.progressed': 'The browser tells progress; tests/adapters has one that does.',
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
