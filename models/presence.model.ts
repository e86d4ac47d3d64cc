import type { App } from '../src/machines/app.ts';
import { conversationKey } from '../src/machines/entities/ids.ts';
import type { AppEvent } from '../src/machines/log/event.ts';
import { presenceMachine, presenceTimers } from '../src/machines/presence/presence.machine.ts';
import type { PresenceSnapshot } from '../src/machines/presence/presence.machine.ts';
import { greetedAgain, live } from './connection.ts';
import { when } from './model.ts';
import type { MachineModel, Sample } from './model.ts';
import { presenceInvariants } from './presence.invariants.ts';
import { presenceOracles } from './presence.reference.ts';
import { ana, bruno, carla, outgoing } from './samples.ts';
import { stateKey } from './state-key.ts';

type State = 'said' | 'pausing';

/** A conversation, which Ana may have open, and Bruno's page. */
const ticketId = '20';
const place = { customerId: '40', instanceId: '5' } as const;
const pageId = 'page-of-bruno';
const otherPageId = 'page-of-bruno-2';

function snapshotOf(app: App): PresenceSnapshot | undefined {
  return app.directory.presence()?.getSnapshot();
}

function arrived(open: typeof place | { customerId: string; instanceId: string } | null, typing = false): AppEvent {
  return { type: 'presence.arrived', pageId, person: bruno, isSupport: false, open, typing };
}

const samples = {
  'presence.followed': { type: 'presence.followed', visible: true },
  'presence.shown': { type: 'presence.shown', ticketId, ...place },
  'presence.hidden': { type: 'presence.hidden', ticketId },
  'presence.hidden: another': { type: 'presence.hidden', ticketId: '21' },
  'page.visibilityChanged: hidden': { type: 'page.visibilityChanged', visible: false },
  'page.visibilityChanged: visible': { type: 'page.visibilityChanged', visible: true },
  'draft.changed: words': { type: 'draft.changed', ticketId, text: 'Bom d' },
  'draft.changed: emptied': { type: 'draft.changed', ticketId, text: '' },
  'draft.changed: of another ticket': { type: 'draft.changed', ticketId: '21', text: 'Bom d' },
  'message.submitted': { type: 'message.submitted', message: outgoing('c-1') },
  'presence.arrived: Bruno looks': arrived(place),
  'presence.arrived: Bruno types': arrived(place, true),
  'presence.arrived: Bruno goes on to another': arrived({ customerId: '41', instanceId: '5' }),
  'presence.arrived: Bruno leaves': arrived(null),
  'presence.arrived: Bruno looks on another page too': {
    type: 'presence.arrived',
    pageId: otherPageId,
    person: bruno,
    isSupport: false,
    open: place,
    typing: false,
  },
  'presence.arrived: Carla types': {
    type: 'presence.arrived',
    pageId: 'page-of-carla',
    person: carla,
    isSupport: false,
    open: place,
    typing: true,
  },
  'presence.arrived: Alice looks': {
    type: 'presence.arrived',
    pageId: 'page-of-alice',
    person: { id: '10', name: 'Alice Melo' },
    isSupport: true,
    open: place,
    typing: false,
  },
  'timer.fired: pause': { type: 'timer.fired', timer: presenceTimers.pause },
  'timer.fired: no key': { type: 'timer.fired', timer: presenceTimers.typing },
  'timer.fired: nothing heard of Bruno': { type: 'timer.fired', timer: presenceTimers.silence(pageId) },
  'socket.greeted': greetedAgain,
} satisfies Record<string, Sample>;

type Name = keyof typeof samples;

/** What outcomes depend on besides the state. */
const facts = {
  'it is open': (app: App) => snapshotOf(app)?.context.open !== null,
  'the page is visible': (app: App) => snapshotOf(app)?.context.visible === true,
  'we type': (app: App) => snapshotOf(app)?.context.typing === true,
  'Bruno’s page is known': (app: App) => snapshotOf(app)?.context.pages[pageId] !== undefined,
  'a page is known': (app: App) => Object.keys(snapshotOf(app)?.context.pages ?? {}).length > 0,
  'that is known of them': (app: App, event: AppEvent) => {
    if (event.type !== 'presence.arrived') return false;
    const page = snapshotOf(app)?.context.pages[event.pageId];
    const key = event.open === null ? undefined : conversationKey(event.open.customerId, event.open.instanceId);
    return page?.key === key && (page?.typing ?? false) === event.typing;
  },
  'what is on the screen was not sent': (app: App) => {
    const context = snapshotOf(app)?.context;
    if (context === undefined) return false;
    const open = context.visible ? context.open : null;
    return open !== context.lastSent.open || (open !== null && context.typing) !== context.lastSent.typing;
  },
};

/** The rest of the silence begins again. */
const unlessKnown = when('that is known of them', 'acts', 'stays');

/** A change is sent while the page is visible. */
const whenVisible = when('the page is visible', 'pausing', 'stays');
const news = {
  'presence.arrived: Bruno looks': unlessKnown,
  'presence.arrived: Bruno types': unlessKnown,
  'presence.arrived: Bruno goes on to another': unlessKnown,
  'presence.arrived: Bruno leaves': unlessKnown,
  'presence.arrived: Bruno looks on another page too': unlessKnown,
  'presence.arrived: Carla types': unlessKnown,
  'presence.arrived: Alice looks': unlessKnown,
  'timer.fired: nothing heard of Bruno': when('Bruno’s page is known', 'stays', 'ignored'),
} as const;

/** What is on the screen is sent again. */
const sentAgain = when('what is on the screen was not sent', 'stays', 'acts');

/**
 * Where each change of ours leads: `changeAs` in the open conversation or its draft, `seenAs` in the page's visibility.
 */
function changes<const Change, const Visible, const Told>(changeAs: Change, seenAs: Visible, toldAs: Told) {
  return {
    'socket.greeted': toldAs,
    'presence.shown': when('it is open', 'ignored', changeAs),
    'presence.hidden': when('it is open', changeAs, 'ignored'),
    'page.visibilityChanged: hidden': when('the page is visible', when('it is open', seenAs, 'stays'), 'ignored'),
    'page.visibilityChanged: visible': when('the page is visible', 'ignored', when('it is open', seenAs, 'stays')),
    'draft.changed: words': when('it is open', when('we type', 'acts', changeAs), 'ignored'),
    'draft.changed: emptied': when('we type', changeAs, 'ignored'),
    'message.submitted': when('we type', changeAs, 'ignored'),
    'timer.fired: no key': when('we type', changeAs, 'ignored'),
  } as const;
}

export const presenceModel: MachineModel<State, Name, keyof typeof facts> = {
  name: 'presence',
  machine: presenceMachine,
  actor: 'presence:all',
  samples,
  facts,
  scenes: {
    'a conversation is opened, written in and left': {
      given: live(ana, 'atendente', []),
      only: (Object.keys(samples) as Name[]).filter(
        (name) => !name.startsWith('presence.arrived') && name !== 'timer.fired: nothing heard of Bruno',
      ),
    },
    'a colleague comes and goes': {
      given: live(ana, 'atendente', []),
      only: [
        'presence.followed',
        'presence.shown',
        'presence.hidden',
        'presence.arrived: Bruno looks',
        'presence.arrived: Bruno types',
        'presence.arrived: Bruno goes on to another',
        'presence.arrived: Bruno leaves',
        'timer.fired: pause',
        'timer.fired: nothing heard of Bruno',
        'socket.greeted',
      ],
    },
    'several are there': {
      given: [...live(ana, 'atendente', []), samples['presence.followed'], samples['timer.fired: pause']],
      only: [
        'presence.arrived: Bruno looks',
        'presence.arrived: Bruno types',
        'presence.arrived: Bruno leaves',
        'presence.arrived: Bruno looks on another page too',
        'presence.arrived: Carla types',
        'presence.arrived: Alice looks',
        'timer.fired: nothing heard of Bruno',
      ],
    },
  },
  expected: {
    anywhere: {},
    states: {
      none: { 'presence.followed': 'pausing' },
      said: { ...news, ...changes(whenVisible, 'pausing', 'pausing'), 'presence.followed': 'pausing' },
      pausing: {
        ...news,
        ...changes('stays', 'stays', when('a page is known', 'stays', sentAgain)),
        'presence.followed': when('the page is visible', sentAgain, 'stays'),
        'timer.fired: pause': when('what is on the screen was not sent', 'stays', 'said'),
      },
    },
  },
  key: (app) => {
    const snapshot = snapshotOf(app);
    const context = snapshot?.context;
    return stateKey(snapshot?.value ?? null, {
      open: context?.open?.ticketId,
      visible: context?.visible,
      typing: context?.typing,
      due: facts['what is on the screen was not sent'](app),
      pages: Object.entries(context?.pages ?? {})
        .map(([id, { key, typing }]) => `${id}/${key}/${typing}`)
        .toSorted(),
    });
  },
  stopWhen: () => false,
  invariants: presenceInvariants,
  oracles: presenceOracles,
  onlyInTheLog: {},
};
