import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import { blacklistCustomer } from '../../../contract/graphql/blacklist-customer.ts';
import { chatTickets } from '../../../contract/graphql/chat-tickets.ts';
import type { ChatTicketsVariables } from '../../../contract/graphql/chat-tickets.ts';
import { customerInfos } from '../../../contract/graphql/customer-infos.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import { instances } from '../../../contract/graphql/instances.ts';
import { pinCustomer } from '../../../contract/graphql/pin-customer.ts';
import { resetCustomerUnseenMsgs } from '../../../contract/graphql/reset-customer-unseen-msgs.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

let last = 51_000_000;
const newPhone = (): string => `55119${(last += 1)}`;
const list = async (who: Person, variables: ChatTicketsVariables = {}) =>
  (await world.call(who, chatTickets, variables)).chatTickets;
const finish = (who: Person, ticket: ChatTicket) => world.call(who, finishChatTicket, { id: ticket.id });

describe('who sees a ticket', () => {
  test('its owner, the administrator; while unowned those who serve the instance', async () => {
    const { ana, bruno, carla, bia } = world.people;
    const phone = newPhone();
    const ticket = await world.open({ from: phone });
    const seers = async () => {
      const found: Person[] = [];
      for (const who of [ana, bruno, carla, bia]) if ((await world.ticketOf(who, phone)) !== undefined) found.push(who);
      return found;
    };
    expect(await seers()).toEqual([ana, bruno]);
    const suporte = await world.open({ from: phone, number: 'suporte' });
    expect((await list(carla, { all_users: true, search_query: phone })).items.map((item) => item.id)).toEqual(
      [suporte.id].filter((id) => id !== ticket.id),
    );
    await world.send(bruno, ticket, 'meu');
    await world.send(carla, suporte, 'meu');
    expect((await list(bruno, { all_users: true, search_query: phone })).items.map((item) => item.id)).toEqual([
      ticket.id,
    ]);
    expect((await list(ana, { all_users: true, search_query: phone })).total_items).toBe(2);
  });

  test('without all_users only one’s own', async () => {
    const { ana, bruno } = world.people;
    const phone = newPhone();
    const ticket = await world.open({ from: phone });
    expect((await list(bruno, { search_query: phone })).items).toEqual([]);
    expect((await list(ana, { search_query: phone })).items).toEqual([]);
    await world.send(bruno, ticket, 'meu');
    expect((await list(bruno, { search_query: phone })).items.map((item) => item.id)).toEqual([ticket.id]);
  });

  test('a Brazilian mobile number is found with and without its ninth digit, however it came to be kept', async () => {
    const { ana } = world.people;
    const [one, other] = [await world.open({ from: '5531987650121' }), await world.open({ from: '5531987650122' })];
    await world.rows("update customer set phone_number = '553187650122' where id = $1", [other.customer.id]);
    const found = async (search: string) =>
      (await list(ana, { all_users: true, search_query: search })).items.map(({ id }) => id);
    for (const search of ['31 8765-0121', '+55 31 8765-0121', '(31) 98765-0121', '98765-0121', '8765-0121']) {
      expect([search, await found(search)]).toEqual([search, [one.id]]);
    }
    for (const search of ['31 98765-0122', '+55 (31) 98765-0122', '31 8765-0122', '98765-0122']) {
      expect([search, await found(search)]).toEqual([search, [other.id]]);
    }
  });

  test('by a part of the customer’s name in any case, or of the number as people write it; signs are no wildcards', async () => {
    const { ana } = world.people;
    const phone = newPhone();
    const ticket = await world.open({ from: phone, name: 'Zoraide Ávila' });
    const found = async (search_query: string) =>
      (await list(ana, { all_users: true, search_query })).items.some(({ id }) => id === ticket.id);
    const number = `(${phone.slice(2, 4)}) ${phone.slice(4, 9)}-${phone.slice(9)}`;
    for (const search of ['Zoraide', 'zORAIDE á', 'ÁVILA', phone, number])
      expect([search, await found(search)]).toEqual([search, true]);
    for (const search of ['Zor%', 'Z_raide', 'Zoraida']) expect([search, await found(search)]).toEqual([search, false]);
  });

  test('by its id, whatever else is asked for; another’s is not found', async () => {
    const { bruno, carla } = world.people;
    const ticket = await world.open({ from: newPhone() });
    await world.send(bruno, ticket, 'meu');
    await finish(bruno, ticket);
    expect((await list(bruno, { chat_ticket_id: ticket.id })).items.map((item) => item.id)).toEqual([ticket.id]);
    expect(await refusalOf(list(carla, { chat_ticket_id: ticket.id, all_users: true }))).toBe(
      'NOT_FOUND error.notFound',
    );
    expect(await refusalOf(list(bruno, { chat_ticket_id: '999999' }))).toBe('NOT_FOUND error.notFound');
    expect(await refusalOf(list(bruno, { chat_ticket_id: '99999999999999999999' }))).toBe('NOT_FOUND error.notFound');
  });

  test('the customer goes with their tickets', async () => {
    const { ana, bruno, carla, bia } = world.people;
    const ticket = await world.open({ from: newPhone() });
    const ask = (who: Person) => refusalOf(world.call(who, customerInfos, { id: ticket.customer.id }));
    expect(await Promise.all([ana, bruno, carla, bia].map(ask))).toEqual([
      'not refused',
      'not refused',
      'NOT_FOUND error.notFound',
      'NOT_FOUND error.notFound',
    ]);
    expect(await refusalOf(list(carla, { customer_id: ticket.customer.id }))).toBe('NOT_FOUND error.notFound');
  });

  test('an attendant is shown the instances they serve', async () => {
    const names = async (who: Person, remove_ids: string[] = []) =>
      (await world.call(who, instances, { remove_ids })).instances.map((instance) => instance.name);
    expect(await names(world.people.ana)).toEqual(['Suporte', 'Vendas']);
    expect(await names(world.people.carla)).toEqual(['Suporte']);
    expect(await names(world.people.ana, [world.instances.vendas])).toEqual(['Suporte']);
    expect(await refusalOf(list(world.people.carla, { instance_id: world.instances.vendas }))).toBe(
      'NOT_FOUND error.notFound',
    );
  });
});

describe('the list', () => {
  test('pinned first, then newest last message first, in pages', async () => {
    const { bia } = world.people;
    const phones = Array.from({ length: 5 }, newPhone);
    for (const phone of phones) await world.open({ from: phone, number: 'brisa' });
    const order = async (page = 1, limit = 10) =>
      (await list(bia, { all_users: true, pagination_page: page, pagination_limit: limit })).items.map((item) =>
        phones.indexOf(item.customer.phone_number),
      );
    expect(await order()).toEqual([4, 3, 2, 1, 0]);
    await world.write({ from: phones[1] ?? '', number: 'brisa' });
    expect(await order()).toEqual([1, 4, 3, 2, 0]);
    const oldest = await world.ticketOf(bia, phones[0] ?? '');
    await world.call(bia, pinCustomer, { id: oldest?.customer.id ?? '', pinned: true });
    expect(await order()).toEqual([0, 1, 4, 3, 2]);
    expect([...(await order(1, 2)), ...(await order(2, 2)), ...(await order(3, 2))]).toEqual([0, 1, 4, 3, 2]);
    const page = await list(bia, { all_users: true, pagination_limit: 2 });
    expect(page).toMatchObject({ total_items: 5, total_pages: 3 });
    expect(page.items[0]?.pinned).toBe(true);
    expect(page.pinned_customers).toEqual([oldest?.customer.id]);
    expect((await list(bia, { all_users: true, pagination_page: 2 })).pinned_customers).toBeNull();
    expect((await list(bia, { all_users: true, pagination_page: 9 })).items).toEqual([]);
    expect(await refusalOf(list(bia, { pagination_page: 0 }))).toBe('INVALID error.invalid');
    expect(await refusalOf(list(bia, { pagination_limit: -1 }))).toBe('INVALID error.invalid');
  });

  test('its first page names the conversations with something unseen, whatever the filters, that one sees', async () => {
    const { ana, bruno, carla } = world.people;
    const { customer, instance } = await world.open({ from: newPhone() });
    const key = { customer_id: customer.id, instance_id: instance.id };
    const unseenOf = async (who: Person, variables?: ChatTicketsVariables) =>
      (await list(who, variables)).unseen_conversations;
    for (const who of [ana, bruno]) expect(await unseenOf(who, { search_query: 'nobody' })).toContainEqual(key);
    expect(await unseenOf(carla)).not.toContainEqual(key);
    expect(await unseenOf(ana, { pagination_page: 2 })).toBeNull();
    expect(await unseenOf(ana, { customer_id: customer.id })).toBeNull();
    await world.call(bruno, resetCustomerUnseenMsgs, { id: customer.id, instance_id: instance.id });
    for (const who of [ana, bruno]) expect(await unseenOf(who)).not.toContainEqual(key);
  });

  test('shows the stream’s position with which it agrees', async () => {
    const { ana } = world.people;
    const before = (await list(ana)).position;
    await world.open({ from: newPhone() });
    const [{ head } = { head: '' }] = await world.rows<{ head: string }>(
      "select stream_position head from tenant where slug = 'aurora'",
    );
    expect((await list(ana)).position).toBe(Number(head));
    expect(Number(head)).toBeGreaterThan(before);
  });

  test.each(['%', '_', '\\', "'", 'ZÉ D'])('a search for %s finds that, and only that', async (part) => {
    const { ana } = world.people;
    const name = `Zé d${part}ávila`;
    await world.open({ from: newPhone(), name });
    const found = (await list(ana, { all_users: true, search_query: part, pagination_limit: 100 })).items.map(
      (item) => item.customer.name,
    );
    expect(found.length).toBeGreaterThan(0);
    expect(found.every((each) => each.toLowerCase().includes(part.toLowerCase()))).toBe(true);
  });

  test('open and finished are apart', async () => {
    const { ana, bruno } = world.people;
    const phone = newPhone();
    const ticket = await world.open({ from: phone });
    await world.send(bruno, ticket, 'pronto');
    await finish(bruno, ticket);
    expect((await list(ana, { all_users: true, search_query: phone })).items).toEqual([]);
    const [finished] = (await list(ana, { all_users: true, search_query: phone, finished_tickets: true })).items;
    expect(finished).toMatchObject({ id: ticket.id, user: { id: bruno.id }, is_finishing: false });
    expect(finished?.finished_at).not.toBeNull();
  });
});

describe('finishing', () => {
  test('open -> finished; again is a conflict; the customer’s next message opens another', async () => {
    const { ana, bruno } = world.people;
    const phone = newPhone();
    const ticket = await world.open({ from: phone });
    await world.send(bruno, ticket, 'tchau');
    expect((await finish(bruno, ticket)).finishChatTicket.finished_at).not.toBeNull();
    expect(await refusalOf(finish(bruno, ticket))).toBe('CONFLICT error.ticket.finished');
    expect(await refusalOf(finish(ana, ticket))).toBe('CONFLICT error.ticket.finished');
    const next = await world.open({ from: phone });
    expect(next.id).not.toBe(ticket.id);
    expect(next).toMatchObject({ user: null, unseenMsg: 2 });
  });

  test('twenty at once -> one finish, one event', async () => {
    const ticket = await world.open({ from: newPhone() });
    const results = await Promise.all(Array.from({ length: 20 }, () => refusalOf(finish(world.people.ana, ticket))));
    expect(results.filter((result) => result === 'not refused')).toHaveLength(1);
    expect(
      await world.rows("select from event where name = 'ChatTicketClosed' and data->'chatTicket'->>'id' = $1", [
        ticket.id,
      ]),
    ).toHaveLength(1);
  });

  test('another’s is not found, one offered to oneself is forbidden, an unowned one is anybody’s who sees it', async () => {
    const { bruno, carla } = world.people;
    const ticket = await world.open({ from: newPhone(), number: 'suporte' });
    const owned = await world.open({ from: newPhone(), number: 'suporte' });
    await world.send(bruno, owned, 'meu');
    expect(await refusalOf(finish(carla, owned))).toBe('NOT_FOUND error.notFound');
    expect((await finish(carla, ticket)).finishChatTicket.user).toBeNull();
  });

  test('a customer who writes while it is finished: the message is in one of the two tickets', async () => {
    const { ana } = world.people;
    const phone = newPhone();
    const ticket = await world.open({ from: phone });
    await Promise.all([
      finish(ana, ticket),
      ...Array.from({ length: 5 }, (_, index) => world.write({ from: phone, text: `m${index}` })),
    ]);
    const counts = await world.rows<{ id: string; finished: boolean; messages: string }>(
      'select t.id, t.finished_at is not null finished, count(m.id) messages from chat_ticket t join message m on m.ticket_id = t.id where t.customer_id = $1 group by t.id, finished order by t.id',
      [ticket.customer.id],
    );
    expect(counts.reduce((total, row) => total + Number(row.messages), 0)).toBe(6);
    expect(counts.filter((row) => !row.finished).length).toBeLessThanOrEqual(1);
  });
});

describe('unseen messages', () => {
  const reset = async (who: Person, ticket: ChatTicket, up_to_id: string | null = null) =>
    (
      await world.call(who, resetCustomerUnseenMsgs, {
        id: ticket.customer.id,
        instance_id: ticket.instance.id,
        up_to_id,
      })
    ).resetCustomerUnseenMsgs;

  test('seen up to a message: what came after stays unseen', async () => {
    const { bruno } = world.people;
    const phone = newPhone();
    const ticket = await world.open({ from: phone });
    await world.write({ from: phone, text: 'dois' });
    const upTo = (await world.ticketOf(bruno, phone))?.customerLastChat?.id ?? null;
    await world.write({ from: phone, text: 'três' });
    expect(await reset(bruno, ticket, upTo)).toMatchObject({
      unseenMsg: 1,
      up_to_id: upTo,
      customer_id: ticket.customer.id,
    });
    expect((await world.ticketOf(bruno, phone))?.unseenMsg).toBe(1);
    expect((await world.chat(bruno, ticket)).map((message) => message.unseen_msg)).toEqual([false, false, true]);
    expect(await reset(bruno, ticket)).toMatchObject({ unseenMsg: 0 });
  });

  test('nothing left to see: no event', async () => {
    const { bruno } = world.people;
    const ticket = await world.open({ from: newPhone() });
    const first = await reset(bruno, ticket);
    const again = await reset(bruno, ticket);
    expect(again).toEqual(first);
    expect(
      await world.rows("select from event where name = 'CustomerUnseenMsgsReset' and data->'customer'->>'id' = $1", [
        ticket.customer.id,
      ]),
    ).toHaveLength(1);
  });

  test('counted over the tickets of a conversation, exactly, also when resets race with messages', async () => {
    const { ana } = world.people;
    const phone = newPhone();
    const ticket = await world.open({ from: phone });
    await finish(ana, ticket);
    await world.write({ from: phone });
    expect((await world.ticketOf(ana, phone))?.unseenMsg).toBe(2);
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        index % 3 === 2 ? reset(ana, ticket) : world.write({ from: phone, text: `c${index}` }),
      ),
    );
    const [{ unseen } = { unseen: '' }] = await world.rows<{ unseen: string }>(
      'select count(*) filter (where unseen) unseen from message where customer_id = $1',
      [ticket.customer.id],
    );
    expect((await world.ticketOf(ana, phone))?.unseenMsg).toBe(Number(unseen));
    expect(await reset(ana, ticket)).toMatchObject({ unseenMsg: 0 });
  });

  test('what waits for another attendant is not seen by who served the customer before', async () => {
    const { ana, bruno, carla } = world.people;
    const phone = newPhone();
    const first = await world.open({ from: phone, number: 'suporte' });
    await world.send(bruno, first, 'até logo');
    await finish(bruno, first);
    const second = await world.open({ from: phone, number: 'suporte' });
    await world.send(carla, second, 'bom dia');
    await world.write({ from: phone, number: 'suporte', text: 'é para a Carla' });
    expect((await world.ticketOf(ana, phone))?.unseenMsg).toBe(3);
    const ofHis = async () => (await world.ticketOf(bruno, phone, true))?.unseenMsg;
    // What he had not looked at of his own attendance, and no more.
    expect(await ofHis()).toBe(1);
    expect(await reset(bruno, first)).toMatchObject({ unseenMsg: 0 });
    expect(await reset(bruno, first)).toMatchObject({ unseenMsg: 0 });
    expect(await ofHis()).toBe(0);
    expect((await world.ticketOf(carla, phone))?.unseenMsg).toBe(2);
    expect(await reset(carla, second)).toMatchObject({ unseenMsg: 0, up_to_id: null });
  });

  test('seen by who serves the customer next -> nothing is left in the earlier attendance’s row', async () => {
    const { bruno, carla } = world.people;
    const phone = newPhone();
    const first = await world.open({ from: phone, number: 'suporte' });
    await world.send(bruno, first, 'até logo');
    await world.write({ from: phone, number: 'suporte', text: 'obrigado' });
    await finish(bruno, first);
    const second = await world.open({ from: phone, number: 'suporte' });
    await world.send(carla, second, 'bom dia');
    await world.write({ from: phone, number: 'suporte', text: 'é para a Carla' });
    expect((await world.ticketOf(bruno, phone, true))?.unseenMsg).toBe(2);
    expect(await reset(carla, second, second.customerLastChat?.id ?? '')).toMatchObject({ unseenMsg: 1 });
    expect((await world.ticketOf(bruno, phone, true))?.unseenMsg).toBe(0);
    expect((await world.ticketOf(carla, phone))?.unseenMsg).toBe(1);
  });

  test('of a conversation that is not the user’s, or up to a message that is not in it: not found', async () => {
    const { bruno, carla } = world.people;
    const ticket = await world.open({ from: newPhone() });
    const other = await world.open({ from: newPhone() });
    expect(await refusalOf(reset(carla, ticket))).toBe('NOT_FOUND error.notFound');
    expect(await refusalOf(reset(bruno, ticket, other.customerLastChat?.id ?? ''))).toBe('NOT_FOUND error.notFound');
    expect((await world.ticketOf(bruno, ticket.customer.phone_number))?.unseenMsg).toBe(1);
  });
});

describe('pins and blocks', () => {
  test('a pin is one’s own; the same again is no event', async () => {
    const { ana, bruno } = world.people;
    const phone = newPhone();
    const { customer } = await world.open({ from: phone });
    const pin = (pinned: boolean) => world.call(bruno, pinCustomer, { id: customer.id, pinned });
    expect([await pin(true), await pin(true)]).toEqual([{ pinCustomer: true }, { pinCustomer: true }]);
    expect((await world.ticketOf(bruno, phone))?.pinned).toBe(true);
    expect((await world.ticketOf(ana, phone))?.pinned).toBe(false);
    expect([await pin(false), await pin(false)]).toEqual([{ pinCustomer: false }, { pinCustomer: false }]);
    expect(
      await world.rows("select from event where name = 'CustomerPinned' and data->'customer'->>'id' = $1", [
        customer.id,
      ]),
    ).toHaveLength(2);
  });

  test('only an administrator blocks; who does not see the customer does not learn of them', async () => {
    const { ana, bruno, carla, bia } = world.people;
    const { customer } = await world.open({ from: newPhone() });
    const block = (who: Person, blacklisted: boolean) =>
      world.call(who, blacklistCustomer, { id: customer.id, blacklisted });
    expect(await refusalOf(block(bruno, true))).toBe('FORBIDDEN error.forbidden');
    expect(await refusalOf(block(carla, true))).toBe('NOT_FOUND error.notFound');
    expect(await refusalOf(block(bia, true))).toBe('NOT_FOUND error.notFound');
    expect((await block(ana, true)).blacklistCustomer.is_blacklisted).toBe(true);
    await block(ana, true);
    expect((await world.call(bruno, customerInfos, { id: customer.id })).customerInfos.is_blacklisted).toBe(true);
    expect((await block(ana, false)).blacklistCustomer.is_blacklisted).toBe(false);
    expect(
      await world.rows("select from event where name = 'CustomerBlacklisted' and data->'customer'->>'id' = $1", [
        customer.id,
      ]),
    ).toHaveLength(2);
    expect(await world.rows('select from audit where subject = $1', [`customer:${customer.id}`])).toHaveLength(2);
    // With the company's option off nobody is blocked any more; who is may be let write again.
    await block(ana, true);
    const option = `insert into tenant_feature (tenant_id, option, enabled) select id, 'blocked-contacts', $1 from tenant
      where slug = 'aurora' on conflict (tenant_id, option) do update set enabled = excluded.enabled`;
    await world.rows(option, [false]);
    expect(await refusalOf(block(ana, true))).toBe('FORBIDDEN error.feature.off');
    expect((await block(ana, false)).blacklistCustomer.is_blacklisted).toBe(false);
    await world.rows(option, [true]);
  });
});
