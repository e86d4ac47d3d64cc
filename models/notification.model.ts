import type { App } from '../src/machines/app.ts';
import { ADMIN_ROLE } from '../contract/facts/roles.ts';
import { selectViewer } from '../src/machines/auth/auth.selectors.ts';
import type { Person } from '../src/machines/entities/entities.ts';
import type { AppEvent } from '../src/machines/log/event.ts';
import {
  noticeClearTimer,
  noticeStayTimer,
  notificationMachine,
} from '../src/machines/notification/notification.machine.ts';
import { selectSoundOn } from '../src/machines/shell/shell.preferences.selectors.ts';
import { selectVisible } from '../src/machines/shell/shell.selectors.ts';
import type { DesktopPermission } from '../src/machines/log/events-session.ts';
import { HEAD, held, live, next } from './connection.ts';
import { when } from './model.ts';
import type { MachineModel, Sample, Scene } from './model.ts';
import { notificationInvariants } from './notification.invariants.ts';
import { notificationOracles } from './notification.reference.ts';
import { isOfWhatIsLookedAt, toldOracle, toldSamples, toldScenes } from './notification.told.reference.ts';
import { START, ana, bruno, carla, customer, failure, framed, person, ticket, transfer } from './samples.ts';
import { stateKey } from './state-key.ts';

type State = 'arriving' | 'shown' | 'clearing' | 'gone';

const chat = 'chat:1001';
const offerNotice = 'transfer:60:pending';
const queueNotice = `queue:30:${HEAD + 1}`;
const unreadNotice = 'storage:unread';
/** Each failure to keep the log has a notice of its own; this is of the first one, the first event of its scene. */
const logNotice = `log:${live(ana, 'atendente', []).length + 1}`;

function arrived(noticeId: string, attendant: Person | null): (app: App) => AppEvent {
  return (app) => ({
    type: 'notice.arrived',
    noticeId,
    title: 'Marina Alves',
    text: 'Bom dia',
    attendant,
    ticketId: '20',
    customerId: '40',
    customerName: 'Marina Alves',
    instanceId: '5',
    stream: next(app),
  });
}

const samples = {
  'notice.arrived': arrived('1001', ana),
  'notice.arrived: a newer one of the conversation': arrived('1002', ana),
  'notice.arrived: of a customer without an attendant': arrived('1003', null),
  'notice.cleared': { type: 'notice.cleared', noticeId: chat },
  'notice.cleared: another': { type: 'notice.cleared', noticeId: 'chat:1009' },
  'notice.desktopClicked': { type: 'notice.desktopClicked', noticeId: chat },
  'notices.readInOtherTab': { type: 'notices.readInOtherTab', ids: [chat] },
  'notices.readInOtherTab: another': { type: 'notices.readInOtherTab', ids: ['chat:1009'] },
  'timer.fired: its time is up': { type: 'timer.fired', timer: noticeStayTimer(chat) },
  'timer.fired: it has faded out': { type: 'timer.fired', timer: noticeClearTimer(chat) },
  'ticket.opened': { type: 'ticket.opened', ticketId: '20' },
  'ticket.left': { type: 'ticket.left', ticketId: '20' },
  'page.visibilityChanged: hidden': { type: 'page.visibilityChanged', visible: false },
  'page.visibilityChanged: shown': { type: 'page.visibilityChanged', visible: true },
  'sound.toggled': { type: 'sound.toggled' },
  'transfer.arrived': (app) => ({
    type: 'transfer.arrived',
    transfer: transfer(),
    ticket: framed({ pendingTransfer: transfer() }),
    by: ana,
    addressed: true,
    stream: next(app),
  }),
  'ticket.transferred': (app) => ({
    type: 'ticket.transferred',
    transfer: transfer({ confirmedAt: 5 }),
    ticket: framed({ owner: { ...bruno, image: null } }),
    by: bruno,
    stream: next(app),
  }),
  'transfer.removed': (app) => ({
    type: 'transfer.removed',
    transfer: transfer({ deletedAt: 5 }),
    ticket: framed(),
    by: ana,
    stream: next(app),
  }),
  'transfer.confirmed': { type: 'transfer.confirmed', transfer: transfer({ confirmedAt: 5 }) },
  'transfer.deleted': { type: 'transfer.deleted', transfer: transfer({ deletedAt: 5 }) },
  'transfer.confirmFailed': { type: 'transfer.confirmFailed', transferId: '60', failure: failure('NETWORK') },
  'notices.held': { type: 'notices.held' },
  'notices.released': { type: 'notices.released' },
  'customer.arrived: in the queue': (app) => ({
    type: 'customer.arrived',
    ticket: framed({ id: '30', owner: null, waitingSince: START, customer: customer({ id: '41' }) }),
    stream: next(app),
  }),
  'ticket.transferred: from the queue to a colleague': (app) => ({
    type: 'ticket.transferred',
    transfer: null,
    ticket: framed({ id: '30', owner: person(bruno), customer: customer({ id: '41' }) }),
    by: bruno,
    stream: next(app),
  }),
  'timer.fired: the queue’s has faded out': { type: 'timer.fired', timer: noticeClearTimer(queueNotice) },
  'notice.cleared: the offer': { type: 'notice.cleared', noticeId: offerNotice },
  'timer.fired: the offer has faded out': { type: 'timer.fired', timer: noticeClearTimer(offerNotice) },
  'notices.read: all': { type: 'notices.read', ids: null },
  'notices.read: this one': { type: 'notices.read', ids: [chat] },
  'log.readFailed': { type: 'log.readFailed', reason: 'damaged' },
  'log.storeFailed': { type: 'log.storeFailed', reason: 'QuotaExceededError' },
  'notice.cleared: the log’s': { type: 'notice.cleared', noticeId: logNotice },
  'timer.fired: the log’s time is up': { type: 'timer.fired', timer: noticeStayTimer(logNotice) },
  'timer.fired: the log’s has faded out': { type: 'timer.fired', timer: noticeClearTimer(logNotice) },
  'outbox.readFailed: the messages': { type: 'outbox.readFailed', of: 'messages', count: null, reason: 'damaged' },
  'outbox.readFailed: the drafts': { type: 'outbox.readFailed', of: 'drafts', count: null, reason: 'damaged' },
  'outbox.readFailed: two drafts': { type: 'outbox.readFailed', of: 'drafts', count: 2, reason: 'damaged' },
  'notice.cleared: the outbox’s': { type: 'notice.cleared', noticeId: unreadNotice },
  'timer.fired: the outbox’s time is up': { type: 'timer.fired', timer: noticeStayTimer(unreadNotice) },
  'timer.fired: the outbox’s has faded out': { type: 'timer.fired', timer: noticeClearTimer(unreadNotice) },
  'sound.refused': { type: 'sound.refused', reason: 'NotAllowedError' },
  'input.rejected': { type: 'input.rejected', source: 'realtime', reason: 'no such event', sample: '{}' },
  ...toldSamples,
} satisfies Record<string, Sample>;

type Name = keyof typeof samples;

const ofChats = (Object.keys(samples) as Name[]).filter(
  (name) => !/^told:|transfer|offer|queue|log|outbox/u.test(name),
);

const briefly = [
  'notice.arrived',
  'notice.arrived: a newer one of the conversation',
  'notice.cleared',
  'timer.fired: its time is up',
  'timer.fired: it has faded out',
  'page.visibilityChanged: hidden',
  'page.visibilityChanged: shown',
] as const satisfies readonly Name[];

/** A message of Ana's customer arrives while a user is logged in. */
function scene(
  viewer: Person,
  roleName: string,
  before: readonly Sample[] = [],
  only: readonly Name[] = ofChats,
  desktop: DesktopPermission = 'granted',
): Scene<Name> {
  return { given: [...live(viewer, roleName, [ticket()], { desktop }), ...before], only };
}

const hidden = samples['page.visibilityChanged: hidden'];

/** What outcomes depend on: whom it concerns, and what is on their screen. */
const facts = {
  'it concerns them': ({ directory }: App) => {
    const viewer = selectViewer(directory.auth.getSnapshot());
    return viewer?.userId === ana.id || viewer?.roleName === ADMIN_ROLE;
  },
  'the conversation is on their screen': ({ directory }: App) =>
    (directory.ticket('20')?.getSnapshot().context.watched ?? false) && selectVisible(directory.shell.getSnapshot()),
  'its conversation is open': ({ directory }: App) => directory.ticket('20')?.getSnapshot().context.watched ?? false,
  'it is on the desktop': ({ directory }: App, _event: AppEvent, actor: string) =>
    directory.notice(actor.slice('notice:'.length))?.getSnapshot().context.plan.desktop === 'show',
  'it is the first in the queue': (app: App) => held(app) === HEAD,
  'the newer one was raised': ({ directory }: App) =>
    directory.shell.getSnapshot().context.raisedNotices.includes('chat:1002'),
  'it is the queue’s': (_app: App, _event: AppEvent, actor: string) => actor === `notice:${queueNotice}`,
  'it is the log’s': (_app: App, _event: AppEvent, actor: string) => actor === `notice:${logNotice}`,
  'the log’s notice was raised': (app: App) => raisedIn(app).some((id) => id.startsWith('log:')),
  'they look at what it tells of': isOfWhatIsLookedAt,
  'the outbox’s notice was raised': (app: App) => raisedIn(app).includes(unreadNotice),
};

function raisedIn({ directory }: App): readonly string[] {
  return directory.shell.getSnapshot().context.raisedNotices;
}

/** The first one is this notice, and a later one takes its place. */
const ofLog = when('it is the log’s', when('the log’s notice was raised', 'ignored', 'shown'), 'ignored');
/** Each page and each reading finds the same unreadable data, which raises one notice. */
const ofOutbox = when('the outbox’s notice was raised', 'ignored', 'shown');

/** Not shown to whoever has it before their eyes: it comes and goes at once. */
const toldRowsLead = Object.fromEntries(
  (Object.keys(toldSamples) as (keyof typeof toldSamples)[]).map((name) => [
    name,
    when('they look at what it tells of', 'gone removed', 'ignored'),
  ]),
);

const answered = {
  'ticket.transferred': 'clearing',
  'transfer.removed': 'clearing',
  'transfer.confirmed': 'clearing',
  'transfer.deleted': 'clearing',
} as const;

export const notificationModel: MachineModel<State, Name, keyof typeof facts> = {
  name: 'notification',
  machine: notificationMachine,
  actor: `notice:${chat}`,
  samples,
  facts,
  scenes: {
    'Ana looks at the page': scene(ana, 'atendente'),
    'Ana looks elsewhere': scene(ana, 'atendente', [hidden]),
    'Ana refused desktop notices': scene(ana, 'atendente', [hidden], briefly, 'denied'),
    'the browser has no desktop notices': scene(ana, 'atendente', [hidden], briefly, 'unsupported'),
    'an administrator is notified': scene(carla, 'administrador', [], briefly),
    'Carla is not': scene(
      carla,
      'atendente',
      [],
      ['notice.arrived', 'notice.arrived: of a customer without an attendant'],
    ),
    'somebody comes into the queue': {
      given: live(ana, 'atendente', []),
      actor: `notice:${queueNotice}`,
      only: [
        'customer.arrived: in the queue',
        'ticket.transferred: from the queue to a colleague',
        'notices.read: all',
        'timer.fired: the queue’s has faded out',
      ],
    },
    'the log can’t be kept': {
      given: live(ana, 'atendente', []),
      actor: `notice:${logNotice}`,
      only: [
        'log.readFailed',
        'log.storeFailed',
        'input.rejected',
        'notices.read: all',
        'notice.cleared: the log’s',
        'timer.fired: the log’s time is up',
        'timer.fired: the log’s has faded out',
      ],
    },
    'what was left in the outbox can’t be read': {
      given: live(ana, 'atendente', []),
      actor: `notice:${unreadNotice}`,
      only: [
        'outbox.readFailed: the messages',
        'outbox.readFailed: the drafts',
        'outbox.readFailed: two drafts',
        'log.readFailed',
        'notices.read: all',
        'notice.cleared: the outbox’s',
        'timer.fired: the outbox’s time is up',
        'timer.fired: the outbox’s has faded out',
      ],
    },
    'Bruno is offered a ticket': {
      given: live(bruno, 'atendente', []),
      actor: `notice:${offerNotice}`,
      only: [
        'transfer.arrived',
        'ticket.transferred',
        'transfer.removed',
        'transfer.confirmed',
        'transfer.deleted',
        'transfer.confirmFailed',
        'notice.cleared: the offer',
        'timer.fired: the offer has faded out',
      ],
    },
    ...toldScenes,
  },
  expected: {
    anywhere: {},
    states: {
      none: {
        ...toldRowsLead,
        // None if it was raised before, the conversation is on the screen, or it concerns others.
        'notice.arrived': when(
          'it concerns them',
          when('the conversation is on their screen', 'gone removed', 'shown'),
          'ignored',
        ),
        // The only trace of a notice that was raised and removed at once.
        'notice.arrived: a newer one of the conversation': when(
          'the newer one was raised',
          'ignored',
          when('the conversation is on their screen', 'gone removed', 'ignored'),
        ),
        'transfer.arrived': 'shown',
        // Only the first one has this id.
        'customer.arrived: in the queue': when('it is the first in the queue', 'shown', 'ignored'),
        'log.readFailed': ofLog,
        'log.storeFailed': ofLog,
        'outbox.readFailed: the messages': ofOutbox,
        'outbox.readFailed: the drafts': ofOutbox,
      },
      arriving: {},
      shown: {
        ...answered,
        'notice.cleared': 'clearing',
        'notice.cleared: the offer': 'clearing',
        'notice.desktopClicked': 'clearing',
        // Pointed at, its time stops, and starts again.
        'notices.held': 'acts',
        'notices.released': 'acts',
        'notices.readInOtherTab': 'clearing',
        'notice.arrived: a newer one of the conversation': when(
          'the newer one was raised',
          'ignored',
          // With the conversation on the screen the newer one isn't shown either.
          when('the conversation is on their screen', 'ignored', 'gone removed'),
        ),
        'timer.fired: its time is up': 'clearing',
        'ticket.opened': 'clearing',
        'page.visibilityChanged: shown': when(
          'its conversation is open',
          'clearing',
          // Its time starts.
          when('it is on the desktop', 'acts', 'ignored'),
        ),
        'ticket.transferred: from the queue to a colleague': 'clearing',
        'customer.arrived: in the queue': 'gone removed',
        // Read in the list, a notice stays for its time; the queue's is cleared.
        'notices.read: all': when('it is the queue’s', 'clearing', 'ignored'),
        'log.readFailed': when('it is the log’s', 'gone removed', 'ignored'),
        'log.storeFailed': 'gone removed',
        'notice.cleared: the log’s': 'clearing',
        'timer.fired: the log’s time is up': 'clearing',
        'notice.cleared: the outbox’s': 'clearing',
        'timer.fired: the outbox’s time is up': 'clearing',
      },
      clearing: {
        'notice.desktopClicked': 'acts',
        'timer.fired: it has faded out': 'gone removed',
        'timer.fired: the queue’s has faded out': 'gone removed',
        'timer.fired: the offer has faded out': 'gone removed',
        'timer.fired: the log’s has faded out': 'gone removed',
        'timer.fired: the outbox’s has faded out': 'gone removed',
      },
      gone: {},
    },
  },
  key: (app) => {
    const { directory } = app;
    const shell = directory.shell.getSnapshot();
    const [snapshot] = [chat, offerNotice, queueNotice, unreadNotice, logNotice].flatMap(
      (id) => directory.notice(id)?.getSnapshot() ?? [],
    );
    return stateKey(snapshot?.value ?? null, {
      waiting: directory.noticeLog.getSnapshot().context.entries.filter(({ kind }) => kind === 'queue').length > 0,
      other: directory.notice('chat:1002') !== undefined,
      told: [...new Set(raisedIn(app).flatMap((id) => /^log:|^storage:unread$/u.exec(id) ?? []))].toSorted(),
      desktop: snapshot?.context.plan.desktop === 'show',
      hidden: !selectVisible(shell),
      silent: !selectSoundOn(shell),
      open: directory.ticket('20')?.getSnapshot().context.watched,
      advanced: held(app) > HEAD,
    });
  },
  stopWhen: () => false,
  invariants: notificationInvariants,
  oracles: [...notificationOracles, toldOracle],
  onlyInTheLog: {
    'shown · notices.readInOtherTab → clearing': 'Sent by another tab: tests/adapters/tabs.test.ts has several.',
    'clearing · notice.desktopClicked': 'The desktop notification is closed before the notice is removed.',
  },
};
