import { ticketMachine } from '../src/machines/ticket/ticket.machine.ts';
import type { LongText } from '../src/machines/ticket/ticket.context.ts';
import { connection, held, live } from './connection.ts';
import type { MachineModel } from './model.ts';
import { ana } from './samples.ts';
import { stateKey } from './state-key.ts';
import { ticketInvariants } from './ticket.invariants.ts';
import { contextOf, known, ticketSamples as samples } from './ticket.samples.ts';
import type { TicketSampleName as Name } from './ticket.samples.ts';

type State =
  | 'lifecycle'
  | 'lifecycle.open'
  | 'lifecycle.finishing'
  | 'lifecycle.finished'
  | 'chat'
  | 'chat.cold'
  | 'chat.loading'
  | 'chat.ready'
  | 'chat.loadingOlder'
  | 'chat.failed'
  | 'attention'
  | 'attention.answered'
  | 'attention.notResponded';

const looking = ['ticket.opened', 'ticket.left'] as const satisfies readonly Name[];
const reading = [
  'chat.listed',
  'chat.listed: all there is',
  'chat.listFailed',
  'chat.olderRequested',
  'chat.retried',
] as const;
const ofConnection = Object.keys(connection) as (keyof typeof connection)[];
const begun = live(ana, 'atendente', [known]);
const open = [...begun, samples['ticket.opened'], samples['chat.listed']];

/** What it begins with once the server has told of it. */
const beginnings = [
  'lifecycle.open',
  'lifecycle.finishing',
  'lifecycle.finished',
  'chat.cold',
  'chat.loading',
  'attention.answered',
  'attention.notResponded',
] as const;

/** News that never leads anywhere in the conversation: what it tells is kept. */
const facts = {
  'ticket.loaded': 'stays',
  'ticket.loaded: it is being finished': 'stays',
  'ticket.loaded: finished': 'stays',
  'ticket.loaded: waits for an answer': 'stays',
  'ticket.closed': 'stays',
  'ticket.loadFailed': 'stays',
  'history.listed': 'stays',
  'history.failed': 'stays',
  'history.retried': 'stays',
  'text.requested': 'stays',
  'text.loaded: its beginning': 'stays',
  'text.loaded: its end': 'stays',
  'text.loadFailed': 'stays',
  'text.folded': 'stays',
  'message.arrived': 'stays',
  'message.arrived: of a bot': 'stays',
  'message.arrived: ours': 'stays',
  'message.ackChanged: ours is read': 'stays',
  'message.ackChanged: ours is delivered': 'stays',
  'message.ackChanged: ours failed': 'stays',
  'message.submitted': 'stays',
  'message.submitted: sent anew': 'stays',
  'message.accepted': 'stays',
  'message.resolved': 'stays',
  'message.discarded': 'stays',
  'outbox.restored': 'stays',
  'draft.changed: a text': 'stays',
  'draft.changed: nothing': 'stays',
  'drafts.restored': 'stays',
  'reply.chosen': 'stays',
  'reply.chosen: none': 'stays',
  'customer.pinToggled: on': 'stays',
  'customer.pinToggled: off': 'stays',
  'customer.pinFailed': 'stays',
  'customer.pinned': 'stays',
  'customer.blacklisted': 'stays',
  'customer.arrived': 'stays',
  'transfer.arrived': 'stays',
  'transfer.removed': 'stays',
  'ticket.transferred': 'stays',
  'ticket.transferred: to us': 'stays',
  'message.arrived: in the next attendance': 'stays',
  'ticket.transferred: the next attendance': 'stays',
  'tickets.listed: after the break': 'stays',
} as const;

/** While it was somebody else's, nothing was heard of what was written. */
const regained = {
  'transfer.arrived': ['chat.loading', 'stays'],
  'transfer.removed': ['chat.loading', 'stays'],
  'ticket.transferred: to us': ['chat.loading', 'stays'],
  'ticket.loaded': ['chat.loading', 'stays'],
} as const;

/** More of the conversation is read, or less. */
const otherwiseSeen = {
  'message.arrived: in the next attendance': ['chat.loading', 'chat.cold', 'stays'],
  'ticket.transferred: the next attendance': ['chat.loading', 'chat.cold', 'stays'],
} as const;

function longTextKey({ parts, next, loading, open, failure }: LongText): string {
  return stateKey(parts.length === 0 ? 'none' : 'some', {
    ended: next === null,
    loading,
    open,
    failed: failure !== null,
  });
}

export const ticketModel: MachineModel<State, Name> = {
  name: 'ticket',
  machine: ticketMachine,
  actor: 'ticket:20',
  samples,
  scenes: {
    'reading the conversation': {
      given: begun,
      only: [...looking, ...reading, 'chat.listed: of an older question', 'message.ackChanged: lower than known'],
    },
    'a ticket that is not known': {
      given: live(ana, 'atendente', []),
      only: [
        ...looking,
        'ticket.loaded',
        'ticket.loaded: finished',
        'ticket.loaded: waits for an answer',
        'ticket.loadFailed',
        'chat.retried',
        'message.arrived',
        'customer.arrived',
      ],
    },
    'the connection breaks before it is known': {
      given: [...live(ana, 'atendente', []), samples['ticket.opened']],
      only: [...ofConnection, 'ticket.loaded', 'ticket.loadFailed', 'ticket.left'],
    },
    'finishing it': {
      given: open,
      only: [
        'ticket.finishRequested',
        'ticket.finished',
        'ticket.finishFailed',
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
    'a message of ours': {
      given: open,
      only: [
        'message.submitted',
        'message.accepted',
        'message.resolved',
        'message.discarded',
        'message.arrived: ours',
        'message.arrived: seen already',
        'message.ackChanged: ours is read',
        'message.ackChanged: ours is delivered',
        'message.ackChanged: ours failed',
        'message.ackChanged: lower than known',
        'outbox.restored',
      ],
    },
    'a message of ours, sent': {
      given: [...open, samples['message.submitted'], { type: 'outbox.stored', clientId: 'client-1' }],
      only: ['message.accepted'],
    },
    'a message of ours, in doubt': {
      given: [
        ...open,
        samples['message.submitted'],
        { type: 'outbox.stored', clientId: 'client-1' },
        { type: 'message.answerLost', clientId: 'client-1' },
      ],
      only: ['message.resolved'],
    },
    writing: {
      given: open,
      only: [
        'draft.changed: a text',
        'draft.changed: nothing',
        'drafts.restored',
        'reply.chosen',
        'reply.chosen: none',
        'reply.chosen: one that is not held',
        'message.submitted',
        'message.submitted: sent anew',
        'ticket.left',
      ],
    },
    'the customer': {
      given: begun,
      only: [
        'customer.pinToggled: on',
        'customer.pinToggled: off',
        'customer.pinFailed',
        'customer.pinned',
        'customer.blacklisted',
        'customer.arrived',
        'ticket.loaded',
        'ticket.loaded: as it was long before',
      ],
    },
    'its owner': {
      given: open,
      only: ['transfer.arrived', 'transfer.removed', 'ticket.transferred', 'ticket.loaded', 'ticket.left'],
    },
    'somebody else’s for a while': {
      given: begun,
      only: [...looking, ...reading, 'ticket.transferred', 'ticket.transferred: to us'],
    },
    'the attendance after it': {
      given: [...begun, { type: 'inbox.filtered', instanceId: null, status: 'finished', scope: 'all' }],
      only: [
        ...looking,
        'chat.listed',
        'ticket.closed',
        'message.arrived: in the next attendance',
        'ticket.transferred: the next attendance',
      ],
    },
    'a long text': {
      given: open,
      only: [
        'text.requested',
        'text.requested: of one that is whole',
        'text.loaded: its beginning',
        'text.loaded: its end',
        'text.loaded: a part that was not asked for',
        'text.loadFailed',
        'text.folded',
        'ticket.left',
      ],
    },
    'earlier attendances': { given: open, only: ['history.listed', 'history.failed', 'history.retried'] },
    'the connection breaks': {
      given: begun,
      only: [
        ...looking,
        'chat.listed',
        'chat.listFailed',
        'chat.olderRequested',
        'chat.retried',
        'ticket.loadFailed',
        'tickets.listed: after the break',
        ...ofConnection,
      ],
    },
  },
  expected: {
    anywhere: {},
    states: {
      none: {
        'ticket.opened': beginnings,
        'ticket.loaded': ['stays', ...beginnings],
        'ticket.loaded: waits for an answer': ['stays', ...beginnings],
        'ticket.loaded: finished': ['stays', ...beginnings],
        'message.arrived': ['stays', ...beginnings],
        'message.arrived: of a bot': ['stays', ...beginnings],
        'customer.arrived': ['stays', ...beginnings],
        'transfer.arrived': ['stays', ...beginnings],
        'transfer.removed': ['stays', ...beginnings],
        'ticket.transferred: to us': ['stays', ...beginnings],
        'tickets.listed: after the break': ['stays', ...beginnings],
      },
      lifecycle: {},
      'lifecycle.open': {
        'ticket.finishRequested': 'lifecycle.finishing',
        'ticket.loaded: it is being finished': 'lifecycle.finishing',
        'ticket.loaded: finished': 'lifecycle.finished',
        'ticket.finished': 'lifecycle.finished',
        'ticket.closed': 'lifecycle.finished',
      },
      'lifecycle.finishing': {
        'ticket.finished': 'lifecycle.finished',
        'ticket.closed': 'lifecycle.finished',
        'ticket.loaded: finished': 'lifecycle.finished',
        // The server says how it stands.
        'ticket.finishFailed': ['lifecycle.open', 'stays'],
        'ticket.loaded': ['lifecycle.open', 'stays'],
        'ticket.loaded: waits for an answer': ['lifecycle.open', 'stays'],
        'message.arrived': ['lifecycle.open', 'stays'],
        'message.arrived: of a bot': ['lifecycle.open', 'stays'],
      },
      'lifecycle.finished': {},
      chat: facts,
      'chat.cold': {
        'ticket.opened': ['chat.loading', 'stays'],
        'ticket.left': 'stays',
        'ticket.loaded': ['chat.loading', 'stays'],
        'ticket.loaded: finished': ['chat.loading', 'stays'],
        'ticket.loaded: waits for an answer': ['chat.loading', 'stays'],
        'message.arrived': ['chat.loading', 'stays'],
        'customer.arrived': ['chat.loading', 'stays'],
        'ticket.transferred': ['chat.loading', 'stays'],
        'ticket.transferred: to us': ['chat.loading', 'stays'],
        'chat.retried': 'stays',
        'socket.greeted: missed frames follow': 'stays',
        'socket.greeted: something was lost': 'stays',
        'tickets.listed: after the break': ['chat.loading', 'stays'],
      },
      'chat.loading': {
        ...otherwiseSeen,
        'ticket.opened': 'stays',
        'ticket.left': 'stays',
        'chat.listed': 'chat.ready',
        'chat.listed: all there is': 'chat.ready',
        'chat.listFailed': 'chat.failed',
        // Its message may be on its way with the page.
        'message.ackChanged: lower than known': 'stays',
        'socket.greeted: something was lost': ['chat.cold', 'stays'],
      },
      'chat.ready': {
        // Of what came after a finished one we may have heard nothing.
        'ticket.opened': ['chat.loading', 'stays'],
        ...regained,
        ...otherwiseSeen,
        'ticket.left': 'stays',
        'chat.olderRequested': ['chat.loadingOlder', 'stays'],
        'chat.retried': ['chat.loadingOlder', 'stays'],
        'socket.greeted: something was lost': ['chat.cold', 'chat.loading', 'stays'],
      },
      'chat.loadingOlder': {
        'ticket.opened': 'stays',
        ...regained,
        'ticket.left': 'chat.ready',
        'chat.listed': 'chat.ready',
        'chat.listed: all there is': 'chat.ready',
        'chat.listFailed': 'chat.ready',
        'socket.greeted: something was lost': ['chat.cold', 'chat.loading', 'stays'],
      },
      'chat.failed': {
        ...regained,
        'message.ackChanged: lower than known': 'stays',
        'ticket.opened': 'chat.loading',
        'ticket.left': 'stays',
        'chat.retried': 'chat.loading',
        'socket.greeted: missed frames follow': ['chat.loading', 'stays'],
        'socket.greeted: something was lost': ['chat.cold', 'chat.loading', 'stays'],
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
        'tickets.listed: after the break': ['attention.answered', 'stays'],
      },
    },
  },
  key: (app) => {
    const { directory } = app;
    const context = contextOf(app);
    const socket = directory.socket.getSnapshot().value;
    const chat = context?.chat ?? null;
    return stateKey(directory.ticket('20')?.getSnapshot().value ?? null, {
      watched: context?.watched,
      unknown: context?.ticket === null,
      holds: chat && (chat.messages.length > 0 ? 'some' : 'none'),
      complete: chat?.complete,
      awaited: context?.awaited && (context.awaited.older ? 'older' : 'newest'),
      ahead: context && Math.sign(context.asOf.ticket - held(app)),
      temps: context?.temps.length,
      draft: context?.draft,
      reply: context?.replyTo,
      early: context !== undefined && Object.keys(context.early).length > 0,
      pin: context?.pinWanted === null ? null : String(context?.pinWanted),
      pinned: context?.ticket?.pinned,
      blacklisted: context?.ticket?.customer.blacklisted,
      owner: context?.ticket?.owner?.name === ana.name ? null : context?.ticket?.owner?.name,
      offered: context !== undefined && (context.ticket?.pendingTransfer ?? null) !== null,
      longTexts: context && Object.values(context.longTexts).map(longTextKey),
      history: context?.history !== null && context !== undefined,
      failed: [
        context?.chatFailure && 'chat',
        context?.loadFailure && 'load',
        context?.finishFailure && 'finish',
        context?.historyFailure && 'history',
      ].filter(Boolean),
      asked: context?.finishAsked,
      socket: socket === 'live' ? null : stateKey(socket),
      send: directory.send('client-1') !== undefined,
    });
  },
  stopWhen: () => false,
  invariants: ticketInvariants,
  onlyInTheLog: {},
};
