import type { App } from '../src/machines/app.ts';
import { selectViewer } from '../src/machines/auth/auth.selectors.ts';
import type { Person } from '../src/machines/entities/entities.ts';
import { ADMIN_ROLE } from '../contract/facts/roles.ts';
import type { Viewer } from '../src/machines/entities/viewer.ts';
import type { AppEvent } from '../src/machines/log/event.ts';
import { transferMachine } from '../src/machines/transfer/transfer.machine.ts';
import type { TransferSnapshot } from '../src/machines/transfer/transfer.machine.ts';
import { selectOnline } from '../src/machines/shell/shell.selectors.ts';
import { awaitsGreeting, held } from './connection.ts';
import { when } from './model.ts';
import type { MachineModel } from './model.ts';
import { isUnsettled } from './reference.ts';
import { ana, bruno } from './samples.ts';
import { stateKey } from './state-key.ts';
import { transferInvariants } from './transfer.invariants.ts';
import { transferOracles } from './transfer.reference.ts';
import { draftKey, offer, transferSamples as samples } from './transfer.samples.ts';
import type { TransferSampleName as Name } from './transfer.samples.ts';
import { transferScenes } from './transfer.scenes.ts';

type State =
  | 'made'
  | 'draft'
  | 'draft.loading'
  | 'draft.ready'
  | 'draft.failed'
  | 'waiting'
  | 'creating'
  | 'backingOff'
  | 'failed'
  | 'dismissed'
  | 'queued'
  | 'pending'
  | 'confirming'
  | 'confirmed'
  | 'deleting'
  | 'deleted';

const unlessOver = when('a transfer of it is over', 'ignored', 'pending');

/** A report on the ticket settles a transfer whose stream position is known and earlier. */
function unlessLater<const Over>(over: Over) {
  return when(
    'only an answer reported it',
    when('the ticket leaves them', 'removed', 'ignored'),
    when('a later report is known', 'ignored', over),
  );
}

/** A greeting of an earlier attempt says nothing. */
function onceGreeted<const Then>(then: Then) {
  return when('a greeting is awaited', then, 'ignored');
}

/** What was reported later stands. */
const unlessOlder = when('a later report is known', 'ignored', when('the ticket leaves them', 'removed', 'stays'));

/** The server's reports, whatever we requested. */
const words = {
  'transfer.arrived': unlessOlder,
  'transfer.arrived: out of the queue': unlessOlder,
  // A ticket has one pending transfer at most.
  'transfer.created: the next one': 'deleted removed',
  'ticket.loaded: it waits': unlessOlder,
  'transfer.confirmed': 'confirmed removed',
  'ticket.transferred': 'confirmed removed',
  // A listing counts only if it is newer than what is known of the transfer.
  'tickets.listed: it is no longer pending': when('the current report is known', 'ignored', 'deleted removed'),
  'tickets.listed: it is in the queue again': when('the current report is known', 'ignored', 'deleted removed'),
  'tickets.listed: its next owner has the ticket': when('the current report is known', 'ignored', 'confirmed removed'),
  'ticket.loaded: its next owner has the ticket': unlessLater('confirmed removed'),
  'transfer.deleted': 'deleted removed',
  'transfer.removed': 'deleted removed',
  'ticket.transferred: to somebody else': unlessLater('deleted removed'),
  'ticket.loaded: it waits no more': unlessLater('deleted removed'),
  'socket.greeted: something was lost': onceGreeted('stays'),
  'tickets.listed: as it was when it broke': when('the current report is known', 'ignored', 'stays'),
} as const;

const dismissable = { 'transfer.dismissed': 'dismissed removed' } as const;

const unlessClosed = when('its ticket is closed', 'ignored', 'stays');

/** It can't succeed with another choice either. */
const unlessUnseen = when('no dialog shows it', 'dismissed removed', 'failed');

/** One into a queue has no frame. */
const ifToPerson = when('it goes to a person', 'pending', 'ignored');

const closedWithPage = {
  'app.opened: Ana’s page opens anew': 'dismissed removed',
  'app.opened: Ana’s page opens anew without a network': 'dismissed removed',
} as const;

const unlessHeldUp = when('there is a network', when('a message of hers is pending', 'waiting', 'creating'), 'waiting');

/** What failed for another reason than the network stays. */
const unlessOther = when('it failed for lack of a network', 'draft.loading', 'ignored');

function draftOf({ directory }: App): TransferSnapshot | undefined {
  return directory.transferDraft('20')?.getSnapshot();
}

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

/** Who is concerned by the transfer: whose it was, whose it is to be, and who offers it. */
function concernedBy(app: App, event: AppEvent): readonly Person[] {
  const told = event.type === 'transfer.arrived' ? event.transfer : offer;
  const { previousOwner, nextOwner, triggeredBy } = snapshotOf(app)?.context.transfer ?? told;
  return [previousOwner, nextOwner, triggeredBy].filter((person) => person !== null);
}

/** The stream position of the transfer's last report; negative if only an answer reported it. */
function reportedAt(app: App): number {
  return snapshotOf(app)?.context.asOf ?? -1;
}

/** Whether the ticket is somebody else's by a report, and not offered to the viewer. */
function leavesThem(app: App, event: AppEvent): boolean {
  if (!('ticket' in event) || typeof event.ticket === 'string' || ownTicket(app) === undefined) return false;
  const { owner, pendingTransfer } = event.ticket;
  return owner !== null && !looks(app, [owner, ...(pendingTransfer ? [pendingTransfer.nextOwner] : [])]);
}

function ownTicket({ directory }: App) {
  return directory.ticket('20')?.getSnapshot().context;
}

/** What outcomes depend on: whom it concerns, and what is known of it. */
const facts = {
  'a draft is looked at': (_app: App, _event: AppEvent, actor: string) => actor === draftKey,
  'there is a network': ({ directory: { shell, socket } }: App) =>
    selectOnline(shell.getSnapshot()) ||
    socket.getSnapshot().matches('live') ||
    socket.getSnapshot().matches('catchingUp'),
  'a message of hers is pending': ({ directory }: App) => {
    const send = directory.send('client-1')?.getSnapshot();
    return send !== undefined && isUnsettled(send);
  },
  'a greeting is awaited': awaitsGreeting,
  'it failed for lack of a network': (app: App) => draftOf(app)?.context.failure?.code === 'NETWORK',
  'no dialog shows it': (app: App) => draftOf(app)?.context.unattended === true,
  'it goes to a person': (app: App) => draftOf(app)?.context.submitted?.target.kind === 'person',
  'who may get it is known': (app: App) => (draftOf(app)?.context.candidates.length ?? 0) > 0,
  'it is theirs to take': (app: App) => looks(app, [bruno]),
  'it concerns them': (app: App, event: AppEvent) => looks(app, concernedBy(app, event)),
  'the ticket is held': (app: App) => ownTicket(app) !== undefined,
  'a transfer of it is over': (app: App) => (ownTicket(app)?.settledTransfer ?? null) !== null,
  'its ticket is closed': (app: App) => snapshotOf(app)?.context.ticketClosed ?? false,
  'a later report of the ticket is known': (app: App) => (ownTicket(app)?.asOf.ticket ?? -1) > held(app),
  'the ticket leaves them': leavesThem,
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
  scenes: transferScenes,
  expected: {
    anywhere: {},
    states: {
      none: {
        'transfer.drafted': 'draft.loading',
        'outbox.restored: her transfer': unlessHeldUp,
        'transfer.created': when('a draft is looked at', 'ignored', when('the ticket is held', unlessOver, 'ignored')),
        'transfer.arrived': when('a draft is looked at', 'ignored', when('it concerns them', unlessOver, 'ignored')),
        'transfer.arrived: out of the queue': when('it concerns them', unlessOver, 'ignored'),
        'ticket.loaded: it waits': when(
          'it concerns them',
          when('the ticket is held', unlessOver, 'ignored'),
          'ignored',
        ),
      },
      made: {},
      draft: {
        ...dismissable,
        ...closedWithPage,
        'transfer.submitted: to a department': unlessHeldUp,
        'transfer.submitted: into the queue': unlessHeldUp,
        'ticket.closed': 'failed',
        'ticket.finished': 'failed',
      },
      'draft.loading': {
        'transfer.candidatesListed': 'draft.ready',
        'transfer.candidatesFailed': 'draft.failed',
        'transfer.candidatesFailed: not for lack of a network': 'draft.failed',
      },
      'draft.ready': {
        'outbox.restored: her transfer': unlessHeldUp,
        'transfer.submitted': unlessHeldUp,
        'transfer.drafted': 'draft.loading',
      },
      'draft.failed': {
        'transfer.drafted': 'draft.loading',
        // They come by themselves.
        'network.changed: back': unlessOther,
        'socket.greeted: missed frames follow': onceGreeted(unlessOther),
        'socket.greeted: something was lost': onceGreeted(unlessOther),
      },
      waiting: {
        'network.changed: back': 'creating',
        'socket.greeted: missed frames follow': onceGreeted('creating'),
        'socket.greeted: something was lost': onceGreeted('creating'),
        'message.refused': 'creating',
        ...closedWithPage,
        'transfer.withdrawn': 'dismissed removed',
        // One that wasn't tried yet can't be there: it is an earlier one.
        'transfer.arrived': when('no dialog shows it', 'pending', 'ignored'),
      },
      backingOff: {
        'timer.fired: the backoff is over': unlessHeldUp,
        'socket.greeted: missed frames follow': onceGreeted('creating'),
        'socket.greeted: something was lost': onceGreeted('creating'),
        ...closedWithPage,
        'transfer.withdrawn': 'dismissed removed',
        'transfer.arrived': ifToPerson,
      },
      creating: {
        // It may be done by now: it goes on.
        'transfer.dismissed': when('no dialog shows it', 'ignored', 'stays'),
        ...closedWithPage,
        'transfer.createFailed: no answer': 'backingOff',
        'transfer.createFailed: an earlier one was settled': 'dismissed removed',
        'transfer.createFailed: nobody waits for it': unlessUnseen,
        'transfer.created': 'pending',
        'transfer.queued': 'queued removed',
        'transfer.arrived': ifToPerson,
        'transfer.createFailed: another choice may do': when(
          'no dialog shows it',
          'dismissed removed',
          when('who may get it is known', 'draft.ready', 'draft.loading'),
        ),
        'transfer.createFailed: one waits already': unlessUnseen,
        'transfer.createFailed: its ticket is finished': unlessUnseen,
        'transfer.createFailed: its ticket is somebody else’s': unlessUnseen,
        'transfer.createFailed: its ticket was passed on': unlessUnseen,
      },
      failed: {
        ...dismissable,
        ...closedWithPage,
        'outbox.restored: her transfer': unlessHeldUp,
        'transfer.drafted': 'draft.loading',
      },
      dismissed: {},
      queued: {},
      pending: {
        ...words,
        'outbox.restored: her transfer': unlessHeldUp,
        'transfer.confirmRequested': when('it is theirs to take', 'confirming', 'ignored'),
        'transfer.deleteRequested': when('it concerns them', 'deleting', 'ignored'),
        'ticket.closed': 'deleted removed',
        'ticket.finished': 'deleted removed',
        'transfer.drafted': 'draft.loading',
      },
      confirming: {
        ...words,
        // It is requested again.
        'app.opened: Bruno’s page opens anew': 'acts',
        'transfer.confirmFailed: it was confirmed': 'confirmed removed',
        'transfer.confirmFailed: it was deleted': 'deleted removed',
        // If the ticket was finished meanwhile, it can't be pending any more.
        'transfer.confirmFailed: no answer': when('its ticket is closed', 'deleted removed', 'pending'),
        // With the ticket its transfers go.
        'ticket.closed': when('a later report of the ticket is known', unlessClosed, 'removed'),
        'ticket.finished': unlessClosed,
      },
      deleting: {
        ...words,
        'app.opened: Bruno’s page opens anew': 'acts',
        'transfer.deleteFailed: it was confirmed': 'confirmed removed',
        'transfer.deleteFailed: it was deleted': 'deleted removed',
        'transfer.deleteFailed: no answer': 'pending',
        'ticket.closed': 'deleted removed',
        'ticket.finished': 'deleted removed',
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
      send: directory.send('client-1') && stateKey(directory.send('client-1')?.getSnapshot().value ?? null),
      lacksNetwork: draft?.context.failure?.code === 'NETWORK',
      online: selectOnline(directory.shell.getSnapshot()),
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
  oracles: transferOracles,
  onlyInTheLog: {
    'confirming · transfer.deleted → deleted': 'Only one call is in flight at a time, and only that is answered.',
    'deleting · transfer.confirmed → confirmed': 'Only one call is in flight at a time, and only that is answered.',
    'pending · transfer.confirmed → confirmed': 'Only one call is in flight at a time, and only that is answered.',
    'pending · transfer.deleted → deleted': 'Only one call is in flight at a time, and only that is answered.',
  },
};
