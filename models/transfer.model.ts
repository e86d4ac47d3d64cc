import type { App } from '../src/machines/app.ts';
import { selectViewer } from '../src/machines/auth/auth.selectors.ts';
import type { Person } from '../src/machines/entities/entities.ts';
import { ADMIN_ROLE } from '../contract/facts/roles.ts';
import type { Viewer } from '../src/machines/entities/viewer.ts';
import type { AppEvent } from '../src/machines/log/event.ts';
import { transferMachine } from '../src/machines/transfer/transfer.machine.ts';
import type { TransferSnapshot } from '../src/machines/transfer/transfer.machine.ts';
import { connection, held, live } from './connection.ts';
import { when } from './model.ts';
import type { MachineModel, Sample, Scene } from './model.ts';
import { ana, bruno, carla, ticket } from './samples.ts';
import { stateKey } from './state-key.ts';
import { transferInvariants } from './transfer.invariants.ts';
import { draftKey, offer, transferSamples as samples } from './transfer.samples.ts';
import type { TransferSampleName as Name } from './transfer.samples.ts';

type State =
  | 'made'
  | 'draft'
  | 'draft.loading'
  | 'draft.ready'
  | 'draft.failed'
  | 'creating'
  | 'failed'
  | 'dismissed'
  | 'pending'
  | 'confirming'
  | 'confirmed'
  | 'deleting'
  | 'deleted';

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
      name === 'transfer.createFailed: nobody waits for it' ||
      ofDrafts.some((other) => other === name)
    ),
);

/** A scene with a pending transfer, as a user sees it. */
function offered(somebody: Person, roleName = 'atendente'): Scene<Name> {
  return { given: live(somebody, roleName, [ticket()]), only: ofOffers };
}

/** A settled transfer isn't brought back. */
const unlessOver = when('a transfer of it is over', 'stays', 'pending');

/** A report on the ticket settles a transfer whose stream position is known and earlier. */
function unlessLater<Over extends State>(over: Over) {
  return when('only an answer reported it', 'stays', when('a later report is known', 'stays', over));
}

/** The server's reports, whatever we requested. */
const words = {
  'transfer.arrived': 'stays',
  'transfer.created': 'stays',
  // A ticket has one pending transfer at most.
  'transfer.created: the next one': 'deleted',
  'ticket.loaded: it waits': 'stays',
  'transfer.confirmed': 'confirmed',
  'ticket.transferred': 'confirmed',
  // A listing counts only if it is newer than what is known of the transfer.
  'tickets.listed: it is no longer pending': when('the current report is known', 'stays', 'deleted'),
  'tickets.listed: its next owner has the ticket': when('the current report is known', 'stays', 'confirmed'),
  'ticket.loaded: its next owner has the ticket': unlessLater('confirmed'),
  'transfer.deleted': 'deleted',
  'transfer.removed': 'deleted',
  'ticket.transferred: to somebody else': unlessLater('deleted'),
  'ticket.loaded: it waits no more': unlessLater('deleted'),
  'socket.greeted: something was lost': 'stays',
  'tickets.listed: as it was when it broke': 'stays',
} as const;

const dismissable = { 'transfer.dismissed': 'dismissed' } as const;

function snapshotOf(app: App): TransferSnapshot | undefined {
  return app.directory.transfer(offer.id)?.getSnapshot();
}

function viewerOf({ directory }: App): Viewer | null {
  return selectViewer(directory.auth.getSnapshot());
}

/** Whether the viewer is one of them, or an administrator. */
function looks(app: App, concerned: readonly Person[]): boolean {
  const viewer = viewerOf(app);
  return viewer?.roleName === ADMIN_ROLE || concerned.some(({ id }) => id === viewer?.userId);
}

/** The stream position of the transfer's last report; negative if only an answer reported it. */
function reportedAt(app: App): number {
  return snapshotOf(app)?.context.asOf ?? -1;
}

function ownTicket({ directory }: App) {
  return directory.ticket('20')?.getSnapshot().context;
}

/** What outcomes depend on: whom it concerns, and what is known of it. */
const facts = {
  'a draft is looked at': (_app: App, _event: AppEvent, actor: string) => actor === draftKey,
  'it is theirs to take': (app: App) => looks(app, [bruno]),
  'it concerns them': (app: App) => looks(app, [ana, bruno]),
  'the ticket is held': (app: App) => ownTicket(app) !== undefined,
  'a transfer of it is over': (app: App) => (ownTicket(app)?.settledTransfer ?? null) !== null,
  'its ticket is closed': (app: App) => snapshotOf(app)?.context.ticketClosed ?? false,
  'only an answer reported it': (app: App) => reportedAt(app) < 0,
  'the current report is known': (app: App) => reportedAt(app) >= held(app),
  'a later report is known': (app: App) => reportedAt(app) > held(app),
};

export const transferModel: MachineModel<State, Name, keyof typeof facts> = {
  name: 'transfer',
  machine: transferMachine,
  actor: `transfer:${offer.id}`,
  samples,
  facts,
  scenes: {
    'Ana chooses whom to offer it to': {
      given: [...live(ana, 'atendente', [ticket()]), open],
      only: ofDrafts,
      actor: draftKey,
    },
    'Bruno is offered it': offered(bruno),
    'Ana has offered it': offered(ana),
    'Carla is not concerned': offered(carla),
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
        'app.opened: Ana’s page opens anew',
        'transfer.drafted',
        'transfer.dismissed',
        'transfer.created',
        'transfer.arrived',
        'transfer.createFailed: nobody waits for it',
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
        'tickets.listed: its next owner has the ticket',
        'transfer.confirmRequested',
        'transfer.deleteRequested',
        'ticket.loaded: it waits no more',
        'transfer.removed',
      ],
    },
  },
  expected: {
    anywhere: {},
    states: {
      none: {
        'transfer.drafted': 'draft.loading',
        'transfer.created': when('a draft is looked at', 'stays', when('the ticket is held', unlessOver, 'stays')),
        'transfer.arrived': when('a draft is looked at', 'stays', when('it concerns them', unlessOver, 'stays')),
        'ticket.loaded: it waits': when('it concerns them', when('the ticket is held', unlessOver, 'stays'), 'stays'),
      },
      made: {},
      draft: {
        ...dismissable,
        // Its dialog was closed with the page.
        'app.opened: Ana’s page opens anew': 'dismissed',
        'ticket.closed': 'failed',
        'ticket.finished': 'failed',
      },
      'draft.loading': {
        'transfer.candidatesListed': 'draft.ready',
        'transfer.candidatesFailed': 'draft.failed',
      },
      'draft.ready': {
        'transfer.submitted': 'creating',
        'transfer.drafted': 'draft.loading',
      },
      'draft.failed': {
        'transfer.drafted': 'draft.loading',
      },
      creating: {
        ...dismissable,
        'app.opened: Ana’s page opens anew': 'stays',
        'transfer.createFailed: nobody waits for it': 'dismissed',
        'transfer.created': 'pending',
        'transfer.arrived': 'pending',
        'transfer.createFailed: another choice may do': 'draft.ready',
        'transfer.createFailed: one waits already': 'failed',
      },
      failed: {
        ...dismissable,
        'app.opened: Ana’s page opens anew': 'dismissed',
        'transfer.drafted': 'draft.loading',
      },
      dismissed: {},
      pending: {
        ...words,
        'transfer.confirmRequested': when('it is theirs to take', 'confirming', 'stays'),
        'transfer.deleteRequested': when('it concerns them', 'deleting', 'stays'),
        'ticket.closed': 'deleted',
        'ticket.finished': 'deleted',
        'transfer.drafted': 'draft.loading',
      },
      confirming: {
        ...words,
        'app.opened: Bruno’s page opens anew': 'stays',
        'transfer.confirmFailed: it was confirmed': 'confirmed',
        'transfer.confirmFailed: it was deleted': 'deleted',
        // If the ticket was finished meanwhile, it can't be pending any more.
        'transfer.confirmFailed: no answer': when('its ticket is closed', 'deleted', 'pending'),
        'ticket.closed': 'stays',
        'ticket.finished': 'stays',
      },
      deleting: {
        ...words,
        'app.opened: Bruno’s page opens anew': 'stays',
        'transfer.deleteFailed: it was confirmed': 'confirmed',
        'transfer.deleteFailed: it was deleted': 'deleted',
        'transfer.deleteFailed: no answer': 'pending',
        'ticket.closed': 'deleted',
        'ticket.finished': 'deleted',
      },
      // Final: the first outcome stands.
      confirmed: {},
      deleted: {},
    },
  },
  key: (app) => {
    const { directory } = app;
    const draft = directory.transferDraft('20')?.getSnapshot();
    const snapshot = snapshotOf(app);
    const owner = directory.ticket('20')?.getSnapshot().context.ticket?.owner?.name;
    const position = held(app);
    const { socket } = directory;
    return stateKey(snapshot?.value ?? null, {
      draft: draft && stateKey(draft.value),
      unattended: draft?.context.unattended,
      owner: owner === ana.name ? null : (owner ?? 'nobody'),
      ticketClosed: snapshot?.context.ticketClosed,
      // Whether what is known of it is ahead of the frames or behind them.
      ahead: snapshot && Math.sign(snapshot.context.asOf - position),
      unknown: snapshot?.context.transfer === null,
      socket: socket.getSnapshot().value === 'live' ? null : stateKey(socket.getSnapshot().value),
    });
  },
  // A finished ticket has no transfers, and there are no frames of one that went to somebody else.
  stopWhen: ({ directory }) =>
    (directory.ticket('20')?.getSnapshot().matches({ lifecycle: 'finished' }) ?? false) ||
    (directory.ticket('20') === undefined && directory.shell.getSnapshot().context.raisedNotices.length > 0),
  invariants: transferInvariants,
  onlyInTheLog: {
    'confirming · transfer.confirmFailed (branch 3) → deleted':
      'The failure is reported first, and by then the transfer of a closed ticket is removed; the failure is a notice.',
    'confirming · transfer.deleted → deleted': 'Only one call is in flight at a time, and only that is answered.',
    'deleting · transfer.confirmed → confirmed': 'Only one call is in flight at a time, and only that is answered.',
    'pending · transfer.confirmed → confirmed': 'Only one call is in flight at a time, and only that is answered.',
    'pending · transfer.deleted → deleted': 'Only one call is in flight at a time, and only that is answered.',
  },
};
