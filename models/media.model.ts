import type { App } from '../src/machines/app.ts';
import type { Media } from '../src/machines/entities/media.ts';
import type { AppEvent } from '../src/machines/log/event.ts';
import { mediaMachine, mediaTimer } from '../src/machines/media/media.machine.ts';
import type { MediaSnapshot } from '../src/machines/media/media.machine.ts';
import { START, ana, failure, media, noMedia } from './samples.ts';
import { greetedAgain, live } from './connection.ts';
import { mediaInvariants } from './media.invariants.ts';
import { mediaOracles } from './media.reference.ts';
import { when } from './model.ts';
import type { MachineModel, Sample } from './model.ts';
import { stateKey } from './state-key.ts';

type State = 'asking' | 'waiting' | 'ready' | 'unshown' | 'failed' | 'gone' | 'missing' | 'left';

const messageId = '901';
/** Later than an address runs out that had run out when it came. */
const LATER_MS = 60_000;
/** How long an address works at least, since it came; and what an event takes. */
const BRIEF_MS = 30_000;
const STEP_MS = 1_000;
const LONG = START + 365 * 86_400_000;

const image = media({ expiresAt: LONG });
const film = media({ mimeType: 'video/3gpp', width: null, height: null, previewUrl: null, expiresAt: LONG });

function snapshotOf(app: App): MediaSnapshot | undefined {
  return app.directory.media(messageId)?.getSnapshot();
}

function requestOf(app: App): number {
  return snapshotOf(app)?.context.request ?? 0;
}

function loaded(answer: Media): (app: App) => AppEvent {
  return (app) => ({ type: 'media.loaded', messageId, request: requestOf(app), media: answer });
}

function failed(code: 'NETWORK' | 'ABANDONED' | 'NOT_FOUND' | 'INTERNAL'): (app: App) => AppEvent {
  return (app) => ({ type: 'media.loadFailed', messageId, request: requestOf(app), failure: failure(code) });
}

const samples = {
  'media.shown': { type: 'media.shown', messageId },
  'media.shown: later': { event: { type: 'media.shown', messageId }, later: LATER_MS },
  'media.shown: just before it runs out': { event: { type: 'media.shown', messageId }, later: BRIEF_MS - STEP_MS - 1 },
  'media.shown: as it runs out': { event: { type: 'media.shown', messageId }, later: BRIEF_MS - STEP_MS },
  'media.shown: of another message': { type: 'media.shown', messageId: '902' },
  'media.hidden': { type: 'media.hidden', messageId },
  'media.loaded: it is being fetched': loaded(noMedia('fetching')),
  'media.loaded: ready': loaded(image),
  'media.loaded: ready for a moment': loaded({ ...image, expiresAt: START }),
  'media.loaded: a film is ready': loaded(film),
  'media.loaded: a film is ready for a moment': loaded({ ...film, expiresAt: START }),
  'media.loaded: the server failed': loaded(noMedia('failed')),
  'media.loaded: expired': loaded(noMedia('expired')),
  'media.loaded: refused': loaded(noMedia('refused')),
  'media.loaded: of an earlier call': (app) => ({
    type: 'media.loaded',
    messageId,
    request: requestOf(app) - 1,
    media: image,
  }),
  'media.loadFailed: no answer': failed('NETWORK'),
  'media.loadFailed: refused': failed('INTERNAL'),
  'media.loadFailed: the session ended': failed('ABANDONED'),
  'media.loadFailed: there is none': failed('NOT_FOUND'),
  'media.loadFailed: of an earlier call': (app) => ({
    type: 'media.loadFailed',
    messageId,
    request: requestOf(app) - 1,
    failure: failure('NETWORK'),
  }),
  'media.retried': { type: 'media.retried', messageId },
  'media.broken': { type: 'media.broken', messageId },
  'media.broken: later': { event: { type: 'media.broken', messageId }, later: LATER_MS },
  'network.changed: gone': { type: 'network.changed', online: false },
  'network.changed: back': { type: 'network.changed', online: true },
  'socket.greeted': greetedAgain,
  'timer.fired': { type: 'timer.fired', timer: mediaTimer(messageId) },
  'timer.fired: of another message': { type: 'timer.fired', timer: mediaTimer('902') },
} satisfies Record<string, Sample>;

type Name = keyof typeof samples;

/** What outcomes depend on besides the state. */
const facts = {
  'a view shows it': (app: App) => (snapshotOf(app)?.context.watchers ?? 0) > 0,
  'several views show it': (app: App) => (snapshotOf(app)?.context.watchers ?? 0) > 1,
  'its address was renewed': (app: App) => snapshotOf(app)?.context.renewed === true,
  'it is expired': (app: App) => snapshotOf(app)?.context.media?.state === 'expired',
  'it is a film': (app: App) => snapshotOf(app)?.context.media?.mimeType === film.mimeType,
  'its address runs out soon': (app: App) => snapshotOf(app)?.context.media?.expiresAt === START,
  'the network failed it': (app: App) => {
    const code = snapshotOf(app)?.context.failure?.code;
    return code === 'NETWORK' || code === 'ABANDONED';
  },
};

/** An answer that nobody waits for any more ends it. */
function answered<const To extends State>(to: To) {
  return when('a view shows it', to, 'left removed');
}

const shown = {
  'media.shown': 'stays',
  'media.shown: later': 'stays',
  'media.hidden': when('several views show it', 'stays', 'left removed'),
} as const;

const onceReachable = when('the network failed it', 'asking', 'ignored');
const unlessRenewed = when('its address was renewed', when('it is a film', 'unshown', 'failed'), 'asking');

export const mediaModel: MachineModel<State, Name, keyof typeof facts> = {
  name: 'media',
  machine: mediaMachine,
  actor: `media:${messageId}`,
  samples,
  facts,
  scenes: {
    'a message with a file': {
      given: live(ana, 'atendente', []),
      only: (Object.keys(samples) as Name[]).filter(
        (name) => !name.startsWith('network.changed') && !/of another message|runs out/u.test(name),
      ),
    },
    'the network goes and comes back': {
      given: live(ana, 'atendente', []),
      only: [
        'media.shown',
        'media.hidden',
        'media.loaded: it is being fetched',
        'media.loaded: ready',
        'media.loaded: the server failed',
        'media.loaded: expired',
        'media.loadFailed: no answer',
        'media.loadFailed: refused',
        'media.loadFailed: there is none',
        'network.changed: gone',
        'network.changed: back',
      ],
    },
    'its address runs out': {
      given: [
        ...live(ana, 'atendente', []),
        samples['media.shown'],
        samples['media.loaded: it is being fetched'],
        samples['timer.fired'],
        samples['media.loaded: ready for a moment'],
      ],
      only: ['media.shown: just before it runs out', 'media.shown: as it runs out'],
    },
    'another message with a file': {
      given: live(ana, 'atendente', []),
      only: [
        'media.shown',
        'media.shown: of another message',
        'media.loaded: it is being fetched',
        'timer.fired: of another message',
        'timer.fired',
      ],
    },
  },
  expected: {
    anywhere: {},
    states: {
      none: { 'media.shown': 'asking', 'media.shown: later': 'asking' },
      asking: {
        'media.shown: just before it runs out': 'stays',
        'media.shown: as it runs out': 'stays',
        'media.shown': 'stays',
        'media.shown: later': 'stays',
        'media.hidden': when('a view shows it', 'stays', 'ignored'),
        'media.loaded: it is being fetched': answered('waiting'),
        'media.loaded: ready': answered('ready'),
        'media.loaded: ready for a moment': answered('ready'),
        'media.loaded: a film is ready': answered('ready'),
        'media.loaded: a film is ready for a moment': answered('ready'),
        'media.loaded: the server failed': answered('failed'),
        'media.loaded: expired': answered('gone'),
        'media.loaded: refused': answered('gone'),
        'media.loadFailed: no answer': answered('failed'),
        'media.loadFailed: refused': answered('failed'),
        'media.loadFailed: the session ended': answered('failed'),
        'media.loadFailed: there is none': answered('missing'),
      },
      waiting: { ...shown, 'timer.fired': 'asking', 'media.retried': 'asking' },
      ready: {
        ...shown,
        'media.shown: as it runs out': 'asking',
        'media.shown: just before it runs out': when('several views show it', 'asking', 'stays'),
        'media.shown: later': when('its address runs out soon', 'asking', 'stays'),
        'media.broken': unlessRenewed,
        'media.broken: later': when('its address runs out soon', 'asking', unlessRenewed),
      },
      unshown: { ...shown, 'media.shown: later': when('its address runs out soon', 'asking', 'stays') },
      failed: {
        ...shown,
        'media.retried': 'asking',
        'network.changed: back': onceReachable,
        'socket.greeted': onceReachable,
      },
      gone: { ...shown, 'media.retried': when('it is expired', 'asking', 'ignored') },
      missing: shown,
      left: {},
    },
  },
  key: (app) => {
    const snapshot = snapshotOf(app);
    const context = snapshot?.context;
    return stateKey(snapshot?.value ?? null, {
      views: context?.watchers,
      retry: context?.retry,
      waited: context !== undefined && context.waited > 0,
      address: typeof context?.media?.url === 'string' && (context.media.expiresAt === START ? 'short' : 'long'),
      answer: context?.media?.state,
      film: context?.media?.mimeType === film.mimeType,
      renewed: context?.renewed,
      failure: context?.failure?.code,
      offline: !app.directory.shell.getSnapshot().context.online,
      another: app.directory.media('902') !== undefined,
    });
  },
  stopWhen: (app) => (snapshotOf(app)?.context.watchers ?? 0) > 2,
  invariants: mediaInvariants,
  oracles: mediaOracles,
  onlyInTheLog: {},
};
