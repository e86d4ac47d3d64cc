import type { App } from '../src/machines/app.ts';
import { conversationKey } from '../src/machines/entities/ids.ts';
import type { AppEvent } from '../src/machines/log/event.ts';
import { connection, held, next } from './connection.ts';
import type { Sample } from './model.ts';
import {
  START,
  ana,
  bruno,
  customer,
  failure,
  listing,
  message,
  opened,
  person,
  sales,
  storedSession,
  stream,
  ticket,
  framed,
  transfer,
} from './samples.ts';

const conversation = { customerId: customer().id, instanceId: sales.id };
export const key = conversationKey(conversation.customerId, conversation.instanceId);

/** Message ids are derived from the stream position, so later ones have higher ids. */
export function messageId(seq: number): string {
  return String(900 + seq);
}

export function arrived(received: boolean): (app: App) => AppEvent {
  return (app) => {
    const place = next(app);
    const news = message(messageId(place.seq), { received, author: received ? null : ana, unseen: true });
    return { type: 'message.arrived', message: news, ticket: framed({ lastMessage: news, unseen: 1 }), stream: place };
  };
}

export function ownerOf({ directory }: App) {
  return directory.ticket('20')?.getSnapshot().context.ticket?.owner ?? null;
}

/** Two messages at once may be numbered in one order and told in the other. */
function numbered(app: App, number: number): AppEvent {
  const news = message(messageId(number));
  return {
    type: 'message.arrived',
    message: news,
    ticket: framed({ lastMessage: news, unseen: 1 }),
    stream: next(app),
  };
}

/** The ticket as a call returns it, ahead of the frames or behind them. */
function loaded(unseen: number, ahead: number): (app: App) => AppEvent {
  return (app) => {
    const streamPosition = held(app) + ahead;
    const lastMessage = message(messageId(streamPosition), { ticketId: '20' });
    return { type: 'ticket.loaded', ticket: ticket({ unseen, lastMessage }), streamPosition };
  };
}

/** What happens to a conversation's counter. */
export const unseenSamples = {
  'app.opened: the page is reloaded': opened(storedSession(ana)),
  'message.arrived': arrived(true),
  'message.arrived: once more': (app) => {
    const news = message(messageId(held(app)));
    return { type: 'message.arrived', message: news, ticket: framed({ lastMessage: news }), stream: stream(held(app)) };
  },
  'message.arrived: ours': arrived(false),
  'message.arrived: numbered after the next': (app) => numbered(app, held(app) + 2),
  'message.arrived: numbered before it': (app) => numbered(app, held(app)),
  'message.arrived: read already': (app) => {
    const place = next(app);
    const news = message(messageId(place.seq), { unseen: false });
    return { type: 'message.arrived', message: news, ticket: framed({ lastMessage: news }), stream: place };
  },
  'message.arrived: its ticket doesn’t tell of it yet': (app) => {
    const place = next(app);
    const lastMessage = message(messageId(place.seq - 1));
    return {
      type: 'message.arrived',
      message: message(messageId(place.seq)),
      ticket: framed({ lastMessage, unseen: 1 }),
      stream: place,
    };
  },
  'customer.arrived': (app) => ({ type: 'customer.arrived', ticket: framed(), stream: next(app) }),
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
    ticket: framed({ id: '21', owner: person(bruno) }),
    by: bruno,
    stream: next(app),
  }),
  'ticket.closed': (app) => ({
    type: 'ticket.closed',
    ticket: framed({ finishedAt: START }),
    by: ana,
    stream: next(app),
  }),
  'transfer.arrived': (app) => ({
    type: 'transfer.arrived',
    transfer: transfer(),
    ticket: framed({ pendingTransfer: transfer() }),
    by: ana,
    addressed: false,
    stream: next(app),
  }),
  'transfer.removed': (app) => ({
    type: 'transfer.removed',
    transfer: transfer({ deletedAt: START }),
    ticket: framed(),
    by: ana,
    stream: next(app),
  }),
  'message.arrived: in a ticket of whoever has it': (app) => {
    const place = next(app);
    const news = message(messageId(place.seq));
    const owner = ownerOf(app);
    return { type: 'message.arrived', message: news, ticket: framed({ owner, lastMessage: news }), stream: place };
  },
  'message.arrived: in the next attendance': (app) => {
    const place = next(app);
    const news = message(messageId(place.seq), { ticketId: '21' });
    const its = framed({ id: '21', lastMessage: news, unseen: 1 });
    return { type: 'message.arrived', message: news, ticket: its, stream: place };
  },
  'ticket.loaded: of the customer it was merged into': (app) => ({
    type: 'ticket.loaded',
    ticket: ticket({ customer: customer({ id: '41' }) }),
    streamPosition: held(app) + 1,
  }),
  'ticket.transferred: to her': (app) => ({
    type: 'ticket.transferred',
    transfer: null,
    ticket: framed({ unseen: 1, lastMessage: message(messageId(held(app))) }),
    by: ana,
    stream: next(app),
  }),
  'unseen.wasReset': (app) => ({
    type: 'unseen.wasReset',
    ...conversation,
    upToId: messageId(held(app)),
    unseen: 0,
    stream: next(app),
  }),
  'unseen.wasReset: but for the last': (app) => ({
    type: 'unseen.wasReset',
    ...conversation,
    upToId: messageId(held(app) - 1),
    unseen: 1,
    stream: next(app),
  }),
  'unseen.wasReset: marked unread': (app) => ({
    type: 'unseen.wasReset',
    ...conversation,
    upToId: null,
    unseen: 1,
    marked: true,
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
  'unseen.retried': { type: 'unseen.retried', ...conversation },
  'ticket.opened': { type: 'ticket.opened', ticketId: '20' },
  'ticket.left': { type: 'ticket.left', ticketId: '20' },
  'chat.endShown: scrolled up': { type: 'chat.endShown', ticketId: '20', isShown: false },
  'chat.endShown': { type: 'chat.endShown', ticketId: '20', isShown: true },
  'page.visibilityChanged: hidden': { type: 'page.visibilityChanged', visible: false },
  'page.visibilityChanged: shown': { type: 'page.visibilityChanged', visible: true },
  'tickets.listed: after the break': (app) =>
    listing([ticket({ unseen: 1, lastMessage: message(messageId(held(app))) })], held(app), 'resync')(app),
  ...connection,
} satisfies Record<string, Sample>;

export type UnseenSampleName = keyof typeof unseenSamples;
