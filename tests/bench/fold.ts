import { createApp, replayApp } from '../../src/machines/app.ts';
import type { App } from '../../src/machines/app.ts';
import { laterParts } from '../support/later-parts.ts';
import type { Message, Ticket } from '../../src/machines/entities/entities.ts';
import type { AppEvent, Logged } from '../../src/machines/log/event.ts';
import { anaViewing, aCustomer, aMessage, aTicketAfter, START, streamAt } from '../support/builders.ts';
import type { BenchRow } from './row.ts';

/** A page as it is in use: half of what comes are ticks, the rest messages of customers and of attendants. */
const TICKETS = 1_000;
const EVENTS = 100_000;
const ROUNDS = 12;
/** So many events are made, then folded: as in use they are fresh from the parser, not from a far corner of memory. */
const SLICE = 1_000;

/** The pure fold: log, directory and actors with no adapter and no view attached. */
export function benchFold(): BenchRow[] {
  const live = best(() => timeLive(openApp(TICKETS), createTraffic(TICKETS), EVENTS));
  const replayed = best(() => {
    const session = recordedSession(TICKETS, EVENTS);
    return time(() => void replayApp(session.events, laterParts)) - session.readingMs();
  });
  return [
    { what: 'events folded live', value: (EVENTS / live) * 1000, unit: 'events/s', budget: 150_000, better: 'more' },
    { what: '100,000 recorded events replayed', value: replayed, unit: 'ms', budget: 700, better: 'less' },
  ];
}

/** What an event costs with few and with many tickets held; the same thousand conversations are busy. */
export function benchScale(): BenchRow[] {
  const what = 'cost of an event with 50,000 tickets held against 1,000, as many busy';
  return [{ what, value: costRatio(50_000, 1_000, 1_000), unit: 'times', budget: 1.3, better: 'less' }];
}

/** The two take turns, and each turn has its ratio: whatever else the machine does meets both. The middle one counts. */
function costRatio(many: number, few: number, busy: number): number {
  const measure = (tickets: number): (() => number) => {
    const app = openApp(tickets);
    const traffic = createTraffic(busy);
    return () => timeLive(app, traffic, 10_000);
  };
  const ofMany = measure(many);
  const ofFew = measure(few);
  const ratios = Array.from({ length: 61 }, () => ofMany() / ofFew()).toSorted((one, other) => one - other);
  return ratios[30] ?? Number.NaN;
}

/** Milliseconds to fold so many events. */
function timeLive(app: App, traffic: (count: number) => AppEvent[], count: number): number {
  let ms = 0;
  for (let done = 0; done < count; done += SLICE) {
    const events = traffic(SLICE);
    ms += time(() => {
      for (const event of events) app.append(event);
    });
  }
  return ms;
}

/** Milliseconds of this thread's processor: the fold waits for nothing, so others on the machine don't count. */
export function time(run: () => void): number {
  const from = process.threadCpuUsage();
  run();
  const { user, system } = process.threadCpuUsage(from);
  return (user + system) / 1000;
}

function best(measure: () => number): number {
  return Math.min(...Array.from({ length: ROUNDS }, measure));
}

/** An app that is logged in, live, and holds so many tickets. */
function openApp(tickets: number): App {
  let now = START;
  const app = createApp({ now: () => (now += 1), onCommand: () => undefined });
  for (const event of opening(tickets)) app.append(event);
  return app;
}

function opening(tickets: number): AppEvent[] {
  const session = {
    token: 'token',
    userId: anaViewing.userId,
    email: 'ana@aurora.example',
    name: anaViewing.name,
    roleName: anaViewing.roleName,
    originBackoffice: false,
    routes: ['chat'],
  };
  const preferences = {
    theme: 'light',
    locale: 'pt_BR',
    sidebarOpen: false,
    sound: true,
    singleKeys: true,
    activeInstanceId: null,
  } as const;
  const query = { instanceId: null, status: 'open', scope: 'all', search: '' } as const;
  const page = 100;
  return [
    { type: 'app.opened', tenant: 'aurora', session, preferences, online: true, visible: true, desktop: 'default' },
    { type: 'socket.ticketIssued', attempt: 1, ticket: 'ticket' },
    { type: 'socket.opened', attempt: 1 },
    { type: 'socket.greeted', attempt: 1, epoch: 'epoch-1', head: 0, recovered: false },
    ...Array.from({ length: tickets / page }, (_, at) => ({
      type: 'tickets.listed' as const,
      request: 2,
      query,
      page: at + 1,
      limit: page,
      purpose: at === 0 ? ('resync' as const) : ('page' as const),
      totalPages: tickets / page,
      totalItems: tickets,
      streamPosition: 0,
      items: Array.from({ length: page }, (_, row) => ticketOf(at * page + row)),
    })),
  ];
}

function ticketOf(n: number): Ticket {
  const message = messageOf(n, 1_000_000 + n, true, START - n * 1000);
  return ticketAfter(n, message);
}

function ticketAfter(n: number, message: Message): Ticket {
  const customer = aCustomer({ id: String(100_000 + n), name: `Cliente ${n}` });
  return aTicketAfter(message, { id: String(500_000 + n), customer, unseen: 1, pinned: n % 97 === 0 });
}

function messageOf(n: number, id: number, received: boolean, at: number): Message {
  return aMessage({ id: String(id), ticketId: String(500_000 + n), received, unseen: received, at });
}

/** Frames in the order of the stream. So many conversations are busy, as in use the newest ones; the others are only held. */
function createTraffic(busy: number): (count: number) => AppEvent[] {
  let seed = 42;
  let seq = 0;
  let sent = { n: 0, id: 1_000_000 };

  function random(below: number): number {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return seed % below;
  }

  function next(): AppEvent {
    seq += 1;
    const kind = seq % 4;
    const stream = streamAt(seq);
    if (kind === 2 || kind === 0) {
      return {
        type: 'message.ackChanged',
        messageId: String(sent.id),
        clientId: null,
        ticketId: String(500_000 + sent.n),
        customerId: String(100_000 + sent.n),
        instanceId: '10',
        ack: kind === 2 ? 1 : 2,
        errorCode: null,
        errorKey: null,
        stream,
      };
    }
    const n = random(busy);
    const id = 10_000_000 + seq;
    const message = messageOf(n, id, kind === 3, START + seq);
    if (kind === 1) sent = { n, id };
    return { type: 'message.arrived', message, ticket: { ...ticketAfter(n, message), pinned: null }, stream };
  }

  return (count) => Array.from({ length: count }, next);
}

/** A recorded session, read slice by slice as from storage, and how long the reading took. */
export function recordedSession(tickets: number, count: number): { events: Iterable<Logged>; readingMs: () => number } {
  const traffic = createTraffic(tickets);
  const start = opening(tickets);
  let readingMs = 0;
  let position = 0;

  function read(make: () => AppEvent[]): Logged[] {
    let slice: Logged[] = [];
    readingMs += time(() => {
      slice = make().map((event) => ({ ...event, position: (position += 1), loggedAt: START + position }));
    });
    return slice;
  }

  function* events(): Generator<Logged> {
    yield* read(() => start);
    for (let done = 0; done < count; done += SLICE) yield* read(() => traffic(SLICE));
  }
  return { events: events(), readingMs: () => readingMs };
}
