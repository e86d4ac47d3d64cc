import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chatTickets } from '../../../contract/graphql/chat-tickets.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import { keptAside } from '../../../contract/rest/connections.ts';
import { NUMBERS, startAttendance, statusBody, writtenBody } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { askRest, refusedRest } from '../../support/rest-calls.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

let last = 10_000_000;
const newPhone = (): string => `55119${(last += 1)}`;
const stateOf = async (phone: string) => ({
  tickets: await world.rows(
    'select t.* from chat_ticket t join customer c on c.id = t.customer_id where c.phone_number = $1',
    [phone],
  ),
  messages: await world.rows(
    'select m.* from message m join customer c on c.id = m.customer_id where c.phone_number = $1',
    [phone],
  ),
  events: await world.rows('select position from event'),
  waiting: await world.rows('select id from inbound_waiting'),
});

describe('a customer writes', () => {
  test('nothing -> customer, ticket with a protocol, message, counters', async () => {
    const phone = newPhone();
    const id = await world.write({ from: phone, name: 'Rafaela Lima', text: 'Oi, tudo bem?' });
    const ticket = await world.ticketOf(world.people.bruno, phone);
    expect(ticket).toMatchObject({
      user: null,
      unseenMsg: 1,
      isNotResponded: true,
      finished_at: null,
      pinned: false,
      instance: { id: world.instances.vendas, name: 'Vendas' },
      customer: { name: 'Rafaela Lima', phone_number: phone, is_blacklisted: false },
      customerLastChat: {
        type: 1,
        message: 'Oi, tudo bem?',
        tag_type: 'text',
        whatsapp_message_id: id,
        unseen_msg: true,
      },
    });
    const day = new Intl.DateTimeFormat('en-CA', { timeZone: 'America/Sao_Paulo' })
      .format(new Date())
      .replaceAll('-', '');
    expect(ticket?.protocol).toMatch(new RegExp(`^${day}-\\d{4,}$`));
    expect(ticket?.last_received_at).not.toBeNull();
  });

  test('protocols count up within a day, for each tenant by itself', async () => {
    const one = await world.open({ from: newPhone() });
    const two = await world.open({ from: newPhone() });
    const other = await world.open({ from: newPhone(), number: 'brisa' });
    const count = (protocol: string): number => Number(protocol.split('-')[1]);
    expect(count(two.protocol)).toBe(count(one.protocol) + 1);
    expect(count(other.protocol)).toBe(1);
  });

  test('a second message joins the open ticket and counts', async () => {
    const phone = newPhone();
    const first = await world.open({ from: phone });
    await world.write({ from: phone, text: 'Ainda aí?' });
    const ticket = await world.ticketOf(world.people.ana, phone);
    expect(ticket).toMatchObject({ id: first.id, unseenMsg: 2, customerLastChat: { message: 'Ainda aí?' } });
  });

  test('the same customer on two instances has two tickets', async () => {
    const phone = newPhone();
    const vendas = await world.open({ from: phone });
    await world.write({ from: phone, number: 'suporte' });
    const { items } = (
      await world.call(world.people.ana, chatTickets, { customer_id: vendas.customer.id, all_users: true })
    ).chatTickets;
    expect(items.map((ticket) => ticket.instance.name).toSorted()).toEqual(['Suporte', 'Vendas']);
  });

  test('a bare number for a name gives way to the profile’s; a name stays', async () => {
    const phone = newPhone();
    expect((await world.open({ from: phone, name: null })).customer.name).toBe(phone);
    expect((await world.open({ from: phone, name: 'Dona Marta' })).customer.name).toBe('Dona Marta');
    expect((await world.open({ from: phone, name: 'Outra Pessoa' })).customer.name).toBe('Dona Marta');
  });

  test('an old Brazilian number without its nine is the same customer', async () => {
    const phone = '5511987650001';
    const ticket = await world.open({ from: phone });
    await world.write({ from: '551187650001', text: 'de novo' });
    expect(await world.ticketOf(world.people.ana, phone)).toMatchObject({ id: ticket.id, unseenMsg: 2 });
  });

  test('a customer without a number is kept by their user id, until the number is known', async () => {
    const userId = 'BR.1502576394655843';
    const hidden = await world.open({ from: userId, name: 'Sem Número' });
    expect(hidden.customer.phone_number).toBe(userId);
    const phone = newPhone();
    await world.write({ from: phone, name: 'Sem Número', more: { from_user_id: userId } });
    expect(await world.ticketOf(world.people.ana, phone)).toMatchObject({ id: hidden.id, unseenMsg: 2 });
  });

  test('the same webhook again changes nothing, not even the stream', async () => {
    const phone = newPhone();
    const { body } = writtenBody({ from: phone });
    expect(await world.webhook(body)).toBe(200);
    const before = await stateOf(phone);
    expect(await Promise.all([world.webhook(body), world.webhook(body), world.webhook(body)])).toEqual([200, 200, 200]);
    expect(await stateOf(phone)).toEqual(before);
  });

  test('twenty first messages at once open one ticket', async () => {
    const phone = newPhone();
    await Promise.all(
      Array.from({ length: 20 }, (_, index) => world.write({ from: phone, text: `mensagem ${index}` })),
    );
    const { tickets, messages } = await stateOf(phone);
    expect(tickets).toHaveLength(1);
    expect(tickets[0]).toMatchObject({ unseen_count: 20 });
    expect(messages).toHaveLength(20);
  });

  test('a reply quotes what it answers; one to an unknown message stands alone', async () => {
    const phone = newPhone();
    const first = await world.write({ from: phone, text: 'Tem sofá?' });
    await world.write({ from: phone, text: 'Azul', more: { context: { from: phone, id: first } } });
    await world.write({ from: phone, text: 'Oi?', more: { context: { from: phone, id: 'wamid.nowhere' } } });
    const ticket = await world.ticketOf(world.people.ana, phone);
    const chat = ticket && (await world.chat(world.people.ana, ticket));
    expect(chat?.map((message) => message.parentCustomerChat?.message ?? null)).toEqual([null, 'Tem sofá?', null]);
    expect(chat?.[1]?.parent_id).toBe(chat?.[0]?.id);
  });

  test('one that comes hours late, after an outage: its contact is on top, and it bears when it was sent', async () => {
    const { ana } = world.people;
    const [late, other] = [newPhone(), newPhone()];
    const sent = new Date(Math.floor(Date.now() / 1000) * 1000 - 3 * 3_600_000);
    await world.write({ from: late, text: 'primeira' });
    await world.write({ from: other, text: 'de agora' });
    const top = async () => (await world.call(ana, chatTickets, { all_users: true })).chatTickets.items[0];
    expect((await top())?.customer.phone_number).toBe(other);
    const socket = await world.socket(ana);
    await world.write({ from: late, text: 'atrasada', at: sent });
    const found = await top();
    expect(found?.customer.phone_number).toBe(late);
    const last = found?.customerLastChat;
    expect([last?.message, last?.sent_at]).toEqual(['atrasada', sent.toISOString()]);
    expect(Date.parse(last?.created_at ?? '')).toBeGreaterThan(sent.getTime() + 3_600_000);
    const [row] = await world.rows<{ at: Date }>('select last_message_at at from chat_ticket where id = $1', [
      found?.id,
    ]);
    expect(row?.at.toISOString()).toBe(last?.created_at);
    // The frame tells the same, so that an open page does as a fresh one.
    expect((await socket.frame('CustomerChatCreated')).data.customerChat).toMatchObject({ ...last });
  });

  test('a clock that runs ahead does not put messages into the future', async () => {
    const phone = newPhone();
    const ticket = await world.open({ from: phone, at: new Date(Date.now() + 3_600_000) });
    expect(Date.parse(ticket.customerLastChat?.sent_at ?? '')).toBeLessThanOrEqual(Date.now());
  });

  test('a text with characters the database refuses is taken without them', async () => {
    const phone = newPhone();
    const ticket = await world.open({ from: phone, text: 'a\u0000b' });
    expect(ticket.customerLastChat?.message).toMatch(/^a.?b$/);
  });
});

describe('reactions', () => {
  test('one hangs on its message, leaves nothing unseen, and the last of a person counts', async () => {
    const phone = newPhone();
    const target = await world.write({ from: phone, text: 'Chegou!' });
    const react = (emoji: string) =>
      world.write({
        from: phone,
        more: { type: 'reaction', text: undefined, reaction: { message_id: target, emoji } },
      });
    await react('👍');
    const ticket = await world.ticketOf(world.people.ana, phone);
    expect(ticket).toMatchObject({
      unseenMsg: 1,
      customerLastChat: { tag_type: 'reaction', message: '👍', unseen_msg: false },
    });
    await react('❤️');
    const reactions = async () =>
      ticket && (await world.chat(world.people.ana, ticket))[0]?.childCustomerChats.map((child) => child.message);
    expect(await reactions()).toEqual(['❤️']);
    await react('');
    expect(await reactions()).toEqual([]);
  });

  test('one from somebody without a conversation is kept aside', async () => {
    const phone = newPhone();
    await world.write({ from: phone, more: { type: 'reaction', reaction: { message_id: 'wamid.x', emoji: '👍' } } });
    expect((await stateOf(phone)).tickets).toEqual([]);
    expect(await world.rows("select from webhook_rejected where reason = 'error.webhook.noConversation'")).toHaveLength(
      1,
    );
  });
});

describe('what can not be taken in', () => {
  const kept = (reason: string) =>
    world.rows<{ body: string }>('select body from webhook_rejected where reason like $1', [`${reason}%`]);

  test('an unknown number -> kept aside once, answered 200, counted', async () => {
    const { body } = writtenBody({ from: newPhone(), text: 'para ninguém' });
    const strange = JSON.parse(JSON.stringify(body).replace('100000000000001', '999999999999999'));
    expect([await world.webhook(strange), await world.webhook(strange)]).toEqual([200, 200]);
    const rejected = await kept('error.webhook.unknownNumber');
    expect(rejected).toHaveLength(1);
    expect(rejected[0]?.body).toContain('para ninguém');
    expect(await (await fetch(`${world.url}/metrics`)).text()).toContain(
      'webhook_rejected_total{reason="error.webhook.unknownNumber"} 2',
    );
  });

  test('a blacklisted customer -> kept aside, no message, no ticket, no event', async () => {
    const phone = newPhone();
    await world.open({ from: phone });
    await world.rows('update customer set is_blacklisted = true where phone_number = $1', [phone]);
    const before = await stateOf(phone);
    await world.write({ from: phone, text: 'me desbloqueia' });
    expect(await stateOf(phone)).toEqual(before);
    expect((await kept('error.customer.blacklisted')).some(({ body }) => body.includes('me desbloqueia'))).toBe(true);
  });

  test('one bad message in a webhook does not keep the others out', async () => {
    const phone = newPhone();
    const good = writtenBody({ from: phone, text: 'boa' });
    const text = JSON.stringify(good.body).replace('"messages":[', '"messages":[{"id":"wamid.bad"},');
    expect(await world.webhook(text)).toBe(200);
    expect((await stateOf(phone)).messages).toHaveLength(1);
  });

  test('a status for an unknown number is kept aside too', async () => {
    const body = JSON.stringify(statusBody('vendas', { id: 'wamid.q', status: 'read' })).replace(
      '100000000000001',
      '888888888888888',
    );
    expect(await world.webhook(body)).toBe(200);
    expect((await kept('error.webhook.unknownNumber: 888888888888888')).length).toBe(1);
  });

  test('a change with nothing that we know in it -> kept aside with what it is', async () => {
    const strange = JSON.parse(
      JSON.stringify(writtenBody({ from: newPhone() }).body).replace('"messages":[', '"news":['),
    );
    expect(await world.webhook(strange)).toBe(200);
    const [row] = await kept('entry[0].changes[0].value: no messages, statuses or errors that we know');
    expect(row?.body).toContain('"news":[');
  });

  test('is told to the back-office: why, how many, whose, when', async () => {
    await world.rows('delete from webhook_rejected');
    const unknown = (id: string) =>
      world.webhook(JSON.stringify(writtenBody({ from: newPhone(), id }).body).replaceAll(NUMBERS.vendas, '999'));
    expect([await unknown('wamid.kept-1'), await unknown('wamid.kept-2'), await world.webhook('not JSON')]).toEqual([
      200, 200, 200,
    ]);
    await world.rows(
      `insert into webhook_rejected (tenant_id, reason, body) select i.tenant_id, reason, '{}'
      from instance i, unnest(array['error.webhook.sender', 'error.customer.blacklisted']) reason where i.id = $1`,
      [world.instances.brisa],
    );
    const support = await world.server.tokenOf('suporte@balcao.example');
    const kinds = await askRest(world.url, support, keptAside, {});
    const brisa = { name: 'Brisa Turismo', tenantName: 'brisa' };
    const none = { waiting: 0, stuck: 0, last_error: null };
    expect(kinds.map(({ last_at: _at, ...kind }) => kind)).toEqual([
      { reason: 'error.webhook.sender', detail: null, tenant: brisa, count: 1, ...none },
      { reason: 'unreadable', detail: 'body: not JSON', tenant: null, count: 1, ...none },
      { reason: 'error.webhook.unknownNumber', detail: '999', tenant: null, count: 2, ...none },
    ]);
    expect(await refusedRest(world.url, world.people.ana.token, keptAside, {})).toMatchObject({ status: 403 });
  });
});

describe('kinds', () => {
  test.each([
    [
      'image',
      { image: { id: 'm1', mime_type: 'image/jpeg', sha256: 'x', caption: 'olha' } },
      { tag_type: 'image', message: 'olha' },
    ],
    ['audio', { audio: { id: 'm2', mime_type: 'audio/ogg; codecs=opus' } }, { tag_type: 'audio', message: null }],
    [
      'document',
      { document: { id: 'm3', mime_type: 'application/pdf', filename: 'nota.pdf' } },
      { tag_type: 'pdf', document_name: 'nota.pdf' },
    ],
    [
      'location',
      { location: { latitude: -23.5, longitude: -46.6, name: 'MASP' } },
      {
        tag_type: 'location',
        message: 'MASP',
        location: { latitude: -23.5, longitude: -46.6, name: 'MASP', address: null },
        contacts: null,
      },
    ],
    [
      'contacts',
      {
        contacts: [
          {
            name: { formatted_name: 'Marta' },
            org: { company: 'Flora' },
            phones: [{ phone: '+55 11 9', wa_id: '55119' }, { phone: '0800' }],
            emails: [{ email: 'marta@flora.example' }],
          },
          { name: { formatted_name: 'Rui' } },
        ],
      },
      {
        tag_type: 'contacts',
        location: null,
        contacts: [
          {
            name: 'Marta',
            organization: 'Flora',
            phones: [
              { phone: '+55 11 9', wa_id: '55119' },
              { phone: '0800', wa_id: null },
            ],
            emails: ['marta@flora.example'],
          },
          { name: 'Rui', organization: null, phones: [], emails: [] },
        ],
      },
    ],
    ['unsupported', { errors: [{ code: 131_051, title: 'Unsupported' }] }, { tag_type: 'unsupported' }],
  ])('%s', async (type, content, expected) => {
    const phone = newPhone();
    const ticket = await world.open({ from: phone, more: { type, text: undefined, ...content } });
    expect(ticket.customerLastChat).toMatchObject({ type: 1, unseen_msg: true });
    expect((await world.chat(world.people.ana, ticket)).at(-1)).toMatchObject({
      type: 1,
      unseen_msg: true,
      ...expected,
    });
  });

  test('what isn’t in the text or the file is kept beside them; a text of nothing is empty', async () => {
    const phone = newPhone();
    const write = (type: string, content: unknown, more: Record<string, unknown> = {}) =>
      world.write({ from: phone, more: { text: undefined, type, [type]: content, ...more } });
    const items = [{ product_retailer_id: 'sku-1', quantity: '2', item_price: '9.9', currency: 'BRL' }];
    await write('order', { product_items: items });
    await write('interactive', { type: 'list_reply', list_reply: { id: 'priority', title: 'Expressa' } });
    await write('button', { text: 'Sim', payload: 'yes-1' });
    await write('text', { body: 'Vi o anúncio' }, { referral: { headline: 'Tênis' }, context: { forwarded: true } });
    await write('hologram', { caption: 'olha' });
    await write('text', { body: ' \n ' });
    const kept = await world.rows<{ body: string; content: unknown }>(
      'select m.body, m.content from message m join customer c on c.id = m.customer_id where c.phone_number = $1 order by m.id',
      [phone],
    );
    expect(kept).toEqual([
      {
        body: '2 × sku-1 · R$\u00a09,90',
        content: { kind: 'order', items: [{ productId: 'sku-1', quantity: 2, price: 9.9, currency: 'BRL' }] },
      },
      {
        body: 'Expressa',
        content: { kind: 'interactive', reply: { type: 'list_reply', id: 'priority', title: 'Expressa' } },
      },
      { body: 'Sim', content: { kind: 'button', payload: 'yes-1' } },
      { body: 'Vi o anúncio', content: { kind: 'text', forwarded: true, referral: { headline: 'Tênis' } } },
      { body: 'olha', content: { kind: 'unsupported', providerType: 'hologram' } },
      { body: '', content: null },
    ]);
  });

  test('changed, deleted -> a line of its own that quotes what it was; what is deleted asks for no answer; after the end neither opens a ticket', async () => {
    const { ana } = world.people;
    const phone = newPhone();
    const id = await world.write({ from: phone, text: 'Rua A, 10' });
    const first = await world.ticketOf(ana, phone);
    const edit = { original_message_id: id, message: { type: 'text', text: { body: 'Rua B, 20' } } };
    const ticket = await world.open({ from: phone, more: { text: undefined, type: 'edit', edit } });
    expect(ticket).toMatchObject({
      unseenMsg: 2,
      customerLastChat: {
        tag_type: 'edited',
        message: 'Rua B, 20',
        parentCustomerChat: { message: 'Rua A, 10' },
      },
    });
    // Our day to answer in begins with what they wrote, not with what they changed of it.
    expect(ticket.last_received_at).toBe(first?.last_received_at);
    await world.send(ana, ticket, 'Anotado.');
    const answered = await world.ticketOf(ana, phone);
    expect(answered).toMatchObject({ isNotResponded: false });
    const revoke = { original_message_id: id };
    const takeBack = () => world.write({ from: phone, more: { text: undefined, type: 'revoke', revoke } });
    await takeBack();
    expect(await world.ticketOf(ana, phone)).toMatchObject({
      isNotResponded: false,
      unseenMsg: answered?.unseenMsg,
      last_received_at: first?.last_received_at,
      customerLastChat: { tag_type: 'revoked', unseen_msg: false },
    });
    await world.call(ana, finishChatTicket, { id: ticket.id });
    await takeBack();
    expect((await world.chat(ana, ticket)).at(-1)).toMatchObject({
      tag_type: 'revoked',
      unseen_msg: false,
      chatTicket: { id: ticket.id },
    });
  });

  test('a moment that no provider can mean is the one when it came', async () => {
    const before = Date.now();
    for (const at of [new Date(0), new Date(Date.now() + 86_400_000)]) {
      const ticket = await world.open({ from: newPhone(), at });
      expect(Date.parse(ticket.customerLastChat?.sent_at ?? '')).toBeGreaterThanOrEqual(before);
      expect(Date.parse(ticket.customerLastChat?.sent_at ?? '')).toBeLessThanOrEqual(Date.now());
    }
  });
});
