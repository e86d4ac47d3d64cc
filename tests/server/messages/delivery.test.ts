import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import * as fc from 'fast-check';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import type { CustomerChat } from '../../../contract/entities/customer-chat.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import { applyUpdate, NEVER_CONFIRMED } from '../../../server/domain/delivery/delivery.ts';
import type { Delivery, DeliveryUpdate } from '../../../server/domain/delivery/delivery.ts';
import { startAttendance, statusBody } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';

const pending: Delivery = { ack: 0, error: null };
const failed: DeliveryUpdate = { failed: { code: '131026', key: 'channel.error.undeliverable' } };
const uncertain: DeliveryUpdate = { failed: NEVER_CONFIRMED };

describe('the level of a delivery', () => {
  test.each<[string, DeliveryUpdate[], Delivery]>([
    ['sent -> delivered -> read', [{ ack: 1 }, { ack: 2 }, { ack: 3 }], { ack: 3, error: null }],
    ['read -> delivered -> sent', [{ ack: 3 }, { ack: 2 }, { ack: 1 }], { ack: 3, error: null }],
    ['sent -> failed', [{ ack: 1 }, failed], { ack: 1, error: failed.failed }],
    ['failed -> sent', [failed, { ack: 1 }], { ack: 1, error: failed.failed }],
    ['failed -> delivered', [failed, { ack: 2 }], { ack: 2, error: null }],
    ['delivered -> failed', [{ ack: 2 }, failed], { ack: 2, error: null }],
    ['uncertain -> sent', [uncertain, { ack: 1 }], { ack: 1, error: null }],
    ['uncertain -> failed', [uncertain, failed], { ack: 0, error: failed.failed }],
    ['sent -> uncertain', [{ ack: 1 }, uncertain], { ack: 1, error: null }],
    ['failed -> uncertain', [failed, uncertain], { ack: 0, error: failed.failed }],
  ])('%s', (_name, news, expected) => {
    expect(news.reduce(applyUpdate, pending)).toEqual(expected);
  });

  test('a known update changes nothing: the same object', () => {
    const delivery: Delivery = { ack: 2, error: null };
    for (const news of [{ ack: 2 }, { ack: 1 }, failed, uncertain] as DeliveryUpdate[])
      expect(applyUpdate(delivery, news)).toBe(delivery);
  });

  test('neither order nor repetition matters, and it never falls', () => {
    const news = fc.array(
      fc.constantFrom<DeliveryUpdate>({ ack: 1 }, { ack: 2 }, { ack: 3 }, { ack: 4 }, failed, uncertain),
      { maxLength: 8 },
    );
    fc.assert(
      fc.property(
        news.chain((list) => fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length }))),
        ([list, other]) => {
          const all = list.reduce(applyUpdate, pending);
          expect(other.reduce(applyUpdate, pending)).toEqual(all);
          expect([...list, ...list].reduce(applyUpdate, pending)).toEqual(all);
        },
      ),
    );
  });
});

describe('statuses', () => {
  let world: World;
  beforeAll(async () => {
    world = await startAttendance();
    // Tests tell the statuses themselves.
    await world.emulator.patchPolicy({ statuses: { send: false } });
  });
  afterAll(() => world.stop());

  let last = 30_000_000;
  const sendOne = async (): Promise<{ ticket: ChatTicket; sent: CustomerChat; wamid: string }> => {
    const ticket = await world.open({ from: `55119${(last += 1)}` });
    const sent = await world.send(world.people.bruno, ticket, 'oi');
    await expectEventually(async () => (await newest(ticket))?.ack).toBe(1);
    const wamid = (await newest(ticket))?.whatsapp_message_id ?? '';
    return { ticket, sent, wamid };
  };
  const newest = async (ticket: ChatTicket) => (await world.chat(world.people.bruno, ticket)).at(-1);
  const tell = (id: string, status: string, more: object = {}) =>
    world.webhook(statusBody('vendas', { id, status, ...more }));

  test('read, delivered, sent -> read; each change one frame, the others none', async () => {
    const { ticket, sent, wamid } = await sendOne();
    const socket = await world.socket(world.people.bruno);
    for (const status of ['read', 'delivered', 'sent', 'read']) expect(await tell(wamid, status)).toBe(200);
    expect(await newest(ticket)).toMatchObject({ ack: 3, error_code: null });
    await socket.pong();
    const frames = socket.frames.filter(
      (frame) => frame.event === 'CustomerChatAckChanged' && frame.data.id === sent.id,
    );
    expect(frames.map((frame) => frame.event === 'CustomerChatAckChanged' && frame.data.ack)).toEqual([3]);
  });

  test('of an earlier attendance’s message: who serves the customer now hears of it too', async () => {
    const { people } = world;
    const phone = `55119${(last += 1)}`;
    const ticket = await world.open({ from: phone, number: 'suporte' });
    const sent = await world.send(people.bruno, ticket, 'até logo');
    await expectEventually(async () => (await newest(ticket))?.ack).toBe(1);
    const wamid = (await newest(ticket))?.whatsapp_message_id ?? '';
    await world.call(people.bruno, finishChatTicket, { id: ticket.id });
    await world.write({ from: phone, number: 'suporte', text: 'voltei' });
    const next = await world.ticketOf(people.carla, phone);
    if (next === undefined) throw new Error('no ticket');
    await world.send(people.carla, next, 'sou a Carla');
    const sockets = await Promise.all([people.bruno, people.carla].map((who) => world.socket(who)));
    await world.webhook(statusBody('suporte', { id: wamid, status: 'read' }));
    for (const socket of sockets) {
      const { data } = await socket.frame('CustomerChatAckChanged', (frame) => frame.data.id === sent.id);
      expect(data).toMatchObject({ ack: 3, chatTicket: { id: ticket.id } });
    }
  });

  test('failed -> the code and the key of its text', async () => {
    const { ticket, wamid } = await sendOne();
    await tell(wamid, 'failed', { errors: [{ code: 131_026, title: 'Message undeliverable' }] });
    expect(await newest(ticket)).toMatchObject({
      ack: 1,
      error_code: '131026',
      error_key: 'channel.error.undeliverable',
    });
  });

  test('one before its message waits for it', async () => {
    const ticket = await world.open({ from: `55119${(last += 1)}` });
    const { id } = await world.send(world.people.bruno, ticket, 'a caminho');
    await expectEventually(async () => (await newest(ticket))?.ack).toBe(1);
    const wamid = (await newest(ticket))?.whatsapp_message_id ?? '';
    // As if the answer to the send had not come yet.
    await world.rows('update message set whatsapp_message_id = null, ack = 0 where id = $1', [id]);
    await world.rows(
      "update outbox set state = 'sending', attempts = 0, locked_until = now() + interval '1 hour' where message_id = $1",
      [id],
    );
    await tell(wamid, 'delivered');
    await tell(wamid, 'sent');
    expect(await newest(ticket)).toMatchObject({ ack: 0 });
    expect(await world.rows('select ack from parked_status where whatsapp_message_id = $1', [wamid])).toEqual([
      { ack: 2 },
    ]);
  });

  test('one with our own id finds the message whose answer was lost', async () => {
    const ticket = await world.open({ from: `55119${(last += 1)}` });
    const { id } = await world.send(world.people.bruno, ticket, 'sem resposta');
    await expectEventually(async () => (await newest(ticket))?.ack).toBe(1);
    await world.rows('update message set whatsapp_message_id = null, ack = 0 where id = $1', [id]);
    await tell('wamid.late', 'delivered', { biz_opaque_callback_data: id });
    expect(await newest(ticket)).toMatchObject({ ack: 2, whatsapp_message_id: 'wamid.late' });
    await tell('wamid.late', 'read');
    expect(await newest(ticket)).toMatchObject({ ack: 3 });
  });

  test('one of another instance or tenant with our id finds nothing', async () => {
    const ticket = await world.open({ from: `55119${(last += 1)}` });
    const { id } = await world.send(world.people.bruno, ticket, 'meu');
    await expectEventually(async () => (await newest(ticket))?.ack).toBe(1);
    await world.rows('update message set whatsapp_message_id = null, ack = 0 where id = $1', [id]);
    await world.webhook(statusBody('suporte', { id: 'wamid.other', status: 'read', biz_opaque_callback_data: id }));
    await world.webhook(statusBody('brisa', { id: 'wamid.other', status: 'read', biz_opaque_callback_data: id }));
    expect(await newest(ticket)).toMatchObject({ ack: 0 });
  });
});
