import type { App } from '../src/machines/app.ts';
import { ticketMachine } from '../src/machines/ticket/ticket.machine.ts';
import { awaitsGreeting, held, live } from './connection.ts';
import { when } from './model.ts';
import type { MachineModel } from './model.ts';
import { ana } from './samples.ts';
import { stateKey } from './state-key.ts';
import { ticketInvariants } from './ticket.invariants.ts';
import { ticketOracles } from './ticket.reference.ts';
import { contextOf, ticketSamples as samples } from './ticket.samples.ts';
import type { TicketSampleName as Name } from './ticket.samples.ts';
import { begun, looking, ofConnection, onItsWay, open, unknownTicketScenes } from './ticket.scenes.ts';

type State =
  | 'lifecycle'
  | 'lifecycle.open'
  | 'lifecycle.finishing'
  | 'lifecycle.finished'
  | 'attention'
  | 'attention.answered'
  | 'attention.notResponded';

/** What outcomes depend on: whose finish is pending, and how far it has come. */
const facts = {
  'we asked to finish it': (app: App) => contextOf(app)?.finishAsked ?? false,
  'our finish backs off': (app: App) => contextOf(app)?.finishWaits === 'backoff',
  'only the answer says that it is finished': (app: App) => contextOf(app)?.finishUnconfirmed ?? false,
  'it is on the screen': (app: App) => contextOf(app)?.watched ?? false,
  'its end is out of view': (app: App) => contextOf(app)?.readUp ?? false,
  'it is in the list': ({ directory }: App) => directory.ticketOrder.getSnapshot().ids.includes('20'),
  'it is known': (app: App) => (contextOf(app)?.ticket ?? null) !== null,
  'fetching it failed': (app: App) => (contextOf(app)?.loadFailure ?? null) !== null,
  'it was left out': (app: App) => {
    const context = contextOf(app);
    return context !== undefined && context.leftOutAt > context.asOf.ticket;
  },
  'a transfer of it is offered': (app: App) => (contextOf(app)?.ticket?.pendingTransfer ?? null) !== null,
  'our finish waits for messages': (app: App) => contextOf(app)?.finishWaits === 'messages',
  'a message of ours is in flight': ({ directory }: App) => {
    const send = directory.send('client-1')?.getSnapshot();
    return send?.matches('sending') === true || send?.matches('uncertain') === true;
  },
  'the list is out of date': ({ directory }: App) => directory.inbox.getSnapshot().context.broken,
  'nothing came since it was fetched': (app: App) => {
    const context = contextOf(app);
    return context !== undefined && context.positionAtFetch === context.asOf.ticket;
  },
  'the current report is known': (app: App) => (contextOf(app)?.asOf.ticket ?? -1) >= held(app),
  'a later report is known': (app: App) => (contextOf(app)?.asOf.ticket ?? -1) > held(app),
  'its transfer is settled': (app: App) => (contextOf(app)?.settledTransfer ?? null) !== null,
  'the greeting is awaited': awaitsGreeting,
  'the server is finishing it': (app: App) => contextOf(app)?.ticket?.finishing ?? false,
};

/** The server's report counts unless our own finish is pending. */
const unlessAsked = when('we asked to finish it', 'stays', 'lifecycle.open');

/** Opened, it is fetched if it isn't known, or if fetching it failed. */
const opened = when(
  'fetching it failed',
  'stays',
  when('it is known', when('it is on the screen', 'ignored', 'stays'), when('its end is out of view', 'stays', 'acts')),
);

/** Closed with the page, or left by the user: only what is in the list is held. */
const shut = when('it is on the screen', 'stays', 'ignored');
const unlessLeftOut = when('it was left out', 'removed', shut);

/** A transfer that is settled is remembered. */
const settled = when('a transfer of it is offered', when('its transfer is settled', 'ignored', 'stays'), 'ignored');

const whenItWaits = when('our finish waits for messages', 'stays', 'ignored');

/** Finished, it is held as long as it is on the screen. */
const finished = when('it is on the screen', 'lifecycle.finished', 'lifecycle.finished removed');

const unlessAskedBefore = when('we asked to finish it', 'ignored', 'stays');

/** A later report says that its finish was undone. */
const undone = when('only the answer says that it is finished', 'stays', 'lifecycle.open');

/** The initial states of a ticket that was opened or reported. */
const begins = 'lifecycle.open attention.answered';

/** Events that change the context, or give commands. */
const news = {
  'app.opened: the page is reloaded': when('it is in the list', shut, 'removed'),
  'app.opened: somebody else': 'removed',
  'ticket.opened': opened,
  'ticket.left': when('it is in the list', unlessLeftOut, 'removed'),
  'chat.endShown: scrolled up': when(
    'it is on the screen',
    when('its end is out of view', 'ignored', 'stays'),
    'ignored',
  ),
  'chat.endShown': when('its end is out of view', 'stays', 'ignored'),
  'chat.retried': when('fetching it failed', 'stays', when('it is known', 'ignored', 'acts')),
  'ticket.loaded': 'stays',
  'ticket.loaded: waits for an answer': 'stays',
  'ticket.loaded: of the customer it was merged into': 'stays',
  'ticket.loaded: as of the last frame': when('the current report is known', 'ignored', 'stays'),
  'ticket.loaded: as of the frame before': when('the current report is known', 'ignored', 'stays'),
  'ticket.loaded: a transfer of it waits': 'stays',
  'ticket.loaded: it is being finished': 'stays',
  'ticket.loaded: finished': 'stays',
  'ticket.loadFailed': when(
    'fetching it failed',
    'ignored',
    when('nothing came since it was fetched', 'stays', 'ignored'),
  ),
  'ticket.closed': 'stays',
  'message.arrived': 'stays',
  'message.arrived: of a bot': 'stays',
  'customer.arrived': 'stays',
  'customer.arrived: snoozed': 'stays',
  'customer.arrived: it came back': 'stays',
  'customer.arrived: its finish was undone': 'stays',
  'customer.blacklisted': 'stays',
  'customer.updated': 'stays',
  'customer.updated: another number, no image': 'stays',
  'customer.updated: behind its report': when('a later report is known', 'ignored', 'stays'),
  'customer.blacklisted: behind its report': when('a later report is known', 'ignored', 'stays'),
  'transfer.arrived': 'stays',
  'transfer.removed': 'stays',
  // Only who has it holds it, but for whoever looks at it.
  'ticket.transferred': when('it is on the screen', 'stays', 'removed'),
  'ticket.transferred: taken by a colleague': when('it is on the screen', 'stays', 'removed'),
  'ticket.transferred: by nobody': when('it is on the screen', 'stays', 'removed'),
  'ticket.transferred: into the queue': 'stays',
  'transfer.confirmed': settled,
  'transfer.deleted': settled,
  'tickets.listed: after the break, without it': when(
    'the list is out of date',
    when('it is on the screen', when('it was left out', 'ignored', 'stays'), 'removed'),
    'ignored',
  ),
  'ticket.transferred: to us': 'stays',
  'tickets.listed: after the break': when('the current report is known', 'ignored', 'stays'),
  'tickets.listed: as it was before': 'ignored',
  'socket.greeted: missed frames follow': when(
    'it is known',
    'ignored',
    when('the greeting is awaited', when('fetching it failed', 'stays', 'acts'), 'ignored'),
  ),
  'socket.greeted: something was lost': when('the greeting is awaited', 'stays', 'ignored'),
} as const;

export const ticketModel: MachineModel<State, Name, keyof typeof facts> = {
  name: 'ticket',
  machine: ticketMachine,
  actor: 'ticket:20',
  samples,
  facts,
  scenes: {
    ...unknownTicketScenes,
    'finishing it': {
      given: open,
      only: [
        'ticket.finishRequested',
        'ticket.finishRequested: with an outcome',
        'ticket.finished',
        'ticket.finished: with its outcome',
        'ticket.finishFailed',
        'ticket.finishFailed: refused',
        'timer.fired: the backoff of the finish is over',
        'ticket.closed',
        'ticket.loaded',
        'ticket.loaded: as it was long before',
        'ticket.loaded: it is being finished',
        'ticket.loaded: finished',
        'ticket.loaded: waits for an answer',
        'message.arrived',
        'message.arrived: of a bot',
      ],
    },
    'scrolled up': { given: open, only: [...looking, 'chat.endShown', 'chat.endShown: scrolled up'] },
    'the customer': {
      given: begun,
      only: [
        'customer.blacklisted',
        'customer.updated',
        'customer.updated: another number, no image',
        'customer.arrived',
        'customer.arrived: snoozed',
        'customer.arrived: it came back',
        'customer.arrived: its finish was undone',
        'ticket.closed',
        'ticket.finished',
        'ticket.loaded',
        'ticket.loaded: as it was long before',
      ],
    },
    'its customer is merged into another': {
      given: begun,
      only: [
        'ticket.loaded: of the customer it was merged into',
        'ticket.loaded: asked for at the same time, and from before the merge',
      ],
    },
    'an earlier page’s finish of a ticket that is not known': {
      given: [...live(ana, 'atendente', []), samples['ticket.opened'], samples['outbox.restored: our finish']],
      only: ['ticket.finished', 'ticket.finishFailed'],
    },
    'finished, and on the screen': {
      given: [...open, samples['ticket.closed']],
      only: ['customer.arrived', 'customer.arrived: its finish was undone', 'transfer.arrived', 'ticket.left'],
    },
    'a report ahead of the frames': {
      given: [...begun, samples['ticket.loaded']],
      only: ['customer.updated: behind its report', 'customer.blacklisted: behind its report'],
    },
    'its customer changed since it was asked for': {
      given: [...begun, samples['customer.updated'], samples['customer.blacklisted']],
      only: ['ticket.loaded: as of the last frame', 'ticket.loaded: as of the frame before'],
    },
    'its owner': {
      given: open,
      only: [
        'ticket.loaded: a transfer of it waits',
        'transfer.arrived',
        'transfer.removed',
        'ticket.transferred',
        'ticket.transferred: taken by a colleague',
        'ticket.transferred: by nobody',
        'ticket.transferred: into the queue',
        'ticket.transferred: to us',
        'transfer.confirmed',
        'transfer.deleted',
        'ticket.loaded',
        'ticket.left',
      ],
    },
    'the connection breaks': {
      given: begun,
      only: [
        ...looking,
        'chat.retried',
        'ticket.loadFailed',
        'tickets.listed: after the break',
        'tickets.listed: after the break, without it',
        ...ofConnection,
      ],
    },
    'news while the list is on its way': {
      given: onItsWay,
      only: ['customer.updated', 'customer.blacklisted', 'tickets.listed: as it was before'],
    },
    'the page is reloaded': {
      given: open,
      only: [
        ...looking,
        'app.opened: the page is reloaded',
        'chat.endShown: scrolled up',
        'message.arrived',
        'ticket.loaded',
        'ticket.loaded: it is being finished',
        'ticket.closed',
      ],
    },
    'the page is reloaded while a finish is pending': {
      given: open,
      only: [
        'app.opened: the page is reloaded',
        'ticket.finishRequested',
        'ticket.finishRequested: with an outcome',
        'ticket.finished',
        'ticket.finishFailed',
        'ticket.loaded: it is being finished',
        'outbox.restored: our finish',
      ],
    },
    'a finish behind a message of ours': {
      given: [...open, samples['message.submitted']],
      only: [
        'app.opened: the page is reloaded',
        'ticket.finishRequested',
        'ticket.finished',
        'ticket.finishFailed',
        'outbox.stored',
        'message.accepted',
        'message.refused',
        'message.answerLost',
        'message.resolved',
        'outbox.restored: our finish behind a message',
      ],
    },
    'the page opens for somebody else': { given: open, only: ['app.opened: somebody else'] },
  },
  expected: {
    anywhere: {},
    states: {
      none: {
        'ticket.opened': begins,
        'message.arrived': 'lifecycle.open attention.notResponded',
        'customer.arrived': begins,
        'customer.arrived: snoozed': begins,
        'customer.arrived: it came back': begins,
        'customer.arrived: its finish was undone': begins,
        'transfer.arrived': begins,
        'transfer.removed': begins,
        'ticket.transferred: to us': begins,
        'ticket.transferred: into the queue': begins,
        'tickets.listed: after the break': begins,
        'tickets.listed: as it was before': begins,
      },
      lifecycle: news,
      'lifecycle.open': {
        'ticket.finishRequested': 'lifecycle.finishing',
        'ticket.finishRequested: with an outcome': 'lifecycle.finishing',
        'outbox.restored: our finish': 'lifecycle.finishing',
        'outbox.restored: our finish behind a message': 'lifecycle.finishing',
        'ticket.loaded: it is being finished': 'lifecycle.finishing',
        'ticket.loaded: finished': finished,
        'ticket.closed': finished,
      },
      'lifecycle.finishing': {
        // One that the server reported may be ours, of an earlier page.
        'outbox.restored: our finish': unlessAskedBefore,
        'outbox.restored: our finish behind a message': unlessAskedBefore,
        'ticket.finished': 'lifecycle.finished',
        'ticket.finished: with its outcome': 'lifecycle.finished',
        'ticket.closed': finished,
        'ticket.loaded: finished': finished,
        // Without an answer it is repeated.
        'ticket.finishFailed': when('we asked to finish it', 'stays', 'ignored'),
        'timer.fired: the backoff of the finish is over': when('our finish backs off', 'stays', 'ignored'),
        'ticket.finishFailed: refused': when(
          'the server is finishing it',
          when('we asked to finish it', 'stays', 'ignored'),
          'lifecycle.open',
        ),
        'ticket.loaded': unlessAsked,
        'ticket.loaded: waits for an answer': unlessAsked,
        'message.arrived': unlessAsked,
        'message.arrived: of a bot': unlessAsked,
        // As the page closed; the outbox has it.
        'app.opened: the page is reloaded': when(
          'the server is finishing it',
          when('we asked to finish it', 'stays', shut),
          'lifecycle.open',
        ),
        'ticket.left': shut,
        // Our messages are sent first.
        'message.accepted': whenItWaits,
        'message.refused': when('a message of ours is in flight', whenItWaits, 'ignored'),
        'message.resolved': whenItWaits,
      },
      'lifecycle.finished': {
        'app.opened: the page is reloaded': when(
          'it is on the screen',
          when('only the answer says that it is finished', 'stays', 'removed'),
          'ignored',
        ),
        'ticket.left': 'removed',
        // What the outbox has of it is removed.
        'outbox.restored: our finish': 'acts',
        'outbox.restored: our finish behind a message': 'acts',
        'customer.arrived: its finish was undone': undone,
        'ticket.loaded': undone,
        'ticket.loaded: waits for an answer': undone,
        'ticket.loaded: it is being finished': when(
          'only the answer says that it is finished',
          'stays',
          'lifecycle.finishing',
        ),
        'tickets.listed: after the break': undone,
      },
      attention: {},
      'attention.answered': {
        'message.arrived': 'attention.notResponded',
        'ticket.loaded: waits for an answer': 'attention.notResponded',
      },
      'attention.notResponded': {
        'ticket.loaded': 'attention.answered',
        'ticket.loaded: it is being finished': 'attention.answered',
        'ticket.loaded: finished': 'attention.answered',
        'ticket.closed': 'attention.answered',
        'message.arrived: of a bot': 'attention.answered',
        'customer.arrived': 'attention.answered',
        'customer.arrived: snoozed': 'attention.answered',
        'customer.arrived: it came back': 'attention.answered',
        'customer.arrived: its finish was undone': 'attention.answered',
      },
    },
  },
  key: (app) => {
    const { directory } = app;
    const context = contextOf(app);
    const socket = directory.socket.getSnapshot().value;
    return stateKey(directory.ticket('20')?.getSnapshot().value ?? null, {
      watched: context?.watched,
      readUp: context?.readUp,
      unknown: context?.ticket === null,
      ahead: context && Math.sign(context.asOf.ticket - held(app)),
      leftOut: context && context.leftOutAt > context.asOf.ticket,
      blacklisted: context?.ticket?.customer.blacklisted,
      named: context?.ticket?.customer.name,
      owner: context?.ticket?.owner?.name === ana.name ? null : context?.ticket?.owner?.name,
      offered: context !== undefined && (context.ticket?.pendingTransfer ?? null) !== null,
      settled: context !== undefined && context.settledTransfer !== null,
      failed: [context?.loadFailure && 'load', context?.finishFailure && 'finish'].filter(Boolean),
      asked: context?.finishAsked,
      outcome: context?.finishAsked === true && context.finishOutcome,
      waits: context?.finishWaits,
      untold: context?.finishUnconfirmed,
      send: directory.send('client-1') && stateKey(directory.send('client-1')?.getSnapshot().value ?? null),
      socket: socket === 'live' ? null : stateKey(socket),
    });
  },
  stopWhen: () => false,
  invariants: ticketInvariants,
  oracles: ticketOracles,
  onlyInTheLog: {
    'lifecycle.finishing · finish.restored': 'The disk answers before the server does.',
  },
};
