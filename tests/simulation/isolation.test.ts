import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Failure } from '../../src/machines/entities/failure.ts';
import type { Command } from '../../src/machines/log/command.ts';
import type { Logged } from '../../src/machines/log/event.ts';
import { offer, say, take, ticketOf, viewerOf } from '../support/simulation-people.ts';
import { lastMessageIn } from '../support/conversation.ts';
import { expectReplayed, SUPORTE, startWorld, VENDAS } from '../support/simulation-world.ts';
import type { Page, World } from '../support/simulation-world.ts';

const BRISA = '200000000000001';
const PHONES = { mine: '5511900000601', unowned: '5511900000602', brisa: '5521900000603', suporte: '5511900000604' };
let world: World;
let ana: Page;
let bruno: Page;
let carla: Page;
let bia: Page;

beforeAll(async () => {
  world = await startWorld();
  // Carla serves Suporte alone.
  await world.rows(`delete from user_instance using app_user u, instance i where u.id = user_instance.user_id
    and i.id = user_instance.instance_id and u.username = 'carla' and i.name = 'Vendas'`);
  [ana, bruno, carla, bia] = [
    await world.open('ana'),
    await world.open('bruno'),
    await world.open('carla'),
    await world.open('bia'),
  ];
  bruno.client.append({ type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'all' });
  carla.client.append({ type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'all' });
  for (const [number, phone] of [
    [VENDAS, PHONES.mine],
    [VENDAS, PHONES.unowned],
    [SUPORTE, PHONES.suporte],
    [BRISA, PHONES.brisa],
  ] as const) {
    await world.provider.saveCustomer(phone, `Cliente ${phone}`);
    await world.provider.write(number, phone, 'Oi');
  }
});
afterAll(() => world.stop());

function framesAbout({ client }: Page, phone: string): readonly Logged[] {
  return client.events.items.filter((event) => 'stream' in event && JSON.stringify(event).includes(phone));
}

/** Runs what a page of somebody with a made-up address would; answers why it came to nothing. */
async function failureOf({ client }: Page, command: Command): Promise<Failure> {
  const position = client.app.log.position;
  client.adapters.run(command);
  const failed = await client.events.find(
    (event) => event.type === 'api.responseFailed' && event.command === command.type && event.position > position,
  );
  if (failed.type !== 'api.responseFailed') throw new Error(failed.type);
  return failed.failure;
}

async function thingsOf(page: Page, phone: string) {
  const ticket = await take(page, phone, 'Minha conversa');
  const transferId = page === bia ? null : await offer(page, ticket, viewerOf(ana));
  await world.providerDone();
  await world.allHeard(ana, bruno, carla);
  return {
    ticket,
    transferId,
    message: lastMessageIn(page.client.directory, ticket.id)?.id ?? '',
    ownerId: viewerOf(page).id,
  };
}

function everyCall(of: Awaited<ReturnType<typeof thingsOf>>, asker: Page): readonly Command[] {
  const { ticket, transferId, message } = of;
  const conversation = { customerId: ticket.customer.id, instanceId: ticket.instance.id };
  const me = viewerOf(asker).id;
  const query = { instanceId: ticket.instance.id, status: 'open', scope: 'all', search: '' } as const;
  return [
    { type: 'tickets.fetch', request: 900, query, page: 1, limit: 10, purpose: 'page' },
    { type: 'ticket.fetch', ticketId: ticket.id },
    { type: 'chat.fetch', request: 901, ...conversation, beforeId: null, limit: 50 },
    { type: 'chat.fetch', request: 902, ...conversation, beforeId: message, limit: 50 },
    { type: 'ticket.finish', ticketId: ticket.id },
    { type: 'customer.pin', customerId: ticket.customer.id, pinned: true },
    { type: 'unseen.reset', ...conversation, upToId: null },
    { type: 'transfer.fetchCandidates', ticketId: ticket.id, instanceId: ticket.instance.id, withoutUserId: null },
    {
      type: 'transfer.create',
      ticketId: ticket.id,
      clientId: asker.client.environment.uuid(),
      nextOwnerId: me,
      previousOwnerId: null,
    },
    {
      type: 'transfer.queue',
      ticketId: ticket.id,
      clientId: asker.client.environment.uuid(),
      departmentId: null,
      previousOwnerId: null,
    },
    ...(transferId === null
      ? []
      : ([
          { type: 'transfer.confirm', transferId },
          { type: 'transfer.delete', transferId },
        ] as const)),
    {
      type: 'message.send',
      message: {
        clientId: asker.client.environment.uuid(),
        tempId: '900-temp',
        ticketId: ticket.id,
        ...conversation,
        toNumber: ticket.customer.phone,
        text: 'Invasão',
        replyTo: null,
        userId: me,
        submittedAt: 0,
      },
    },
  ];
}

async function state(): Promise<unknown> {
  return world.rows(`select
    (select count(*) from message) as messages, (select count(*) from event) as events,
    (select count(*) from ticket_transfer) as transfers, (select count(*) from pinned_customer) as pins,
    (select json_agg((id, user_id, finished_at, unseen_count) order by id) from chat_ticket) as tickets`);
}

describe('another company', () => {
  test('every call is answered as not found and changes nothing; none of its frames come', async () => {
    const theirs = await thingsOf(bia, PHONES.brisa);
    const ours = await thingsOf(bruno, PHONES.mine);
    const before = await state();
    for (const [asker, things] of [
      [ana, theirs],
      [bia, ours],
    ] as const) {
      for (const command of everyCall(things, asker)) {
        const failure = await failureOf(asker, command);
        expect({ command: command.type, code: failure.code, key: failure.key }).toEqual({
          command: command.type,
          code: 'NOT_FOUND',
          key: 'error.notFound',
        });
      }
    }
    expect(await state()).toEqual(before);
    expect(framesAbout(ana, PHONES.brisa)).toEqual([]);
    expect(framesAbout(bia, PHONES.mine)).toEqual([]);
    expect(framesAbout(bia, PHONES.brisa).length).toBeGreaterThan(0);
  });

  test('its address of a ticket shows as not found', async () => {
    const { id } = await ticketOf(bia, PHONES.brisa);
    ana.client.append({ type: 'ticket.opened', ticketId: id });
    const { failure } = await ana.client.next('ticket.loadFailed');
    expect(failure).toMatchObject({ code: 'NOT_FOUND', key: 'error.notFound' });
    ana.client.append({ type: 'ticket.left', ticketId: id });
    expect(ana.client.directory.ticket(id)).toBeUndefined();
  });
});

describe('another attendant', () => {
  test('whose conversation it isn’t: not found, and no frames once it has an owner', async () => {
    const things = await thingsOf(bruno, PHONES.unowned);
    const position = carla.client.app.log.position;
    await say(bruno, things.ticket, 'Só nós dois');
    await world.provider.write(VENDAS, PHONES.unowned, 'Segredo');
    await world.providerDone();
    await world.allHeard(carla, ana);
    const before = await state();
    for (const command of everyCall(things, carla)) {
      expect((await failureOf(carla, command)).code).toBe('NOT_FOUND');
    }
    expect(await state()).toEqual(before);
    expect(framesAbout(carla, PHONES.unowned).filter((event) => event.position > position)).toEqual([]);
    expect(framesAbout(ana, 'Segredo').length).toBeGreaterThan(0);
    // Of what nobody has, those hear who serve its instance.
    expect(framesAbout(carla, PHONES.unowned)).toEqual([]);
    expect(framesAbout(carla, PHONES.suporte).length).toBeGreaterThan(0);
    expect(carla.client.directory.ticketOrder.getSnapshot().ids).toHaveLength(1);
    expectReplayed(ana, bruno, carla, bia);
  });
});
