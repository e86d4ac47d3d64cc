import { campaignNews } from '../../models/frames.ts';
import { describe, expect, test } from 'vitest';
import { CONTRACT_VERSION } from '../../contract/facts/version.ts';
import { streamFrameSchema } from '../../contract/realtime/server-frame.ts';
import type { StreamEventName } from '../../contract/realtime/server-frame.ts';
import { frameEvent } from '../../src/adapters/realtime/frame-events.ts';
import type { FrameEvent } from '../../src/machines/log/events-chat.ts';
import { data, graphqlError } from '../support/scripted-server.ts';
import type { ScriptedSocket } from '../support/scripted-server.ts';
import { AT, STREAM_DATA, streamFrame } from '../support/wire.ts';
import { startBench, TENANT } from './harness.ts';
import type { Bench } from './harness.ts';
import { eventually } from '../support/expect-eventually.ts';

interface Opening {
  readonly attempt?: number;
  readonly epoch?: string | null;
  readonly since?: number | null;
}

function open({ adapters }: Bench, { attempt = 1, epoch = null, since = null }: Opening = {}): void {
  const ticket = adapters.vault.keep('ticket-1');
  adapters.run({ type: 'socket.open', attempt, ticket, userId: '7', epoch, since });
}

async function opened(opening?: Opening): Promise<Bench & { readonly socket: ScriptedSocket }> {
  const bench = await startBench();
  open(bench, opening);
  await bench.next('socket.opened');
  const socket = await bench.server.sockets.find(() => true);
  return { ...bench, socket };
}

const MOMENT = Date.parse(AT);

interface Expected {
  readonly type: FrameEvent['type'];
  readonly [field: string]: unknown;
}

/** What each frame becomes. Total: a frame added to the contract doesn't compile without a line here. */
const BECOMES: { readonly [Name in StreamEventName]: Expected } = {
  CustomerChatCreated: {
    type: 'message.arrived',
    message: { id: '900', ticketId: '20', received: true, at: MOMENT, text: 'Bom dia', unseen: true },
    ticket: { id: '20', startedAt: MOMENT, pinned: null, owner: { id: '7' }, lastMessage: { id: '900' } },
  },
  CustomerChatAckChanged: {
    type: 'message.ackChanged',
    messageId: '900',
    clientId: null,
    ticketId: '20',
    customerId: '40',
    instanceId: '5',
    ack: 3,
    errorCode: null,
    errorKey: null,
  },
  CustomerChatEventChanged: {
    type: 'line.changed',
    customerId: '40',
    instanceId: '5',
    line: { id: '300', kind: 'taken', at: MOMENT, afterId: '900', ticketId: '20', by: { id: '7' }, deleted: false },
  },
  CustomerUpdated: {
    type: 'customer.updated',
    customerId: '40',
    name: 'Marina Costa',
    tags: [{ id: '60', name: 'VIP', color: 'purple' }],
  },
  CustomersMerged: {
    type: 'customers.merged',
    fromId: '41',
    fromName: 'Marina',
    intoId: '40',
    intoName: 'Marina Costa',
  },
  ListUpdated: { type: 'list.updated', what: 'tags' },
  CustomerCreatedToChat: {
    type: 'customer.arrived',
    ticket: { id: '20', customer: { id: '40', phone: '5511987654321', blacklisted: false, since: MOMENT } },
  },
  CustomerBlacklisted: { type: 'customer.blacklisted', customerId: '40', blacklisted: true },
  ChatNotification: {
    type: 'notice.arrived',
    noticeId: '300',
    title: 'Marina Alves',
    text: 'Bom dia',
    attendant: { id: '7', name: 'Ana Souza' },
    ticketId: '20',
    customerId: '40',
    customerName: 'Marina Alves',
    instanceId: '5',
  },
  ChatTicketClosed: { type: 'ticket.closed', ticket: { finishedAt: MOMENT }, by: { id: '7' } },
  ChatTicketTransferring: {
    type: 'transfer.arrived',
    addressed: false,
    transfer: {
      id: '60',
      ticketId: '20',
      nextOwner: { id: '8' },
      createdAt: MOMENT,
      confirmedAt: null,
      deletedAt: null,
    },
  },
  ChatTicketTransfer: {
    type: 'transfer.arrived',
    addressed: true,
    transfer: { previousOwner: { id: '7' }, triggeredBy: { id: '7' } },
    by: { id: '7', name: 'Ana Souza' },
  },
  ChatTicketTransferred: { type: 'ticket.transferred', transfer: null, ticket: { id: '20' }, by: null },
  DeleteChatTicketTransfer: { type: 'transfer.removed', transfer: { id: '60', deletedAt: MOMENT } },
  InstanceUpdated: { type: 'instance.updated', instance: { id: '5', name: 'Vendas', active: false } },
  FeaturesChanged: { type: 'permissions.outdated' },
  PermissionsChanged: { type: 'permissions.outdated' },
  CampaignUpdated: { type: 'campaign.updated', campaignId: '70', news: campaignNews(3) },
  GroupOfCustomersUpdated: { type: 'customerGroup.updated', groupId: '80', name: 'Vips' },
  CustomerUnseenMsgsReset: { type: 'unseen.wasReset', customerId: '40', instanceId: '5', upToId: '900', unseen: 0 },
  CustomerPinned: { type: 'customer.pinned', customerId: '40', pinned: true },
};

describe('frames', () => {
  test.each(Object.entries(BECOMES))('%s -> its event, with its place in the stream', async (name, expected) => {
    const bench = await opened();
    bench.socket.send(streamFrame(name as StreamEventName, 12, 9));
    const event = await bench.next(expected.type);
    expect(event).toMatchObject({ ...expected, stream: { epoch: 'epoch-1', seq: 12, prev: 9, id: 'event-12' } });
    expect(bench.had('input.rejected')).toEqual([]);
  });

  test('several in one message -> their events in order; one that isn’t understood keeps none of them back', async () => {
    const bench = await opened();
    bench.socket.send([streamFrame('ListUpdated', 12, 9), { event: 'Unknown' }, streamFrame('CustomerPinned', 13, 12)]);
    expect((await bench.next('customer.pinned')).stream.seq).toBe(13);
    expect(bench.had('list.updated')).toHaveLength(1);
    expect(bench.had('input.rejected')).toMatchObject([{ sample: '{"event":"Unknown"}' }]);
  });

  test('one of several leads to another connection -> the rest, which that one brings again, isn’t taken', async () => {
    const bench = await opened();
    bench.react(({ type }) => (type === 'list.updated' ? [{ type: 'socket.close', attempt: 1 }] : []));
    bench.socket.send([streamFrame('ListUpdated', 12, 9), streamFrame('CustomerPinned', 13, 12)]);
    await bench.next('list.updated');
    expect(bench.had('customer.pinned')).toEqual([]);
  });

  test('a list that only a later server knows -> its frame counts in the stream like any other', async () => {
    const bench = await opened();
    bench.socket.send({ ...(streamFrame('ListUpdated', 12, 9) as object), data: { list: 'of_tomorrow' } });
    bench.socket.send(streamFrame('CustomerPinned', 13, 12));
    await bench.next('customer.pinned');
    expect(bench.had('list.updated')).toMatchObject([{ what: 'of_tomorrow', stream: { seq: 12, prev: 9 } }]);
    expect(bench.had('input.rejected')).toEqual([]);
  });

  test('every frame of the contract is among them', () => {
    const named = streamFrameSchema.def.options.map((option) => [...option.shape.event.def.values][0]);
    expect(new Set<string | undefined>(Object.keys(STREAM_DATA))).toEqual(new Set<string | undefined>(named));
  });

  test('someone who was removed keeps their id in a transfer', () => {
    const transfer = { ...STREAM_DATA.ChatTicketTransfer.ticketTransfer, previousUser: null, nextUser: null };
    const parsed = streamFrameSchema.parse({
      ...(streamFrame('ChatTicketTransfer') as object),
      data: { ...STREAM_DATA.ChatTicketTransfer, ticketTransfer: transfer },
    });
    expect(frameEvent(parsed)).toMatchObject({
      transfer: { previousOwner: { id: '7', name: '' }, nextOwner: { id: '8', name: '' } },
    });
  });

  test('hello and pong', async () => {
    const bench = await opened({ attempt: 3 });
    bench.socket.send({ event: 'hello', epoch: 'e', head: 5, recovered: false });
    bench.socket.send({ event: 'pong', head: 6 });
    expect(await bench.next('socket.greeted')).toEqual({
      type: 'socket.greeted',
      attempt: 3,
      epoch: 'e',
      head: 5,
      recovered: false,
    });
    expect(await bench.next('socket.ponged')).toEqual({ type: 'socket.ponged', attempt: 3, head: 6 });
  });

  test('hello although the browser says that it is offline -> what waited for the network goes out, until it closes', async () => {
    const bench = await startBench({ online: false });
    const finish = (ticketId: string) => bench.adapters.run({ type: 'ticket.finish', ticketId });
    bench.server.on('finishChatTicket', graphqlError('x', { code: 'CONFLICT', key: 'error.ticket.finished' }));
    bench.adopt('token-1', 1);
    finish('20');
    open(bench);
    await bench.next('socket.opened');
    const socket = await bench.server.sockets.find(() => true);
    socket.send({ event: 'hello', epoch: 'e', head: 5, recovered: false });
    await bench.next('ticket.finishFailed');
    finish('21');
    await bench.all('ticket.finishFailed', 2);
    bench.adapters.run({ type: 'socket.close', attempt: 1 });
    finish('22');
    bench.server.on('instances', data({ instances: [] }));
    bench.adapters.run({ type: 'instances.fetch' });
    await bench.next('instances.listed');
    expect(bench.had('ticket.finishFailed').map(({ ticketId }) => ticketId)).toEqual(['20', '21']);
  });

  test.each([
    ['no JSON', 'hello?', 'root: invalid_type'],
    ['no object', '7', 'root: invalid_type'],
    ['an unknown event', JSON.stringify({ event: 'Surprise', data: {} }), 'event: invalid_union'],
    [
      'a known event of another shape',
      JSON.stringify({ event: 'CustomerPinned', data: { pinned: 'yes', customer: { id: '4' } } }),
      'data.pinned: invalid_type (and 4 more)',
    ],
    [
      'a hello of another shape',
      JSON.stringify({ event: 'hello', epoch: 'e', head: -1, recovered: true }),
      'head: too_small',
    ],
  ])('%s -> input.rejected, and the next frame still counts', async (_what, text, reason) => {
    const bench = await opened();
    bench.socket.sendText(text);
    bench.socket.send({ event: 'pong', head: 6 });
    await bench.next('socket.ponged');
    expect(bench.had('input.rejected')).toEqual([{ type: 'input.rejected', source: 'realtime', reason, sample: text }]);
    expect(bench.had('socket.closed')).toEqual([]);
  });
});

describe('the socket', () => {
  test('a ticket is fetched for it, and stays out of the log', async () => {
    const bench = await startBench();
    bench.adopt('token', 1);
    bench.server.on('createSocketTicket', data({ createSocketTicket: { ticket: 'ticket-1', expires_at: AT } }));
    bench.adapters.run({ type: 'socket.fetchTicket', attempt: 2 });
    const { ticket, attempt } = await bench.next('socket.ticketIssued');
    expect(attempt).toBe(2);
    expect(JSON.stringify(bench.events.items)).not.toContain('ticket-1');
    bench.adapters.run({ type: 'socket.open', attempt, ticket, userId: '7', epoch: null, since: null });
    const socket = await bench.server.sockets.find(() => true);
    expect(Object.fromEntries(socket.query)).toEqual({
      tenantName: TENANT,
      userId: '7',
      ticket: 'ticket-1',
      contract: String(CONTRACT_VERSION),
    });
  });

  test('no ticket -> socket.ticketFailed', async () => {
    const bench = await startBench();
    bench.adopt('token', 1);
    bench.server.on('createSocketTicket', graphqlError('no', { code: 'UNAVAILABLE', key: 'error.unavailable' }));
    bench.adapters.run({ type: 'socket.fetchTicket', attempt: 2 });
    expect(await bench.next('socket.ticketFailed')).toMatchObject({ attempt: 2, failure: { code: 'UNAVAILABLE' } });
  });

  test('resumes from the epoch and position it is told', async () => {
    const { socket } = await opened({ epoch: 'epoch-1', since: 41 });
    expect(socket.query.get('epoch')).toBe('epoch-1');
    expect(socket.query.get('since')).toBe('41');
  });

  test.each([
    ['the same epoch', 'epoch-1', 0],
    ['another epoch: what the page holds is of another history', 'epoch-2', 1],
  ])('resumes and is greeted with %s -> reloads the page so often', async (_what, epoch, reloads) => {
    const bench = await opened({ epoch: 'epoch-1', since: 41 });
    bench.socket.send({ event: 'hello', epoch, head: 50, recovered: false });
    bench.socket.send({ event: 'pong', head: 50 });
    await bench.next('socket.ponged');
    await eventually(() => expect(bench.environment.pageControl.reloaded()).toBe(reloads));
  });

  test('a page that knows nothing yet is not reloaded', async () => {
    const bench = await opened();
    bench.socket.send({ event: 'hello', epoch: 'epoch-2', head: 50, recovered: false });
    await bench.next('socket.greeted');
    expect(bench.environment.pageControl.reloaded()).toBe(0);
  });

  test.each([
    ['the page’s version', CONTRACT_VERSION, undefined],
    ['a newer one', CONTRACT_VERSION + 1, CONTRACT_VERSION + 1],
    ['an older one', CONTRACT_VERSION - 1, CONTRACT_VERSION - 1],
    ['none, as older servers do', undefined, undefined],
  ])('greeted with %s of the contract -> says so where it differs, and goes on', async (_what, contract, told) => {
    const bench = await opened();
    bench.socket.send({ event: 'hello', epoch: 'e', head: 5, recovered: false, contract });
    bench.socket.send({ event: 'pong', head: 6 });
    expect((await bench.next('socket.greeted')).otherVersion).toBe(told);
    await bench.next('socket.ponged');
    expect(bench.environment.pageControl.reloaded()).toBe(0);
    expect(bench.had('socket.closed')).toEqual([]);
  });

  test('pings when told, and only on its own attempt', async () => {
    const { socket, adapters } = await opened({ attempt: 2 });
    adapters.run({ type: 'socket.ping', attempt: 1 });
    adapters.run({ type: 'socket.ping', attempt: 2 });
    expect(await socket.received.count(1)).toEqual([{ event: 'ping' }]);
    adapters.run({ type: 'socket.close', attempt: 2 });
    await socket.closed;
    expect(socket.received.items).toHaveLength(1);
  });

  test.each([
    [4401, 'ticket used'],
    [4403, 'disconnected'],
    [1012, 'restarting'],
    [1000, 'bye'],
  ])('the server closes with %i -> socket.closed with that code, once, and no new try', async (code, reason) => {
    const bench = await opened({ attempt: 5 });
    bench.socket.close(code, reason);
    expect(await bench.next('socket.closed')).toEqual({ type: 'socket.closed', attempt: 5, code, reason });
    open(bench, { attempt: 6 });
    await bench.events.count(2, (event) => event.type === 'socket.opened');
    expect(bench.server.sockets.items).toHaveLength(2);
    expect(bench.had('socket.closed')).toHaveLength(1);
  });

  test('the connection breaks -> 1006, not the 1000 that partysocket says', async () => {
    const bench = await opened();
    bench.socket.break();
    expect((await bench.next('socket.closed')).code).toBe(1006);
  });

  test('not let in -> 1006 without having been open', async () => {
    const bench = await startBench();
    bench.server.admit(() => false);
    open(bench);
    expect((await bench.next('socket.closed')).code).toBe(1006);
    expect(bench.had('socket.opened')).toEqual([]);
  });

  test('no server there -> 1006', async () => {
    const bench = await startBench();
    await bench.server.close();
    open(bench);
    expect((await bench.next('socket.closed')).code).toBe(1006);
  });

  test('closed when told -> no event of it; frames and closes of it are not heard any more', async () => {
    const bench = await opened({ attempt: 1 });
    bench.adapters.run({ type: 'socket.close', attempt: 1 });
    bench.socket.send({ event: 'pong', head: 1 });
    await bench.socket.closed;
    open(bench, { attempt: 2 });
    await bench.events.count(2, (event) => event.type === 'socket.opened');
    expect(bench.events.items.map((event) => event.type)).toEqual(['socket.opened', 'socket.opened']);
  });

  test('closed before it was open -> never opens', async () => {
    const bench = await startBench();
    open(bench, { attempt: 1 });
    bench.adapters.run({ type: 'socket.close', attempt: 1 });
    open(bench, { attempt: 2 });
    expect(await bench.next('socket.opened')).toMatchObject({ attempt: 2 });
    expect(bench.events.items).toHaveLength(1);
  });

  test('a ticket is good for one opening', async () => {
    const bench = await startBench();
    const ticket = bench.adapters.vault.keep('ticket-1');
    const opening = { type: 'socket.open', ticket, userId: '7', epoch: null, since: null } as const;
    bench.adapters.run({ ...opening, attempt: 1 });
    await bench.next('socket.opened');
    bench.adapters.run({ ...opening, attempt: 2 });
    expect(await bench.next('socket.closed')).toMatchObject({ attempt: 2, code: 1006 });
  });
});
