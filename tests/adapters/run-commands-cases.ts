import { expect } from 'vitest';
import { DEFAULT_PREFERENCES } from '../../src/adapters/storage/local.ts';
import type { CommandOf, CommandType } from '../../src/machines/log/command.ts';
import type { StoredMessage } from '../../src/machines/log/events-send.ts';
import type { EventType } from '../../src/machines/log/event.ts';
import type { StoredSession } from '../../src/machines/log/events-session.ts';
import { data, ok } from '../support/scripted-server.ts';
import { AT, wireChat, wireManagedUser, wireTicket, wireTransfer, wireUser } from '../support/wire.ts';
import { TENANT } from './harness.ts';
import type { Bench } from './harness.ts';
import { eventually } from '../support/expect-eventually.ts';

/** How it shows that a command was run: by its event, its request, or something of the browser's. */
type Shows =
  | { readonly event: EventType }
  | { readonly request: string }
  | { readonly shows: (bench: Bench) => void | Promise<void> };

type Case<Type extends CommandType> = { readonly command: (bench: Bench) => CommandOf<Type> } & Shows;

const MESSAGE: StoredMessage = {
  clientId: '0b8f7c1e-6f0f-4f39-9d2c-1f6f0e6f6a10',
  tempId: '1-temp',
  ticketId: '20',
  customerId: '40',
  instanceId: '5',
  toNumber: '5511987654321',
  text: 'Olá',
  replyTo: null,
  userId: '7',
  submittedAt: 1,
  failure: null,
};

function session({ adapters }: Bench): StoredSession {
  return {
    token: adapters.vault.keep('kept'),
    userId: '7',
    email: 'ana@aurora.example',
    name: 'Ana Souza',
    roleName: 'administrador',
    originBackoffice: false,
    routes: [],
  };
}

function kept({ environment }: Bench, what: 'session' | 'preferences' | 'locked'): string | null {
  return environment.localStorage?.getItem(`balcao:${TENANT}:${what}`) ?? null;
}

/** No event, by itself. */
const nothing = ({ events }: Bench) => expect(events.items).toEqual([]);

/** Total: a command added to the union doesn't compile without a line here. */
export const CASES: { readonly [Type in CommandType]: Case<Type> } = {
  'timer.start': { command: () => ({ type: 'timer.start', timer: 'a', ms: 0 }), event: 'timer.fired' },
  'timer.cancel': {
    command: () => ({ type: 'timer.cancel', timer: 'never' }),
    shows: async ({ adapters, next }) => {
      adapters.run({ type: 'timer.start', timer: 'never', ms: 0 });
      adapters.run({ type: 'timer.cancel', timer: 'never' });
      adapters.run({ type: 'timer.start', timer: 'later', ms: 0 });
      expect(await next('timer.fired')).toEqual({ type: 'timer.fired', timer: 'later' });
    },
  },
  'login.send': {
    command: ({ adapters }) => ({
      type: 'login.send',
      generation: 1,
      path: 'graphql',
      email: 'ana@aurora.example',
      secret: adapters.vault.keep('password'),
      remember: false,
    }),
    event: 'login.succeeded',
  },
  'login.confirm': {
    command: ({ adapters }) => ({
      type: 'login.confirm',
      generation: 1,
      path: 'graphql',
      email: 'ana@aurora.example',
      challenge: adapters.vault.keep('challenge'),
      code: adapters.vault.keep('123456'),
    }),
    event: 'login.succeeded',
  },
  'token.refresh': { command: () => ({ type: 'token.refresh', generation: 1, userId: '7' }), event: 'token.refreshed' },
  'token.adopt': {
    command: ({ adapters }) => ({ type: 'token.adopt', token: adapters.vault.keep('adopted'), generation: 2 }),
    shows: async ({ adapters, server }) => {
      adapters.run({ type: 'instances.fetch' });
      expect((await server.requests.find(({ name }) => name === 'instances')).token).toBe('adopted');
    },
  },
  'token.drop': {
    command: () => ({ type: 'token.drop', token: 'unknown' }),
    shows: ({ adapters }) => {
      const token = adapters.vault.keep('late');
      adapters.run({ type: 'token.drop', token });
      expect(adapters.vault.read(token)).toBeUndefined();
    },
  },
  'token.clear': {
    command: () => ({ type: 'token.clear' }),
    shows: async ({ adapters, next }) => {
      adapters.run({ type: 'instances.fetch' });
      expect((await next('instances.listFailed')).failure.code).toBe('ABANDONED');
    },
  },
  'page.reload': {
    command: () => ({ type: 'page.reload', version: 7 }),
    shows: ({ environment }) => {
      expect(environment.pageControl.reloaded()).toBe(1);
      expect(environment.sessionStorage?.getItem('balcao:reloaded-for')).toBe('7');
    },
  },
  'session.keep': {
    command: (bench) => ({ type: 'session.keep', session: session(bench) }),
    shows: (bench) => expect(kept(bench, 'session')).toContain('kept'),
  },
  'session.forget': {
    command: () => ({ type: 'session.forget' }),
    shows: (bench) => {
      bench.adapters.run({ type: 'session.keep', session: session(bench) });
      bench.adapters.run({ type: 'session.forget' });
      expect(kept(bench, 'session')).toBeNull();
    },
  },
  'logout.send': { command: () => ({ type: 'logout.send', generation: 1 }), event: 'logout.finished' },
  // What they do to a held call is in calls.test.ts; a call that isn't held is left alone.
  'call.retry': {
    command: () => ({ type: 'call.retry', call: 'unknown', generation: 1 }),
    shows: ({ events }) => expect(events.items).toEqual([]),
  },
  'call.abandon': {
    command: () => ({ type: 'call.abandon', call: 'unknown' }),
    shows: ({ events }) => expect(events.items).toEqual([]),
  },
  'call.fail': {
    command: () => ({ type: 'call.fail', call: 'unknown' }),
    shows: ({ events }) => expect(events.items).toEqual([]),
  },
  'user.fetch': { command: () => ({ type: 'user.fetch' }), event: 'user.loaded' },
  'permissions.fetch': {
    command: () => ({ type: 'permissions.fetch', email: 'ana@aurora.example' }),
    event: 'permissions.listed',
  },
  'page.navigate': {
    command: () => ({ type: 'page.navigate', to: '/login', replace: true, returnHere: true }),
    shows: ({ adapters }) => {
      const gone: unknown[] = [];
      adapters.useNavigate((command) => gone.push(command));
      expect(gone).toMatchObject([{ to: '/login', replace: true, returnHere: true }]);
    },
  },
  'console.note': {
    command: () => ({ type: 'console.note', key: 'a.key' }),
    shows: ({ environment }) => expect(environment.lines.items).toEqual(['a.key']),
  },
  'socket.fetchTicket': { command: () => ({ type: 'socket.fetchTicket', attempt: 1 }), event: 'socket.ticketIssued' },
  'socket.open': {
    command: ({ adapters }) => ({
      type: 'socket.open',
      attempt: 1,
      ticket: adapters.vault.keep('ticket'),
      userId: '7',
      epoch: null,
      since: null,
    }),
    event: 'socket.opened',
  },
  'socket.ping': {
    command: () => ({ type: 'socket.ping', attempt: 9 }),
    shows: async ({ adapters, next, server }) => {
      const ticket = adapters.vault.keep('ticket');
      adapters.run({ type: 'socket.open', attempt: 1, ticket, userId: '7', epoch: null, since: null });
      await next('socket.opened');
      adapters.run({ type: 'socket.ping', attempt: 1 });
      const socket = await server.sockets.find(() => true);
      expect(await socket.received.count(1)).toEqual([{ event: 'ping' }]);
    },
  },
  'socket.close': {
    command: () => ({ type: 'socket.close', attempt: 9 }),
    shows: async ({ adapters, next, server }) => {
      const ticket = adapters.vault.keep('ticket');
      adapters.run({ type: 'socket.open', attempt: 1, ticket, userId: '7', epoch: null, since: null });
      await next('socket.opened');
      adapters.run({ type: 'socket.close', attempt: 1 });
      const socket = await server.sockets.find(() => true);
      expect(await socket.closed).toBe(1000);
    },
  },
  'presence.connect': { command: () => ({ type: 'presence.connect' }), request: 'connected' },
  'tickets.fetch': {
    command: () => ({
      type: 'tickets.fetch',
      request: 1,
      query: { instanceId: null, status: 'open', scope: 'mine', search: '' },
      page: 1,
      limit: 10,
      purpose: 'page',
    }),
    event: 'tickets.listed',
  },
  'ticket.fetch': { command: () => ({ type: 'ticket.fetch', ticketId: '20' }), event: 'ticket.loaded' },
  'chat.fetch': {
    command: () => ({
      type: 'chat.fetch',
      request: 1,
      customerId: '40',
      instanceId: '5',
      beforeId: null,
      limit: 50,
    }),
    event: 'chat.listed',
  },
  'text.fetch': {
    command: () => ({ type: 'text.fetch', customerId: '40', instanceId: '5', messageId: '901', from: 0 }),
    event: 'text.loaded',
  },
  'media.fetch': {
    command: () => ({ type: 'media.fetch', messageId: '901', request: 1, retry: false }),
    event: 'media.loaded',
  },
  'history.fetch': {
    command: () => ({ type: 'history.fetch', customerId: '40', instanceId: '5', limit: 10 }),
    event: 'history.listed',
  },
  'presence.tell': {
    command: () => ({ type: 'presence.tell', customerId: '40', instanceId: '5', typing: false }),
    // Without a connection: the next one is told anew.
    shows: async ({ events }) => expect(events.items).toEqual([]),
  },
  'ticket.finish': { command: () => ({ type: 'ticket.finish', ticketId: '20' }), event: 'ticket.finished' },
  'customer.pin': {
    command: () => ({ type: 'customer.pin', customerId: '40', pinned: true }),
    request: 'pinCustomer',
  },
  'draft.keep': {
    command: () => ({ type: 'draft.keep', customerId: '40', instanceId: '5', text: 'nobody is logged in' }),
    shows: async ({ adapters, events }) => {
      adapters.run({ type: 'outbox.load', userId: '7' });
      adapters.run({ type: 'draft.keep', customerId: '40', instanceId: '5', text: 'Bom dia' });
      adapters.run({ type: 'outbox.load', userId: '7' });
      await events.find((event) => event.type === 'drafts.restored' && event.drafts[0]?.text === 'Bom dia');
    },
  },
  'instances.fetch': { command: () => ({ type: 'instances.fetch' }), event: 'instances.listed' },
  'outbox.putAction': {
    command: () => ({
      type: 'outbox.putAction',
      action: { kind: 'finish', clientId: 'finish:20', ticketId: '20', outcomeId: null, userId: '7' },
    }),
    event: 'outbox.stored',
  },
  'outbox.put': { command: () => ({ type: 'outbox.put', message: MESSAGE }), event: 'outbox.stored' },
  'outbox.remove': {
    command: () => ({ type: 'outbox.remove', clientId: MESSAGE.clientId }),
    shows: async ({ adapters, next }) => {
      adapters.run({ type: 'outbox.put', message: MESSAGE });
      adapters.run({ type: 'outbox.remove', clientId: MESSAGE.clientId });
      adapters.run({ type: 'outbox.load', userId: '7' });
      expect((await next('outbox.restored')).messages).toEqual([]);
    },
  },
  'tabs.join': { command: () => ({ type: 'tabs.join', userId: '7' }), event: 'tab.led' },
  'tabs.tellShown': { command: () => ({ type: 'tabs.tellShown', ticketIds: ['501'] }), shows: nothing },
  'tabs.leave': { command: () => ({ type: 'tabs.leave' }), shows: nothing },
  'log.drop': { command: () => ({ type: 'log.drop', userId: '7' }), shows: nothing },
  'log.keep': { command: () => ({ type: 'log.keep', userId: '7' }), shows: nothing },
  'outbox.load': { command: () => ({ type: 'outbox.load', userId: '7' }), event: 'outbox.restored' },
  'storage.erase': {
    command: () => ({ type: 'storage.erase' }),
    shows: async ({ adapters, next }) => {
      adapters.run({ type: 'outbox.put', message: MESSAGE });
      adapters.run({ type: 'storage.erase' });
      adapters.run({ type: 'outbox.load', userId: '7' });
      expect((await next('outbox.restored')).messages).toEqual([]);
    },
  },
  'message.upload': {
    command: ({ adapters }) => {
      adapters.files.keep(MESSAGE.clientId, new Blob(['foto']));
      const file = { name: 'foto.jpg', mimeType: 'image/jpeg', bytes: 4, tag: 'image' } as const;
      return { type: 'message.upload', message: { ...MESSAGE, file } };
    },
    event: 'message.uploaded',
  },
  'message.send': { command: () => ({ type: 'message.send', message: MESSAGE }), event: 'message.accepted' },
  'message.resolve': {
    command: () => ({ type: 'message.resolve', clientId: MESSAGE.clientId }),
    event: 'message.resolved',
  },
  'unseen.reset': {
    command: () => ({ type: 'unseen.reset', customerId: '40', instanceId: '5', upToId: '900' }),
    event: 'unseen.resetAnswered',
  },
  'transfer.fetchCandidates': {
    command: () => ({ type: 'transfer.fetchCandidates', ticketId: '20', instanceId: '5', withoutUserId: null }),
    event: 'transfer.candidatesListed',
  },
  'transfer.create': {
    command: () => ({
      type: 'transfer.create',
      ticketId: '20',
      clientId: 'client-9',
      nextOwnerId: '8',
      previousOwnerId: '7',
    }),
    event: 'transfer.created',
  },
  'transfer.queue': {
    command: () => ({
      type: 'transfer.queue',
      ticketId: '20',
      clientId: 'client-9',
      departmentId: '70',
      previousOwnerId: '7',
    }),
    event: 'transfer.queued',
  },
  'transfer.confirm': { command: () => ({ type: 'transfer.confirm', transferId: '60' }), event: 'transfer.confirmed' },
  'transfer.delete': { command: () => ({ type: 'transfer.delete', transferId: '60' }), event: 'transfer.deleted' },
  'list.fetch': {
    command: () => ({
      type: 'list.fetch',
      list: 'users',
      request: 1,
      query: { page: 1, limit: 10, search: '', sort: { by: 'name', descending: false }, filters: {} },
    }),
    event: 'list.answered',
  },
  'form.load': { command: () => ({ type: 'form.load', form: 'user', key: '7', request: 1 }), event: 'form.loaded' },
  'form.save': {
    command: () => ({ type: 'form.save', form: 'user.delete', key: '7', request: 1, values: {}, version: null }),
    event: 'form.saved',
  },
  'form.stop': {
    command: () => ({ type: 'form.stop', form: 'download', key: 'audit', request: 1 }),
    // What is given up is never told of: the next is the first.
    shows: async ({ adapters, next, server }) => {
      server.on('GET /api/audit/sheet', () => new Promise(() => undefined));
      const values = { format: 'csv', locale: 'pt_BR' };
      adapters.run({ type: 'form.save', form: 'download', key: 'audit', request: 2, values, version: null });
      adapters.run({ type: 'form.stop', form: 'download', key: 'audit', request: 2 });
      adapters.run({ type: 'form.save', form: 'user.delete', key: '7', request: 3, values: {}, version: null });
      expect(await next('form.saved')).toMatchObject({ form: 'user.delete' });
    },
  },

  'desktop.show': {
    command: () => ({
      type: 'desktop.show',
      noticeId: 'n',
      title: { kind: 'words', words: 'Oi' },
      body: { kind: 'words', words: 'Bom dia' },
    }),
    shows: ({ environment }) => eventually(() => expect(environment.notices).toHaveLength(1)),
  },
  'desktop.hide': {
    command: () => ({ type: 'desktop.hide', noticeId: 'n' }),
    shows: async ({ adapters, environment }) => {
      const words = { kind: 'words', words: 'Oi' } as const;
      adapters.run({ type: 'desktop.show', noticeId: 'n', title: words, body: words });
      adapters.run({ type: 'desktop.hide', noticeId: 'n' });
      await eventually(() => expect(environment.notices[0]?.closed()).toBe(true));
    },
  },
  // tabs.test.ts has the other tab.
  'notices.tellRead': { command: () => ({ type: 'notices.tellRead', ids: ['n'] }), shows: nothing },
  'desktop.askPermission': { command: () => ({ type: 'desktop.askPermission' }), event: 'desktop.permissionChanged' },
  'sound.play': { command: () => ({ type: 'sound.play', sound: 'mine', volume: 0.5 }), event: 'sound.refused' },
  'preferences.keep': {
    command: () => ({ type: 'preferences.keep', preferences: { ...DEFAULT_PREFERENCES, theme: 'dark' } }),
    shows: (bench) => expect(kept(bench, 'preferences')).toContain('"dark"'),
  },
  'lock.keep': {
    command: () => ({ type: 'lock.keep', locked: true }),
    shows: (bench) => expect(kept(bench, 'locked')).toBeTruthy(),
  },
};

/** Answers to every call that the cases make. */
export function scriptAll({ server }: Bench): void {
  const noRoutes = { has_permission_routes: [] };
  const reset = { customer_id: '40', instance_id: '5', up_to_id: '900', unseenMsg: 0, position: 3 };
  const page = {
    total_pages: 1,
    total_items: 1,
    position: 3,
    items: [wireTicket()],
    unseen_conversations: [{ customer_id: '30', instance_id: '5' }],
    pinned_customers: ['30'],
  };
  const answers: Readonly<Record<string, unknown>> = {
    logIn: { token: 'token', origin_backoffice: false, user: wireUser(), ...noRoutes },
    confirmSecondFactor: { token: 'token', origin_backoffice: false, user: wireUser(), ...noRoutes },
    refreshToken: { token: 'token', user_id: '7', ...noRoutes },
    userInfos: wireUser(),
    instances: [],
    createSocketTicket: { ticket: 'ticket', expires_at: AT },
    connected: { id: '7', isConnected: true },
    disconnected: { id: '7', isConnected: false },
    chatTickets: page,
    customerChats: [wireChat()],
    messageMedia: {
      id: '901',
      state: 'fetching',
      mime_type: null,
      size_bytes: null,
      width: null,
      height: null,
      url: null,
      preview_url: null,
      expires_at: null,
    },
    customerChatText: { id: '901', message: 'Oi', next: null },
    pastChatTickets: { total_items: 0, items: [] },
    finishChatTicket: wireTicket({ finished_at: AT }),
    pinCustomer: true,
    sendMessage: wireChat(),
    sentMessage: null,
    resetCustomerUnseenMsgs: reset,
    onlineUsers: [wireUser()],
    createTicketTransfer: wireTransfer(),
    queueChatTicket: true,
    confirmTicketTransfer: wireTransfer({ transferred_at: AT }),
    deleteTicketTransfer: wireTransfer({ deleted_at: AT }),
    paginatedUsers: { total_pages: 1, total_items: 1, user_count: 1, user_limit: null, items: [wireManagedUser()] },
    deleteUser: true,
  };
  for (const [name, answer] of Object.entries(answers)) server.on(name, data({ [name]: answer }));
  server.on('POST /api/auth/logout', ok({ ok: true }));
  const uploaded = { client_id: MESSAGE.clientId, tag_type: 'image', mime_type: 'image/jpeg', size_bytes: 4 };
  server.on(`PUT /api/outgoing-files/${MESSAGE.clientId}`, ok(uploaded));
  server.on('GET /api/permission/email', ok([]));
}
