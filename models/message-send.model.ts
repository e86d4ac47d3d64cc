import type { App } from '../src/machines/app.ts';
import { selectViewer } from '../src/machines/auth/auth.selectors.ts';
import type { MessageSendSnapshot } from '../src/machines/message-send/message-send.machine.ts';
import { messageSendMachine } from '../src/machines/message-send/message-send.machine.ts';
import { messageSendInvariants } from './message-send.invariants.ts';
import { messageSendOracles } from './message-send.reference.ts';
import { before, ours, samples } from './message-send.samples.ts';
import type { MessageSendSampleName as Name } from './message-send.samples.ts';
import { messageSendScenes } from './message-send.scenes.ts';
import { when } from './model.ts';
import type { MachineModel } from './model.ts';
import { isUnsettled } from './reference.ts';
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

const proven = {
  'message.accepted': 'sent removed',
  'message.arrived': 'sent removed',
  'message.ackChanged': 'sent removed',
  'message.resolved: the server has it': 'sent removed',
} as const;

function snapshotOf(app: App, clientId: string): MessageSendSnapshot | undefined {
  return app.directory.send(clientId)?.getSnapshot();
}

function isLoggedIn({ directory }: App): boolean {
  return selectViewer(directory.auth.getSnapshot()) !== null;
}

/** What outcomes depend on: what a message waits for before it is sent. */
const dependsOn = {
  'somebody is logged in': isLoggedIn,
  'it is stored': (app: App) => snapshotOf(app, ours)?.context.stored ?? false,
  'it waits for the network': (app: App) => snapshotOf(app, ours)?.context.online === false,
  'its answer was lost before': (app: App) => snapshotOf(app, ours)?.context.lostBefore ?? false,
  'its file isn’t uploaded': (app: App) => snapshotOf(app, ours)?.context.upload === 'none',
  'its file may be uploaded': (app: App) => snapshotOf(app, ours)?.context.upload === 'maybe',
  'it has a file': (app: App) => snapshotOf(app, ours)?.context.upload !== undefined,
  'it is a reaction': (app: App) => snapshotOf(app, ours)?.context.message.reactsTo !== undefined,
  'it is behind the one before': (app: App) => snapshotOf(app, ours)?.context.after === before,
  'the one before waits': (app: App) => {
    const first = snapshotOf(app, before);
    return first !== undefined && isUnsettled(first);
  },
  'the one before is in flight': (app: App) => {
    const first = snapshotOf(app, before);
    return first?.matches('sending') === true || first?.matches('uncertain') === true;
  },
};

/** Network changes and greetings change only the context, in every state. */
const facts = {
  'network.changed: gone': when('it waits for the network', 'ignored', 'stays'),
  'network.changed: back': when('it waits for the network', 'stays', 'ignored'),
  'socket.greeted': when('it waits for the network', 'stays', 'ignored'),
} as const;

const whenBehind = when('it is behind the one before', 'stays', 'ignored');

/** The outcomes of the previous message, which one that was sent once need not wait for. */
const ofBefore = {
  'message.accepted: the one before': whenBehind,
  'message.resolved: the one before': whenBehind,
  'message.refused: the one before': when('the one before is in flight', whenBehind, 'ignored'),
  'message.discarded: the one before': when('the one before is in flight', 'ignored', whenBehind),
} as const;

/** A file is uploaded first. */
const goes = when('its file isn’t uploaded', 'uploading', 'sending');

const unlessBehind = when('the one before waits', 'stays', goes);

/** Once it is stored, or can't be, it is sent unless it waits for something else. */
const onceStored = when('it is stored', 'ignored', when('it waits for the network', 'stays', unlessBehind));

const onceOnline = when('it waits for the network', when('it is stored', unlessBehind, 'stays'), 'ignored');

/** It is sent once the previous message is settled. */
const whenFree = when(
  'the one before waits',
  when('it is stored', when('it waits for the network', 'stays', goes), 'stays'),
  'ignored',
);

/** Of a refused reaction there is nothing to keep. */
const isRefused = when('it is a reaction', 'discarded removed', 'failed');

/** A message that the server doesn't have is sent again. */
const again = when('it waits for the network', 'queued', when('the one before waits', 'queued', goes));

export const messageSendModel: MachineModel<State, Name, keyof typeof dependsOn> = {
  name: 'message-send',
  machine: messageSendMachine,
  actor: `send:${ours}`,
  samples,
  facts: dependsOn,
  scenes: messageSendScenes,
  expected: {
    // It is restored from the outbox.
    anywhere: { 'app.opened: the page is reloaded': 'removed' },
    states: {
      none: {
        'app.opened: the page is reloaded': 'ignored',
        'message.submitted': 'queued',
        'message.submitted: with a file': 'queued',
        'message.submitted: a reaction': 'queued',
        'outbox.restored: a reaction': 'uncertain.asking',
        'outbox.restored: one with a file': 'uncertain.asking',
        // Without a session it stays in the outbox, for the next login.
        'outbox.restored: an uncertain one': when('somebody is logged in', 'uncertain.asking', 'ignored'),
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
        'message.accepted: the one before': whenFree,
        'message.resolved: the one before': whenFree,
        // Only a message in flight can be refused, and only one that isn't can be discarded.
        'message.refused: the one before': when('the one before is in flight', whenFree, 'ignored'),
        'message.discarded: the one before': when('the one before is in flight', 'ignored', whenFree),
        'message.discarded': 'discarded removed',
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
        'message.refused: the session ended': isRefused,
        'message.discarded': 'discarded removed',
      },
      sending: {
        ...facts,
        ...ofBefore,
        ...proven,
        'message.refused: by the server': isRefused,
        'message.refused: no answer': 'uncertain.asking',
        'message.refused: too many': 'backingOff',
        'message.refused: the session ended': isRefused,
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
        'message.discarded': 'discarded removed',
      },
      uncertain: {
        ...facts,
        ...ofBefore,
        ...proven,
        'message.resolved: the server does not have it': again,
        'message.refused: the file isn’t there': 'failed',
        'message.refused: by the server': isRefused,
        'message.refused: too many': isRefused,
        'message.refused: the session ended': isRefused,
      },
      'uncertain.asking': {
        'message.resolveFailed': 'uncertain.waiting',
      },
      'uncertain.waiting': {
        'timer.fired: resolve': 'uncertain.asking',
        'socket.greeted': 'uncertain.asking',
        'network.changed: back': when('it waits for the network', 'uncertain.asking', 'ignored'),
      },
      failed: {
        ...facts,
        ...ofBefore,
        ...proven,
        'message.retried': 'queued',
        'message.discarded': 'discarded removed',
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
      heldOff: context?.upload !== undefined && context.heldOff > 0,
      reaction: context?.message.reactsTo !== undefined,
      offline: !app.directory.shell.getSnapshot().context.online,
      held: context?.online === false,
      session: isLoggedIn(app) ? null : stateKey(app.directory.auth.getSnapshot().value),
      socket:
        app.directory.socket.getSnapshot().value === 'live' ? null : stateKey(app.directory.socket.getSnapshot().value),
    });
  },
  stopWhen: () => false,
  invariants: messageSendInvariants,
  oracles: messageSendOracles,
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
    'uncertain · message.refused (branch 2) → discarded':
      'A call ends once: accepted, refused or lost. What the server says of it later arrives as resolved.',
    'uncertain · message.refused (branch 3) → failed':
      'A call ends once: accepted, refused or lost. What the server says of it later arrives as resolved.',
    'uncertain · message.refused (branch 4) → failed':
      'A call ends once: accepted, refused or lost. What the server says of it later arrives as resolved.',
  },
};
