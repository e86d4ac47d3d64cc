import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ChatTicket } from '../../../contract/entities/chat-ticket.ts';
import { chatTickets } from '../../../contract/graphql/chat-tickets.ts';
import type { ChatTicketsVariables } from '../../../contract/graphql/chat-tickets.ts';
import { newTag } from '../../../contract/graphql/new-tag.ts';
import { pinCustomer } from '../../../contract/graphql/pin-customer.ts';
import { snoozeChatTicket } from '../../../contract/graphql/snooze-chat-ticket.ts';
import { tagCustomer } from '../../../contract/graphql/tag-customer.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import { refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

let last = 53_000_000;
const newPhone = (): string => `55119${(last += 1)}`;
const list = async (who: Person, variables: ChatTicketsVariables = {}) =>
  (await world.call(who, chatTickets, { pagination_limit: 100, ...variables })).chatTickets;
const idsOf = (items: readonly ChatTicket[]) => items.map(({ id }) => id);
const numerically = (ids: readonly string[]) => ids.toSorted((a, b) => Number(a) - Number(b));
async function open(owner: Person): Promise<ChatTicket> {
  const ticket = await world.open({ from: newPhone() });
  await world.send(owner, ticket, 'oi');
  return ticket;
}
const VIEWS = ['mine', 'queue', 'waiting', 'all'] as const;

describe('the views', () => {
  test('list the same tickets as are counted in them, each to whom it may be shown', async () => {
    const { ana, bruno, carla } = world.people;
    const queued = await world.open({ from: newPhone() });
    const answered = await world.open({ from: newPhone() });
    await world.send(bruno, answered, 'oi');
    const again = await world.open({ from: newPhone() });
    await world.send(bruno, again, 'oi');
    await world.write({ from: again.customer.phone_number });
    const anas = await world.open({ from: newPhone() });
    await world.send(ana, anas, 'oi');
    const done = await world.open({ from: newPhone() });
    await world.send(bruno, done, 'oi');
    await world.call(bruno, finishChatTicket, { id: done.id });
    const ours = new Set(idsOf([queued, answered, again, anas, done]));
    const seen = async (who: Person) => {
      const views = (await list(who, { with_views: true })).views;
      const found: Record<string, string[]> = {};
      for (const view of VIEWS) {
        const { items, total_items } = await list(who, { view });
        expect(numerically(idsOf(items))).toEqual(numerically(views?.[view] ?? []));
        expect(total_items).toBe(views?.[view].length);
        found[view] = numerically(idsOf(items).filter((id) => ours.has(id)));
      }
      const finished = await list(who, { finished_tickets: true, view: who === ana ? 'all' : 'mine' });
      expect(views?.finished).toBe(finished.total_items);
      return found;
    };
    expect(await seen(bruno)).toEqual({
      mine: [answered.id, again.id],
      queue: [queued.id],
      waiting: [answered.id],
      all: [queued.id, answered.id, again.id],
    });
    expect(await seen(ana)).toEqual({
      mine: [anas.id],
      queue: [queued.id],
      waiting: [anas.id],
      all: [queued.id, answered.id, again.id, anas.id],
    });
    expect(await seen(carla)).toEqual({ mine: [], queue: [], waiting: [], all: [] });
  });

  test('are listed on a first page only, and only when asked for; unknown ones are refused', async () => {
    const { bruno } = world.people;
    expect((await list(bruno)).views).toBeNull();
    expect((await list(bruno, { with_views: true, pagination_page: 2 })).views).toBeNull();
    expect(await refusalOf(list(bruno, { view: 'everything' }))).toContain('error.invalid');
    expect(await refusalOf(list(bruno, { sort_name: 'id; drop table message' }))).toContain('error.invalid');
  });

  test('under filters they count what the filters leave', async () => {
    const { ana, bruno } = world.people;
    const ticket = await world.open({ from: newPhone() });
    await world.send(bruno, ticket, 'oi');
    for (const narrow of [
      { instance_id: world.instances.vendas },
      { user_id: bruno.id },
      { unseen: true },
      { not_responded: true },
      { blacklisted: true },
    ] satisfies ChatTicketsVariables[]) {
      const { views, items } = await list(ana, { ...narrow, view: 'all', with_views: true });
      expect([narrow, numerically(idsOf(items))]).toEqual([narrow, numerically(views?.all ?? [])]);
    }
    const his = await list(ana, { user_id: bruno.id, view: 'all' });
    expect(his.items.every(({ user }) => user?.id === bruno.id)).toBe(true);
    expect(idsOf(his.items)).toContain(ticket.id);
    expect((await list(ana, { not_responded: true, view: 'all' })).items.every((item) => item.isNotResponded)).toBe(
      true,
    );
    expect((await list(ana, { unseen: true, view: 'all' })).items.every((item) => item.unseenMsg > 0)).toBe(true);
  });

  test('by a tag of the customer, and by no other company’s', async () => {
    const { ana, bia } = world.people;
    const [tagged, plain] = [await world.open({ from: newPhone() }), await world.open({ from: newPhone() })];
    const { id: tag_id } = (await world.call(ana, newTag, { name: 'Devolução', color: 'blue' })).newTag;
    await world.call(ana, tagCustomer, { id: tagged.customer.id, tag_id, tagged: true });
    const { items, views } = await list(ana, { tag_id, view: 'all', with_views: true });
    expect(idsOf(items)).toEqual([tagged.id]);
    expect(views?.all).toEqual([tagged.id]);
    expect(views?.all).not.toContain(plain.id);
    expect((await list(bia, { tag_id, view: 'all' })).items).toEqual([]);
  });

  test('by a department: an attendant finds what they see of it, and nothing of another company’s', async () => {
    const { ana, bruno, bia } = world.people;
    const [own, queued, others] = [await open(bruno), await world.open({ from: newPhone() }), await open(ana)];
    const ids = idsOf([own, queued, others]);
    const [{ id: department_id } = { id: '' }] = await world.rows<{ id: string }>(
      `update chat_ticket t set department_id = (select min(id) from department d where d.tenant_id = t.tenant_id)
       where id = any($1) returning department_id::text as id`,
      [ids],
    );
    const found = async (who: Person) => {
      const { items, views } = await list(who, { department_id, view: 'all', with_views: true });
      expect(numerically(views?.all ?? [])).toEqual(numerically(idsOf(items)));
      return numerically(idsOf(items).filter((id) => ids.includes(id)));
    };
    expect(await found(ana)).toEqual(numerically(ids));
    expect(await found(bruno)).toEqual(numerically(idsOf([own, queued])));
    expect(await found(bia)).toEqual([]);
  });

  test('a filter by another company’s people finds nothing', async () => {
    const { ana, bia } = world.people;
    expect((await list(ana, { user_id: bia.id, view: 'all' })).items).toEqual([]);
  });
});

test('a search ignores accents, and finds a protocol by its beginning', async () => {
  const { ana } = world.people;
  const ticket = await world.open({ from: newPhone(), name: 'Zoraide Ávila Conceição' });
  const found = async (search_query: string) => idsOf((await list(ana, { view: 'all', search_query })).items);
  expect(await found('avila conceicao')).toEqual([ticket.id]);
  expect(await found('ÁVÍLA')).toEqual([ticket.id]);
  expect(await found(ticket.protocol)).toEqual([ticket.id]);
  expect(await found(ticket.protocol.slice(0, -1))).toContain(ticket.id);
  expect(await found(`9${ticket.protocol}`)).toEqual([]);
  // A day alone is no beginning of one: that would be everybody's.
  expect(await found(ticket.protocol.slice(0, 8))).toEqual([]);
  const further = newPhone();
  await world.rows(
    'insert into customer_number (tenant_id, address, customer_id) select tenant_id, $2, id from customer where id = $1',
    [ticket.customer.id, further],
  );
  expect(await found(further)).toEqual([ticket.id]);
  expect(await found(further.slice(-8))).toEqual([ticket.id]);
  for (const name of ['Milan Škoda', 'Nguyễn Văn An']) await world.open({ from: newPhone(), name });
  for (const search of ['Škoda', 'skoda', 'Nguyễn', 'nguyen van']) expect(await found(search)).toHaveLength(1);
});

describe('the order', () => {
  test('longest wait first: since the first message that wasn’t answered; the answered after them', async () => {
    const { bruno } = world.people;
    const [one, two, three] = [newPhone(), newPhone(), newPhone()];
    const tickets: ChatTicket[] = [];
    for (const from of [one, two, three]) {
      const ticket = await world.open({ from });
      await world.send(bruno, ticket, 'oi');
      tickets.push(ticket);
    }
    const order = async () =>
      idsOf((await list(bruno, { view: 'mine', sort_name: 'longest_wait' })).items)
        .map((id) => tickets.findIndex((ticket) => ticket.id === id))
        .filter((at) => at >= 0);
    await world.write({ from: two });
    await world.write({ from: one });
    await world.write({ from: two });
    expect(await order()).toEqual([1, 0, 2]);
    const [second] = tickets.slice(1, 2);
    if (second !== undefined) await world.send(bruno, second, 'respondido');
    expect(await order()).toEqual([0, 1, 2]);
  });

  test('who waits longest over all: not by pins, and without what one has put off', async () => {
    const { ana, bruno } = world.people;
    const [first, second, pinned, own] = [await open(bruno), await open(bruno), await open(bruno), await open(bruno)];
    for (const ticket of [first, second, own, pinned]) await world.write({ from: ticket.customer.phone_number });
    await world.call(bruno, pinCustomer, { id: pinned.customer.id, pinned: true });
    const until = new Date(Date.now() + 24 * 3_600_000).toISOString();
    await world.call(bruno, snoozeChatTicket, { id: own.id, until });
    const answered = await open(bruno);
    const ours = idsOf([first, second, pinned, own, answered]);
    const order = async (who: Person, variables: ChatTicketsVariables) =>
      idsOf((await list(who, variables)).items).filter((id) => ours.includes(id));
    const longest = idsOf([first, second, pinned]);
    for (const view of ['all', 'mine']) expect(await order(bruno, { view, awaits_answer: true })).toEqual(longest);
    // Another's own putting off is theirs alone.
    expect(await order(ana, { view: 'all', awaits_answer: true })).toEqual(idsOf([first, second, own, pinned]));
    expect((await order(bruno, { view: 'mine', sort_name: 'longest_wait' }))[0]).toBe(pinned.id);
  });

  test('the finished by their end, the last one first', async () => {
    const { bruno } = world.people;
    const tickets: ChatTicket[] = [];
    for (const from of [newPhone(), newPhone(), newPhone()]) {
      const ticket = await world.open({ from });
      await world.send(bruno, ticket, 'oi');
      tickets.push(ticket);
    }
    const [a, b, c] = tickets;
    for (const ticket of [b, c, a])
      if (ticket !== undefined) await world.call(bruno, finishChatTicket, { id: ticket.id });
    const { items } = await list(bruno, { finished_tickets: true, view: 'mine' });
    expect(idsOf(items).filter((id) => tickets.some((ticket) => ticket.id === id))).toEqual([a?.id, c?.id, b?.id]);
  });
});
