import type { App } from '../src/machines/app.ts';
import type {
  Customer,
  Instance,
  Message,
  Owner,
  Person,
  ThreadLine,
  Ticket,
  Transfer,
  User,
} from '../src/machines/entities/entities.ts';
import type { Failure } from '../src/machines/entities/failure.ts';
import type { Media } from '../src/machines/entities/media.ts';
import type { AppEvent, EventOf } from '../src/machines/log/event.ts';
import type { OutgoingMessage } from '../src/machines/log/events-send.ts';
import type { Preferences, StoredSession } from '../src/machines/log/events-session.ts';
import type { StreamPosition } from '../src/machines/log/stream.ts';

/*
 * Sample data of the models: deterministic, with plain defaults. A model states only what matters to it.
 */

/** When every session starts, in milliseconds since 1970. */
export const START = 1_772_452_800_000;
export const EPOCH = 'epoch-1';

export const ana: Person = { id: '7', name: 'Ana Souza' };
export const bruno: Person = { id: '8', name: 'Bruno Lima' };
export const carla: Person = { id: '9', name: 'Carla Dias' };
export const sales = { id: '5', name: 'Vendas' } as const;

/** A person as an owner. */
export function person(somebody: Person): Owner {
  return { ...somebody, image: null };
}

export function user(person: Person, changes: Partial<User> = {}): User {
  return {
    ...person,
    image: null,
    username: person.name.toLowerCase().replace(' ', '.'),
    email: `${person.id}@aurora.example`,
    roleName: 'atendente',
    roleLabel: 'Atendente',
    connected: true,
    department: null,
    departmentId: null,
    instances: [instance()],
    ...changes,
  };
}

export function instance(changes: Partial<Instance> = {}): Instance {
  return { ...sales, active: true, ...changes };
}

export function customer(changes: Partial<Customer> = {}): Customer {
  return {
    id: '40',
    name: 'Marina Alves',
    phone: '5511987654321',
    image: null,
    blacklisted: false,
    since: START - 86_400_000,
    ...changes,
  };
}

/** From the customer by default. */
export function message(id: string, changes: Partial<Message> = {}): Message {
  const at = changes.at ?? START - 60_000 + Number(id);
  return {
    id,
    clientId: null,
    ticketId: '20',
    received: true,
    at,
    takenAt: at,
    text: `mensagem ${id}`,
    cut: false,
    tag: 'text',
    unseen: changes.received ?? true,
    bot: false,
    author: null,
    quoted: null,
    parentId: null,
    reactions: [],
    documentName: null,
    documentType: null,
    ack: 0,
    errorCode: null,
    errorKey: null,
    ...changes,
  };
}

/** Somebody took the attendance, behind message 800. */
export function line(id: string, changes: Partial<ThreadLine> = {}): ThreadLine {
  return {
    id,
    kind: 'taken',
    at: START + Number(id),
    afterId: '800',
    ticketId: '20',
    protocol: '20260302000020',
    by: { id: ana.id, name: ana.name },
    from: null,
    to: null,
    text: null,
    mentions: [],
    clientId: null,
    edited: false,
    deleted: false,
    version: 1,
    ...changes,
  };
}

export function ticket(changes: Partial<Ticket> = {}): Ticket {
  return {
    id: '20',
    protocol: '20260302000020',
    startedAt: START - 120_000,
    finishedAt: null,
    finishing: false,
    notResponded: false,
    owner: { ...ana, image: null },
    instance: sales,
    customer: customer(),
    lastMessage: null,
    lastReceivedAt: null,
    waitingSince: null,
    words: null,
    departmentId: '3',
    unseen: 0,
    pinned: false,
    pendingTransfer: null,
    ...changes,
  };
}

/** A ticket as in frames, which are the same for every viewer. */
export function framed(changes: Partial<Ticket> = {}): Ticket {
  return ticket({ pinned: null, ...changes });
}

/** Offered by Ana to Bruno. */
export function transfer(changes: Partial<Transfer> = {}): Transfer {
  return {
    id: '60',
    ticketId: '20',
    previousOwner: ana,
    nextOwner: bruno,
    triggeredBy: ana,
    createdAt: START - 30_000,
    confirmedAt: null,
    deletedAt: null,
    ...changes,
  };
}

export function failure(code: Failure['code'], key = `error.${code.toLowerCase()}`): Failure {
  return { code, key, params: {}, fields: {}, requestId: 'request-1' };
}

export function outgoing(clientId: string, changes: Partial<OutgoingMessage> = {}): OutgoingMessage {
  return {
    clientId,
    tempId: '1-temp',
    ticketId: '20',
    customerId: '40',
    instanceId: sales.id,
    toNumber: '5511987654321',
    text: `texto ${clientId}`,
    replyTo: null,
    userId: ana.id,
    submittedAt: START,
    ...changes,
  };
}

/** A message's file that the server has. */
export function media(changes: Partial<Media> = {}): Media {
  return {
    state: 'ready',
    mimeType: 'image/jpeg',
    bytes: 1_234_567,
    width: 1600,
    height: 1200,
    url: '/m/1',
    previewUrl: '/m/1/preview',
    expiresAt: START + 600_000,
    ...changes,
  };
}

/** One that it doesn't have, or not yet. */
export function noMedia(state: Exclude<Media['state'], 'ready'>): Media {
  const nothing = { mimeType: null, bytes: null, width: null, height: null, url: null };
  return { ...nothing, state, previewUrl: null, expiresAt: null };
}

export function stream(seq: number, changes: Partial<StreamPosition> = {}): StreamPosition {
  return { epoch: EPOCH, seq, prev: seq - 1, id: `event-${seq}`, ...changes };
}

export function storedSession(person: Person, roleName = 'atendente'): StoredSession {
  return {
    token: 'token',
    userId: person.id,
    email: `${person.id}@aurora.example`,
    name: person.name,
    roleName,
    originBackoffice: false,
    routes: [],
  };
}

/** The default preferences. */
export const preferences: Preferences = {
  theme: 'light',
  locale: 'pt_BR',
  sidebarOpen: false,
  sound: true,
  singleKeys: true,
  activeInstanceId: null,
};

/** What differs from the default `app.opened`. */
type Opening = Partial<Omit<EventOf<'app.opened'>, 'type'>>;

/** The page opens, with the stored session if there is one. */
export function opened(session: StoredSession | null, changes: Opening = {}): EventOf<'app.opened'> {
  return {
    type: 'app.opened',
    tenant: 'aurora',
    session,
    preferences,
    online: true,
    visible: true,
    desktop: 'granted',
    ...changes,
  };
}

/** The answer to the inbox's last fetch: a single page with these items. */
export function listing(items: readonly Ticket[], streamPosition: number, purpose: 'page' | 'resync' = 'page') {
  return (app: App): EventOf<'tickets.listed'> => {
    const { request, query } = app.directory.inbox.getSnapshot().context;
    const page = { page: 1, limit: 10, totalPages: 1, totalItems: items.length };
    return { type: 'tickets.listed', request, query, purpose, streamPosition, ...page, items };
  };
}

/** Number of the current token. */
export function generation(app: App): number {
  return app.directory.auth.getSnapshot().context.generation;
}

/** Number of the socket's current attempt. */
export function attempt(app: App): number {
  return app.directory.socket.getSnapshot().context.attempt;
}

/** The renewal that every stored session begins with succeeds. */
export function renewed(app: App): AppEvent {
  return { type: 'token.refreshed', generation: generation(app), token: `token-${generation(app)}`, routes: [] };
}

/** A user is logged in: their stored session was renewed. */
export function atWork(
  person: Person,
  roleName = 'atendente',
  page: Opening = {},
): readonly [AppEvent, typeof renewed] {
  return [opened(storedSession(person, roleName), page), renewed];
}
