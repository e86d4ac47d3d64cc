import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { blacklistCustomer } from '../../../contract/graphql/blacklist-customer.ts';
import { chatTickets } from '../../../contract/graphql/chat-tickets.ts';
import { customerDetails } from '../../../contract/graphql/customer-details.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import { customerMerge, mergeCustomers } from '../../../contract/graphql/merge-customers.ts';
import type { MergeCustomersVariables } from '../../../contract/graphql/merge-customers.ts';
import { newCustomerField } from '../../../contract/graphql/new-customer-field.ts';
import { newTag } from '../../../contract/graphql/new-tag.ts';
import { pinCustomer } from '../../../contract/graphql/pin-customer.ts';
import { newScheduledMessage } from '../../../contract/graphql/scheduled-messages.ts';
import { searchMessages } from '../../../contract/graphql/search-messages.ts';
import { numberConversation, startConversation } from '../../../contract/graphql/start-conversation.ts';
import { tagCustomer } from '../../../contract/graphql/tag-customer.ts';
import { updateCustomer } from '../../../contract/graphql/update-customer.ts';
import { MERGED_TABLES } from '../../../server/domain/customers/merge-rows.ts';
import { NUMBERS, refusalOf, startAttendance } from '../../support/attendance.ts';
import type { NumberName, Person, World } from '../../support/attendance.ts';
import { addMany } from '../../support/many-messages.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

let last = 84_000_000;
const newPhone = (): string => `55119${(last += 1)}`;
const merge = (who: Person, id: string, other_id: string, more: Partial<MergeCustomersVariables> = {}) =>
  world.call(who, mergeCustomers, { id, other_id, ...more });
const look = (who: Person, id: string, other_id: string) =>
  world.call(who, customerMerge, { id, other_id }).then((data) => data.customerMerge);
const finish = (who: Person, { id }: { id: string }) => world.call(who, finishChatTicket, { id });

/** A customer with a ticket that Bruno answered, and finished. */
async function served(phone: string, number: NumberName = 'vendas') {
  const ticket = await world.open({ from: phone, number, name: `Cliente ${phone}` });
  await world.send(world.people.bruno, ticket, 'Pois não?');
  await finish(world.people.bruno, ticket);
  await settled();
  return ticket;
}

/** Until nothing is being sent. */
async function settled(): Promise<void> {
  await expect.poll(() => world.rows("select from outbox where state not in ('sent', 'failed')")).toEqual([]);
}

/** Tickets whose facts differ from what the messages of their conversation up to them say. */
const wrongTickets = () =>
  world.rows(`
    select t.id, t.unseen_count, t.last_message_id from chat_ticket t cross join lateral (
      select count(*) filter (where m.unseen) as unseen, max(m.id) as last from message m
      where m.customer_id = t.customer_id and m.instance_id = t.instance_id and m.ticket_id between t.history_from and t.id) told
    where t.unseen_count <> told.unseen or t.last_message_id is distinct from told.last`);
const strays = () =>
  world.rows(`
    select m.id from message m join chat_ticket t on t.id = m.ticket_id where t.customer_id <> m.customer_id
    union all
    select w.message_id from message_word w join message m on m.id = w.message_id where w.customer_id <> m.customer_id
    union all
    select o.message_id from outbox o join message m on m.id = o.message_id where o.customer_id <> m.customer_id`);

describe('what refers to a customer', () => {
  test('is merged, table by table', async () => {
    const rows = await world.rows<{ name: string }>(`
      select distinct conrelid::regclass::text as name from pg_constraint
      where contype = 'f' and confrelid = 'customer'::regclass
      union
      select table_name::text from information_schema.columns
      where table_schema = 'public' and column_name like '%customer_id'
      order by name`);
    expect(rows.map(({ name }) => name)).toEqual([...MERGED_TABLES]);
  });
});

describe('two customers become one', () => {
  test('everything of both is kept, once; the audit and everybody who sees them are told', async () => {
    const { ana, bruno, carla } = world.people;
    const [phone, other] = [newPhone(), newPhone()];
    const first = await served(phone);
    const old = await served(other);
    const open = await world.open({ from: other, text: 'Orçamento da geladeira', name: null });
    await world.send(bruno, open, 'Já envio');
    await world.write({ from: other, text: 'Obrigado' });
    const elsewhere = await world.open({ from: other, number: 'suporte', name: null });
    const [into, from] = [first.customer.id, open.customer.id];
    const tag = async (id: string, name: string) => {
      const { newTag: made } = await world.call(ana, newTag, { name, color: 'green' });
      await world.call(bruno, tagCustomer, { id, tag_id: made.id, tagged: true });
    };
    await tag(into, 'Fiel');
    await tag(from, 'Devedor');
    const field = async (name: string) =>
      (await world.call(ana, newCustomerField, { name, type: 'text' })).newCustomerField.id;
    const [both, blank] = [await field('Cidade'), await field('Empresa')];
    const save = (id: string, note: string, values: [string, string][]) =>
      world.call(bruno, updateCustomer, {
        id,
        name: `Nome ${id}`,
        note,
        values: values.map(([field_id, value]) => ({ field_id, value })),
      });
    await save(into, 'Prefere manhã', [[both, 'Recife']]);
    await save(from, 'Paga no dia 5', [
      [both, 'Natal'],
      [blank, 'ACME'],
    ]);
    await world.call(bruno, pinCustomer, { id: from, pinned: true });
    await world.call(ana, blacklistCustomer, { id: from, blacklisted: true });
    await world.call(ana, blacklistCustomer, { id: from, blacklisted: false });
    await world.call(bruno, newScheduledMessage, {
      customer_id: from,
      instance_id: world.instances.vendas,
      message: 'Lembrete',
      send_at: new Date(Date.now() + 3_600_000).toISOString(),
      client_id: randomUUID(),
    });
    // Both: an attendant may not block one by merging the other.
    for (const id of [from, into]) await world.call(ana, blacklistCustomer, { id, blacklisted: true });
    await settled();
    const before = await look(bruno, into, from);
    expect(before).toMatchObject({
      problem: null,
      into: { tickets: 1, open_tickets: [], details: { note: 'Prefere manhã' } },
      from: { tickets: 3, open_tickets: [{ owner: 'Bruno Carvalho' }, { owner: null }] },
    });
    // Carla sees nothing of it but what waits on her instance.
    const [socket, ofCarla] = [await world.socket(bruno), await world.socket(carla)];

    const after = (await merge(bruno, into, from, { take_name: true })).mergeCustomers;
    expect(after).toMatchObject({
      customer: { id: into, name: `Nome ${from}`, phone_number: phone, is_blacklisted: true },
      note: 'Prefere manhã\n\nPaga no dia 5',
      numbers: [other],
    });
    expect(after.customer.tags?.map(({ name }) => name)).toEqual(['Devedor', 'Fiel']);
    expect(after.values.map(({ value }) => value)).toEqual(['Recife', 'ACME']);
    expect(await world.rows('select id from customer where id = $1', [from])).toEqual([]);
    const [counts] = await world.rows(
      `select (select count(*)::integer from chat_ticket where customer_id = $1) as tickets,
        (select count(*)::integer from message where customer_id = $1) as messages,
        (select count(*)::integer from pinned_customer where customer_id = $1) as pins,
        (select count(*)::integer from scheduled_message where customer_id = $1) as scheduled`,
      [into],
    );
    expect(counts).toEqual({
      tickets: 4,
      messages: before.into.messages + before.from.messages,
      pins: 1,
      scheduled: 1,
    });
    const found = await world.call(bruno, searchMessages, { search: 'geladeira', customer_id: into });
    expect(found.searchMessages.items).toHaveLength(1);
    const listed = await world.call(bruno, chatTickets, { search_query: other, all_users: true });
    expect(listed.chatTickets.items.map(({ id }) => id)).toContain(open.id);
    expect(listed.chatTickets.items[0]?.customer.numbers).toEqual([other]);
    const chat = await world.chat(bruno, { ...open, customer: after.customer });
    expect(chat).toHaveLength(before.into.messages + before.from.messages - 1);
    expect(new Set(chat.map(({ chatTicket }) => chatTicket.id))).toEqual(new Set([first.id, old.id, open.id]));
    expect([await wrongTickets(), await strays()]).toEqual([[], []]);
    for (const each of [socket, ofCarla]) {
      await each.pong();
      expect(each.frames.flatMap(({ event, data }) => (event === 'CustomersMerged' ? [data] : []))).toEqual([
        { from: { id: from, name: `Nome ${from}` }, into: { id: into, name: `Nome ${from}` } },
      ]);
    }
    expect(await world.rows("select subject, details from audit where action = 'customer.merge'")).toMatchObject([
      { subject: `customer:${into}`, details: { merged_id: from, numbers: [other] } },
    ]);
    expect(await refusalOf(world.call(bruno, customerDetails, { id: from }))).toBe('NOT_FOUND error.notFound');
    expect(elsewhere.instance.id).toBe(world.instances.suporte);
  });

  test('refused: themselves, two open tickets, an open one older than the other’s last, and while one is being sent', async () => {
    const { bruno } = world.people;
    const [phone, other] = [newPhone(), newPhone()];
    const first = await world.open({ from: phone });
    const second = await world.open({ from: other });
    const [into, from] = [first.customer.id, second.customer.id];
    expect(await refusalOf(merge(bruno, into, into))).toBe('CONFLICT error.merge.same');
    expect(await refusalOf(merge(bruno, into, from))).toBe('CONFLICT error.merge.bothOpenQueued');
    await world.send(bruno, first, 'oi');
    expect((await look(bruno, into, from)).problem).toEqual({
      key: 'error.merge.bothOpen',
      instance: 'Vendas',
      name: 'Bruno Carvalho',
    });
    await world.send(bruno, second, 'oi');
    await finish(bruno, second);
    expect(await refusalOf(merge(bruno, into, from))).toBe('CONFLICT error.merge.olderOpen');
    await finish(bruno, first);
    await settled();
    // Of a message that no status comes for.
    await world.rows(
      `insert into outbox (tenant_id, message_id, instance_id, customer_id, state, next_attempt_at)
      select tenant_id, id, instance_id, customer_id, 'uncertain', now() + interval '1 hour' from message
      where customer_id = $1 and type = 1`,
      [from],
    );
    expect(await refusalOf(merge(bruno, into, from))).toBe('CONFLICT error.merge.sending');
    await world.rows("delete from outbox where state = 'uncertain'");
    const setNotes = (note: string | null) =>
      world.rows('update customer set note = id || $2 where id in ($1, $3)', [into, note, from]);
    await setNotes('n'.repeat(1_000));
    expect((await look(bruno, into, from)).problem?.key).toBe('error.merge.notes');
    expect(await refusalOf(merge(bruno, into, from))).toBe('CONFLICT error.merge.notes');
    await setNotes(null);
    // Twenty tags in all, and then one more.
    await world.rows(
      `with made as (insert into tag (tenant_id, name, color)
         select tenant_id, 'Nº ' || n, 'blue' from customer, generate_series(1, 21) n where id = $1
         returning tenant_id, id, substr(name, 4)::integer as place)
       insert into customer_tag (tenant_id, customer_id, tag_id)
       select tenant_id, case when place <= 12 then $1 else $2 end, id from made where place <= 20`,
      [into, from],
    );
    expect((await look(bruno, into, from)).problem).toBeNull();
    await world.rows(
      `insert into customer_tag (tenant_id, customer_id, tag_id)
       select tenant_id, $1, id from tag where name like 'Nº %' and id not in (select tag_id from customer_tag)`,
      [from],
    );
    expect(await refusalOf(merge(bruno, into, from))).toBe('CONFLICT error.merge.tags');
    await world.rows("delete from tag where name like 'Nº %'");
    expect((await look(bruno, into, from)).problem).toBeNull();
  });

  test('not by who doesn’t see both, of another company or of a colleague', async () => {
    const { bruno, carla, bia } = world.people;
    const mine = await served(newPhone());
    const shared = await world.open({ from: newPhone(), number: 'suporte' });
    const foreign = await world.open({ from: newPhone(), number: 'brisa' });
    const [a, b, c] = [mine.customer.id, shared.customer.id, foreign.customer.id];
    for (const [who, id, other] of [
      [carla, a, b],
      [carla, b, a],
      [bia, c, a],
      [bia, a, c],
      [bruno, a, c],
    ] as const) {
      expect(await refusalOf(merge(who, id, other))).toBe('NOT_FOUND error.notFound');
      expect(await refusalOf(look(who, id, other))).toBe('NOT_FOUND error.notFound');
    }
  });

  test('one of them blocked: refused to an attendant, who may not block the other; an administrator merges them', async () => {
    const { ana, bruno } = world.people;
    const [kept, blocked] = [await served(newPhone()), await served(newPhone())];
    await world.call(ana, blacklistCustomer, { id: blocked.customer.id, blacklisted: true });
    for (const [into, from] of [
      [kept, blocked],
      [blocked, kept],
    ] as const) {
      const sides = [into.customer.id, from.customer.id] as const;
      expect((await look(bruno, ...sides)).problem).toMatchObject({
        key: 'error.merge.blocked',
        name: blocked.customer.name,
      });
      expect(await refusalOf(merge(bruno, ...sides))).toBe('CONFLICT error.merge.blocked');
    }
    expect((await merge(ana, kept.customer.id, blocked.customer.id)).mergeCustomers.customer.is_blacklisted).toBe(true);
  });

  test('not by somebody who would then read a colleague’s finished conversation', async () => {
    const { ana, bruno, carla } = world.people;
    const hers = async (from: string) => {
      const ticket = await world.open({ from, number: 'suporte' });
      await world.send(carla, ticket, 'oi');
      await finish(carla, ticket);
      return ticket.customer.id;
    };
    const [phone, both, begunWith] = [newPhone(), newPhone(), newPhone()];
    const earlier = (await served(newPhone(), 'suporte')).customer.id;
    // He sees the one on another instance only, and of the other one no more than the first ticket.
    const elsewhere = await hers(phone);
    await world.open({ from: phone });
    await served(both, 'suporte');
    const older = await hers(both);
    const begun = await hers(begunWith);
    const to = { to_number: begunWith, instance_id: world.instances.suporte, client_id: randomUUID() };
    await finish(bruno, (await world.call(bruno, startConversation, to)).startConversation);
    const own = (await served(newPhone(), 'suporte')).customer.id;
    for (const [into, from] of [
      [own, elsewhere],
      [elsewhere, own],
      [earlier, elsewhere],
      [own, older],
      [older, own],
      [own, begun],
      [begun, own],
    ] as const) {
      expect(await refusalOf(merge(bruno, into, from))).toBe('CONFLICT error.merge.servedByOther');
      expect((await look(bruno, into, from)).problem).toMatchObject({ key: 'error.merge.servedByOther' });
      expect((await look(ana, into, from)).problem).toBeNull();
    }
    // Of two whom he sees elsewhere alone, he would read no more than before.
    const two: string[] = [];
    for (const number of [newPhone(), newPhone()]) {
      await served(number);
      two.push(await hers(number));
    }
    const [one = '', other = ''] = two;
    expect((await look(bruno, one, other)).problem).toBeNull();
  });

  test('what happened before a ticket’s first message stands behind the other’s messages from before it', async () => {
    const { bruno } = world.people;
    const [tenant] = await world.rows<{ id: string }>('select tenant_id as id from instance where id = $1', [
      world.instances.vendas,
    ]);
    const address = newPhone();
    const [silent] = await world.rows<{ id: string; ticket: string }>(
      `with made as (insert into customer (tenant_id, name, phone_number) values ($1, $3, $3) returning id)
      insert into chat_ticket (tenant_id, protocol, customer_id, instance_id, finished_at)
      select $1, $3, made.id, $2, now() from made returning customer_id as id, id as ticket`,
      [tenant?.id, world.instances.vendas, address],
    );
    const phone = newPhone();
    const open = await world.open({ from: phone });
    await world.rows(
      `insert into conversation_event (tenant_id, ticket_id, kind, at, after_message_id, user_id, body)
      values ($1, $2, 'note', clock_timestamp(), 0, $3, 'Ligou')`,
      [tenant?.id, silent?.ticket, bruno.id],
    );
    await world.write({ from: phone, text: 'Depois' });
    await merge(bruno, open.customer.id, silent?.id ?? '');
    expect(
      await world.rows(
        `select e.kind, e.after_message_id > 0 as "isBehind" from conversation_event e
        join chat_ticket t on t.id = e.ticket_id where t.customer_id = $1
          and (e.after_message_id = 0 or e.after_message_id = (select min(m.id) from message m where m.customer_id = $1))
        order by e.kind`,
        [open.customer.id],
      ),
    ).toEqual([
      { kind: 'note', isBehind: true },
      { kind: 'opened', isBehind: false },
    ]);
  });
});

describe('numbers', () => {
  test('one that changes: answers go to the new one, further or main', async () => {
    const { bruno } = world.people;
    const [phone, other, next] = [newPhone(), newPhone(), newPhone()];
    const first = await served(phone);
    const second = await world.open({ from: other });
    const id = first.customer.id;
    await merge(bruno, id, second.customer.id);
    const change = (from: string, to: string) =>
      world.write({ from, more: { type: 'system', system: { type: 'user_changed_number', wa_id: to, body: '' } } });
    const numbers = () =>
      world.rows(
        `select c.phone_number as main, t.last_received_from as answered,
          array(select n.address from customer_number n where n.customer_id = c.id order by n.address) as further
        from customer c join chat_ticket t on t.id = $2 where c.id = $1`,
        [id, second.id],
      );
    expect(await numbers()).toEqual([{ main: phone, answered: other, further: [other] }]);
    await change(other, next);
    expect(await numbers()).toEqual([{ main: phone, answered: next, further: [other, next] }]);
    await change(phone, next);
    expect(await numbers()).toEqual([{ main: next, answered: null, further: [other] }]);
  });

  test('each number finds the customer, with and without the ninth digit; an answer goes to the last one written from', async () => {
    const { bruno } = world.people;
    const [phone, other] = [newPhone(), newPhone()];
    for (const waId of [phone, other]) await world.emulator.saveCustomer(waId, 'Rita');
    const written = (waId: string, text: string) => world.emulator.write(NUMBERS.vendas, waId, text);
    const shown = async (waId: string) => JSON.stringify(await world.emulator.chat(NUMBERS.vendas, waId));
    const opened = async (waId: string) => {
      await written(waId, 'Oi');
      await expect.poll(() => world.ticketOf(bruno, waId)).toBeDefined();
      const ticket = await world.ticketOf(bruno, waId);
      if (ticket === undefined) throw new Error('No ticket');
      return ticket;
    };
    const first = await opened(phone);
    await finish(bruno, first);
    const second = await opened(other);
    await merge(bruno, first.customer.id, second.customer.id);
    expect((await world.ticketOf(bruno, phone))?.id).toBe(second.id);

    // The window is the other number's, which the page doesn't know.
    await world.send(bruno, first, 'Para o segundo');
    await expect.poll(() => shown(other)).toContain('Para o segundo');
    await written(phone, 'Agora daqui');
    await expect.poll(async () => (await world.ticketOf(bruno, phone))?.customerLastChat?.message).toBe('Agora daqui');
    await world.send(bruno, first, 'Para o primeiro');
    await expect.poll(() => shown(phone)).toContain('Para o primeiro');
    expect(await shown(other)).not.toContain('Para o primeiro');

    const withoutNine = `${other.slice(0, 4)}${other.slice(5)}`;
    await world.write({ from: withoutNine, text: 'Sem o nove' });
    const ticket = await world.ticketOf(bruno, phone);
    expect(ticket).toMatchObject({ id: second.id, customerLastChat: { message: 'Sem o nove' } });
    await world.send(bruno, { ...first, customer: { ...first.customer, phone_number: other } }, 'De novo ao segundo');
    await expect.poll(() => shown(other)).toContain('De novo ao segundo');
    const { numberConversation: place } = await world.call(bruno, numberConversation, {
      to_number: withoutNine,
      instance_id: world.instances.vendas,
    });
    expect(place.ticket_id).toBe(second.id);

    // The next ticket goes on with the number.
    await finish(bruno, second);
    await world.write({ from: other, text: 'Mais uma coisa' });
    const next = await world.ticketOf(bruno, phone);
    expect(next?.customer.id).toBe(first.customer.id);
    await world.send(bruno, first, 'Do novo atendimento');
    await expect.poll(() => shown(other)).toContain('Do novo atendimento');
    expect(await wrongTickets()).toEqual([]);
  });

  test('what arrives meanwhile from either number is the remaining customer’s, once', async () => {
    const { bruno } = world.people;
    let mergedCount = 0;
    for (let round = 0; round < 50; round += 1) {
      const [phone, other] = [newPhone(), newPhone()];
      // On one instance the merge is refused if the first one's message opens a ticket before it.
      const isApart = round % 2 === 0;
      const numbers = { [phone]: 'vendas', [other]: isApart ? 'suporte' : 'vendas' } as const;
      const first = await world.open({ from: phone });
      if (!isApart) await finish(bruno, first);
      const second = await world.open({ from: other, number: isApart ? 'suporte' : 'vendas' });
      const [into, from] = [first.customer.id, second.customer.id];
      const write = (waId: string) => world.write({ from: waId, number: numbers[waId] ?? 'vendas' });
      const [a, b, refusal, c, d] = await Promise.all([
        write(other),
        write(phone),
        refusalOf(merge(bruno, into, from)),
        write(other),
        write(phone),
      ]);
      const owners = await world.rows<{ customer_id: string; phone: string }>(
        `select m.customer_id, c.phone_number as phone from message m join customer c on c.id = m.customer_id
        where m.whatsapp_message_id = any($1) order by m.id`,
        [[a, b, c, d]],
      );
      expect(owners).toHaveLength(4);
      if (refusal === 'not refused') {
        mergedCount += 1;
        expect(new Set(owners.map(({ customer_id }) => customer_id))).toEqual(new Set([into]));
        expect(await world.rows('select from customer where phone_number = $1', [other])).toEqual([]);
      } else {
        expect([isApart, refusal]).toEqual([false, 'CONFLICT error.merge.bothOpenQueued']);
      }
    }
    expect(mergedCount).toBeGreaterThanOrEqual(25);
    expect([await wrongTickets(), await strays()]).toEqual([[], []]);
  });
});

// The last one: the facts of these tickets don’t come from their messages.
test('more than 10,000 messages of the other: only the other way round; of both: not at all', async () => {
  const { bruno } = world.people;
  const { owner } = world.server;
  const [one, other] = [await served(newPhone()), await served(newPhone())];
  const sides = [one.customer.id, other.customer.id] as const;
  const problem = async (...[into, from]: readonly [string, string]) => (await look(bruno, into, from)).problem;
  // Each has two already.
  await addMany(owner, other.id, 9_998);
  expect(await problem(...sides)).toBeNull();
  await addMany(owner, other.id, 1);
  expect(await problem(...sides)).toMatchObject({ key: 'error.merge.tooLarge', name: other.customer.name });
  expect(await refusalOf(merge(bruno, ...sides))).toBe('CONFLICT error.merge.tooLarge');
  expect(await problem(other.customer.id, one.customer.id)).toBeNull();
  await addMany(owner, one.id, 9_999);
  expect(await refusalOf(merge(bruno, ...sides))).toBe('CONFLICT error.merge.bothTooLarge');
});
