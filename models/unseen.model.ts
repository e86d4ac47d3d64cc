import type { App } from '../src/machines/app.ts';
import { selectViewer } from '../src/machines/auth/auth.selectors.ts';
import type { Ticket } from '../src/machines/entities/entities.ts';
import { conversationKey } from '../src/machines/entities/ids.ts';
import type { AppEvent } from '../src/machines/log/event.ts';
import { selectVisible } from '../src/machines/shell/shell.selectors.ts';
import { unseenMachine } from '../src/machines/unseen/unseen.machine.ts';
import type { UnseenSnapshot } from '../src/machines/unseen/unseen.machine.ts';
import { selectUnseenCount } from '../src/machines/unseen/unseen.selectors.ts';
import { connection, held, listed, live, next } from './connection.ts';
import type { Invariant, MachineModel, Sample } from './model.ts';
import { ana, bruno, customer, failure, message, person, sales, stream, ticket, told } from './samples.ts';
import { stateKey } from './state-key.ts';

type State = 'seen' | 'unseen' | 'resetting';

const conversation = { customerId: customer().id, instanceId: sales.id };
const key = conversationKey(conversation.customerId, conversation.instanceId);

/** Messages are named by their place in the stream, so a later one has the greater id. */
function messageId(seq: number): string {
  return String(900 + seq);
}

function arrived(received: boolean): (app: App) => AppEvent {
  return (app) => {
    const place = next(app);
    const news = message(messageId(place.seq), { received, author: received ? null : ana });
    return { type: 'message.arrived', message: news, ticket: told({ lastMessage: news, unseen: 1 }), stream: place };
  };
}

/** The ticket as a call answers it, ahead of what was pushed or behind it. */
function loaded(unseen: number, ahead: number): (app: App) => AppEvent {
  return (app) => {
    const streamPosition = held(app) + ahead;
    const lastMessage = message(messageId(streamPosition), { ticketId: '20' });
    return { type: 'ticket.loaded', ticket: ticket({ unseen, lastMessage }), streamPosition };
  };
}

const samples = {
  'message.arrived': arrived(true),
  'message.arrived: once more': (app) => {
    const news = message(messageId(held(app)));
    return { type: 'message.arrived', message: news, ticket: told({ lastMessage: news }), stream: stream(held(app)) };
  },
  'message.arrived: ours': arrived(false),
  'customer.arrived': (app) => ({ type: 'customer.arrived', ticket: told(), stream: next(app) }),
  'ticket.loaded: two unseen': loaded(2, 1),
  'ticket.loaded: none unseen': loaded(0, 1),
  'ticket.loaded: as it was long before': {
    type: 'ticket.loaded',
    ticket: ticket({ unseen: 2, lastMessage: message(messageId(1)) }),
    streamPosition: 1,
  },
  'ticket.transferred: the next attendance': (app) => ({
    type: 'ticket.transferred',
    transfer: null,
    ticket: told({ id: '21', owner: person(bruno) }),
    by: bruno,
    stream: next(app),
  }),
  'unseen.wasReset': (app) => ({
    type: 'unseen.wasReset',
    ...conversation,
    upToId: messageId(held(app)),
    unseen: 0,
    stream: next(app),
  }),
  'unseen.resetAnswered': (app) => ({
    type: 'unseen.resetAnswered',
    ...conversation,
    upToId: messageId(held(app)),
    unseen: 0,
    streamPosition: held(app),
  }),
  'unseen.resetAnswered: from before the last message': (app) => ({
    type: 'unseen.resetAnswered',
    ...conversation,
    upToId: messageId(held(app) - 1),
    unseen: 0,
    streamPosition: held(app) - 1,
  }),
  'unseen.resetFailed': { type: 'unseen.resetFailed', ...conversation, failure: failure('NETWORK') },
  'ticket.opened': { type: 'ticket.opened', ticketId: '20' },
  'ticket.left': { type: 'ticket.left', ticketId: '20' },
  'chat.endShown: one reads further up': { type: 'chat.endShown', ticketId: '20', isShown: false },
  'chat.endShown': { type: 'chat.endShown', ticketId: '20', isShown: true },
  'page.visibilityChanged: hidden': { type: 'page.visibilityChanged', visible: false },
  'page.visibilityChanged: shown': { type: 'page.visibilityChanged', visible: true },
  'tickets.listed: after the break': listed([ticket({ unseen: 1, lastMessage: message('950') })]),
  ...connection,
} satisfies Record<string, Sample>;

type Name = keyof typeof samples;

const ofConnection = Object.keys(connection) as (keyof typeof connection)[];

function snapshotOf(app: App): UnseenSnapshot | undefined {
  return app.directory.unseen(key)?.getSnapshot();
}

const neverNegative: Invariant = {
  name: 'unseen: a whole number, never negative, none while somebody looks',
  follow:
    () =>
    ({ app: { directory } }) => {
      for (const [actorKey] of directory.actors()) {
        const counted = /^unseen:(.+@.+)$/.exec(actorKey)?.[1];
        const [customerId, instanceId] = counted?.split('@') ?? [];
        if (customerId === undefined || instanceId === undefined) continue;
        const snapshot = directory.unseen(`${customerId}@${instanceId}`)?.getSnapshot();
        const count = snapshot === undefined ? 0 : selectUnseenCount(snapshot);
        if (!Number.isInteger(count) || count < 0) return `${count} in ${counted}`;
        const isReset = snapshot?.matches('resetting') === true && snapshot.context.shown;
        if (isReset && count > 0) return `${count} of ${counted} are unseen, and somebody looks`;
      }
      return null;
    },
};

function hasOpenOne({ directory }: App, { customer, instance }: Ticket): boolean {
  return [...directory.actors()].some(([name]) => {
    const id = name.startsWith('ticket:') ? name.slice('ticket:'.length) : '';
    const ticket = directory.ticket(id)?.getSnapshot().context.ticket;
    return ticket?.finishedAt === null && ticket.customer.id === customer.id && ticket.instance.id === instance.id;
  });
}

/** Opening a chat resets its counter, on the server too, and once. */
const resetOnServer: Invariant = {
  name: 'unseen: opening a chat resets its counter on the server, one reset at a time',
  follow: () => {
    const asked = new Set<string>();
    return ({ app, event, commands }) => {
      if (event.type === 'app.opened' || event.type === 'logout.requested') asked.clear();
      if (event.type === 'unseen.resetAnswered' || event.type === 'unseen.resetFailed') {
        asked.delete(`${event.customerId}@${event.instanceId}`);
      }
      for (const command of commands) {
        if (command.type !== 'unseen.reset') continue;
        const conversation = `${command.customerId}@${command.instanceId}`;
        if (asked.has(conversation)) return `${conversation} was reset while a reset is under way`;
        asked.add(conversation);
      }
      const { directory } = app;
      if (event.type !== 'ticket.opened' || !selectVisible(directory.shell.getSnapshot())) return null;
      if (selectViewer(directory.auth.getSnapshot()) === null) return null;
      const opened = directory.ticket(event.ticketId)?.getSnapshot().context.ticket;
      if (!opened) return null;
      // What came after a finished attendance belongs to the next one, which isn't looked at.
      if (opened.finishedAt !== null && hasOpenOne(app, opened)) return null;
      const counted = conversationKey(opened.customer.id, opened.instance.id);
      const snapshot = directory.unseen(counted)?.getSnapshot();
      const isTold = snapshot === undefined || selectUnseenCount(snapshot) === 0 || asked.has(counted);
      return isTold ? null : `the server is not told that ${counted} was seen`;
    };
  },
};

export const unseenModel: MachineModel<State, Name> = {
  name: 'unseen',
  machine: unseenMachine,
  actor: `unseen:${key}`,
  samples,
  scenes: {
    'a conversation in the list': {
      given: live(ana, 'atendente', [ticket()]),
      only: (Object.keys(samples) as Name[]).filter(
        (name) => !/^(page|chat)\./.test(name) && !ofConnection.some((other) => other === name),
      ),
    },
    'the page is looked at and not': {
      given: [...live(ana, 'atendente', [ticket()]), samples['ticket.opened']],
      only: [
        'page.visibilityChanged: hidden',
        'page.visibilityChanged: shown',
        'message.arrived',
        'unseen.resetAnswered',
        'unseen.resetFailed',
        'ticket.left',
      ],
    },
    'one reads further up': {
      given: [...live(ana, 'atendente', [ticket()]), samples['ticket.opened']],
      only: [
        'chat.endShown: one reads further up',
        'chat.endShown',
        'message.arrived',
        'unseen.resetAnswered',
        'ticket.left',
      ],
    },
    'a new conversation': {
      given: live(ana, 'atendente', []),
      only: [
        'message.arrived',
        'message.arrived: ours',
        'customer.arrived',
        'ticket.loaded: two unseen',
        'ticket.opened',
      ],
    },
    'the connection breaks': {
      given: [...live(ana, 'atendente', [ticket()]), arrived(true), samples['ticket.opened']],
      only: [
        ...ofConnection,
        'tickets.listed: after the break',
        'ticket.left',
        'ticket.opened',
        'unseen.resetAnswered',
        'unseen.resetFailed',
      ],
    },
  },
  expected: {
    anywhere: {
      'ticket.left': 'stays',
      'chat.endShown: one reads further up': 'stays',
      'chat.endShown': ['resetting', 'stays'],
      'page.visibilityChanged: hidden': 'stays',
      // What is known is kept, but its place in the stream is not.
      'socket.greeted: something was lost': 'stays',
      'tickets.listed: after the break': ['unseen', 'resetting', 'stays'],
    },
    states: {
      none: {
        'message.arrived': ['unseen', 'resetting'],
        'message.arrived: ours': ['unseen', 'seen', 'resetting'],
        'customer.arrived': 'seen',
        'ticket.loaded: two unseen': ['unseen', 'resetting'],
      },
      seen: {
        // The count that was told may have it already.
        'message.arrived': ['unseen', 'resetting', 'stays'],
        'ticket.loaded: two unseen': ['unseen', 'resetting', 'stays'],
        'ticket.loaded: none unseen': 'stays',
        'ticket.loaded: as it was long before': 'stays',
        'ticket.transferred: the next attendance': 'stays',
        'customer.arrived': 'stays',
        'unseen.wasReset': 'stays',
        'unseen.resetAnswered': 'stays',
        'unseen.resetAnswered: from before the last message': 'stays',
        'ticket.opened': 'stays',
        'page.visibilityChanged: shown': 'stays',
        'socket.greeted: missed frames follow': 'stays',
      },
      unseen: {
        'message.arrived': ['resetting', 'stays'],
        'ticket.loaded: two unseen': ['resetting', 'stays'],
        'ticket.loaded: none unseen': ['seen', 'stays'],
        // The server tells what is left of what is still read.
        'ticket.transferred: the next attendance': ['seen', 'stays'],
        'customer.arrived': ['seen', 'stays'],
        'unseen.wasReset': ['seen', 'stays'],
        'unseen.resetAnswered': ['seen', 'resetting', 'stays'],
        'unseen.resetAnswered: from before the last message': ['seen', 'stays'],
        'ticket.opened': ['resetting', 'stays'],
        'page.visibilityChanged: shown': ['resetting', 'stays'],
        'socket.greeted: missed frames follow': ['resetting', 'stays'],
        'socket.greeted: something was lost': ['resetting', 'stays'],
      },
      resetting: {
        'message.arrived': 'stays',
        'ticket.loaded: two unseen': 'stays',
        'ticket.loaded: none unseen': 'stays',
        'ticket.transferred: the next attendance': 'stays',
        'customer.arrived': 'stays',
        'unseen.wasReset': 'stays',
        // What came meanwhile is still unseen, or is being reset in its turn.
        'unseen.resetAnswered': ['seen', 'unseen', 'stays'],
        'unseen.resetAnswered: from before the last message': ['seen', 'unseen', 'stays'],
        // Somebody else may have been quicker, or something newer asks for the next.
        'unseen.resetFailed': ['unseen', 'seen', 'stays'],
        'ticket.opened': 'stays',
        'page.visibilityChanged: shown': 'stays',
      },
    },
  },
  key: (app) => {
    const snapshot = snapshotOf(app);
    const { directory } = app;
    const position = held(app);
    const { heard, asked } = snapshot?.context ?? {};
    return stateKey(snapshot?.value ?? null, {
      some: heard && Math.min(2, heard.arrived.length + (heard.base?.count ?? 0)),
      newest: heard && heard.newest === messageId(position),
      ahead: heard?.base ? Math.sign(heard.base.asOf - position) : null,
      shown: snapshot?.context.shown,
      asked: asked && (asked.upTo === heard?.newest ? 'all' : 'less'),
      hidden: !selectVisible(directory.shell.getSnapshot()),
      open: directory.ticket('20')?.getSnapshot().context.watched,
      socket: directory.socket.getSnapshot().value === 'live' ? null : stateKey(directory.socket.getSnapshot().value),
    });
  },
  stopWhen: () => false,
  invariants: [neverNegative, resetOnServer],
  onlyInTheLog: {
    'any state · unseen.resetAnswered': 'Nothing but its answer ends a reset that is under way.',
  },
};
