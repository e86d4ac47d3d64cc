import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CustomerFieldType } from '../../../contract/facts/customers.ts';
import { audienceCount } from '../../../contract/graphql/audiences.ts';
import { blacklistCustomer } from '../../../contract/graphql/blacklist-customer.ts';
import { customerDetails } from '../../../contract/graphql/customer-details.ts';
import { eraseCustomer } from '../../../contract/graphql/erase-customer.ts';
import { mergeCustomers } from '../../../contract/graphql/merge-customers.ts';
import { newCustomer } from '../../../contract/graphql/new-customer.ts';
import { newCustomerField } from '../../../contract/graphql/new-customer-field.ts';
import { newTag } from '../../../contract/graphql/new-tag.ts';
import { paginatedCustomers } from '../../../contract/graphql/paginated-customers.ts';
import type { PaginatedCustomersVariables } from '../../../contract/graphql/paginated-customers.ts';
import { tagCustomer } from '../../../contract/graphql/tag-customer.ts';
import { updateCustomer } from '../../../contract/graphql/update-customer.ts';
import { withTenant } from '../../../server/db/database.ts';
import { SORT_KEYS, standsBeyond } from '../../../server/domain/customers/customer-cursor.ts';
import { deleteOldRows } from '../../../server/domain/upkeep.ts';
import { fieldsOf, refusalOf, startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance();
  for (const [name, phone] of [
    ['Ângela Souza', '5511984000001'],
    ['Bernardo Škoda', '5521984000002'],
    ['angela de Lima', '5531984000003'],
    ['Zé', '5511988881234'],
  ] as const)
    await create(name, phone);
});
afterAll(() => world.stop());

const create = async (name: string, phone_number: string) =>
  (await world.call(world.people.ana, newCustomer, { name, phone_number })).newCustomer.customer.id;
const page = async (query: PaginatedCustomersVariables) =>
  (await world.call(world.people.ana, paginatedCustomers, query)).paginatedCustomers;
const names = async (query: PaginatedCustomersVariables) =>
  (await page({ pagination_limit: 100, ...query })).items.map(({ name }) => name);

describe('the list', () => {
  test('by name whatever its case and accents, page by page, with the count of all; backwards', async () => {
    expect(await names({ search: '84000' })).toEqual([]);
    expect(await names({ search: 'angela' })).toEqual(['angela de Lima', 'Ângela Souza']);
    const first = await page({ pagination_limit: 1, search: 'ANGELA' });
    expect([first.total_items, first.total_pages, first.items[0]?.name]).toEqual([2, 2, 'angela de Lima']);
    expect((await page({ pagination_limit: 1, pagination_page: 2, search: 'Ângela' })).items[0]?.name).toBe(
      'Ângela Souza',
    );
    expect(await names({ search: 'angela', sort_type: 'DESC' })).toEqual(['Ângela Souza', 'angela de Lima']);
  });

  test.each([
    ['two words, the last unfinished', 'angela sou', ['Ângela Souza']],
    ['another alphabet’s accents', 'skoda', ['Bernardo Škoda']],
    ['a number as it is written', '+55 (21) 98400-0002', ['Bernardo Škoda']],
    ['the beginning of a number, without the ninth digit', '552184000002', ['Bernardo Škoda']],
    ['the last digits', '1234', ['Zé']],
    ['digits from the middle', '9888', []],
    ['signs alone', '%_', []],
    ['a word that only begins elsewhere', 'ouza', []],
  ])('found by %s', async (_, search, expected) => {
    expect(await names({ search })).toEqual(expected);
  });

  test('renamed, or merged -> found by what they are called and by both numbers, and not by what they were', async () => {
    const id = await create('Quitéria Antiga', '5511984000010');
    const other = await create('Quitéria Dobrada', '5511984000011');
    const { ana } = world.people;
    await world.call(ana, updateCustomer, { id, name: 'Quirina Nova' });
    expect([await names({ search: 'antiga' }), await names({ search: 'quirina' })]).toEqual([[], ['Quirina Nova']]);
    await world.call(ana, mergeCustomers, { id, other_id: other });
    expect([await names({ search: 'dobrada' }), await names({ search: '5511984000011' })]).toEqual([
      [],
      ['Quirina Nova'],
    ]);
  });

  test('by tag, instance, last contact and block', async () => {
    const { ana, bruno } = world.people;
    const { customer, instance } = await world.open({ from: '5511984000020' });
    await world.rows("update chat_ticket set last_message_at = now() - interval '40 days' where customer_id = $1", [
      customer.id,
    ]);
    const { id: tag_id } = (await world.call(ana, newTag, { name: 'Ouro', color: 'green' })).newTag;
    await world.call(bruno, tagCustomer, { id: customer.id, tag_id, tagged: true });
    const search = '5511984000020';
    const count = async (query: PaginatedCustomersVariables) => (await page({ search, ...query })).total_items;
    expect([await count({ tag_id }), await count({ tag_id: '987654321' })]).toEqual([1, 0]);
    expect([await count({ instance_id: instance.id }), await count({ instance_id: '987654321' })]).toEqual([1, 0]);
    expect([await count({ contact_days: 30 }), await count({ contact_days: 90 })]).toEqual([0, 1]);
    expect([await count({ contact_days: -30 }), await count({ contact_days: -90 })]).toEqual([1, 0]);
    expect([await count({ blacklisted: false }), await count({ blacklisted: true })]).toEqual([1, 0]);
    await world.call(ana, blacklistCustomer, { id: customer.id, blacklisted: true });
    expect([await count({ blacklisted: false }), await count({ blacklisted: true })]).toEqual([0, 1]);
    // Never in contact counts as longer ago.
    expect((await page({ search: 'Zé', contact_days: -180 })).total_items).toBe(1);
  });

  test('by a field of the company’s own: filled, its value, above and below; of another company -> nobody', async () => {
    const { ana, bia } = world.people;
    const field = async (name: string, type: CustomerFieldType, who = ana) =>
      (await world.call(who, newCustomerField, { name, type })).newCustomerField.id;
    const [plan, limit, member] = [
      await field('Plano', 'text'),
      await field('Limite', 'number'),
      await field('Sócio', 'boolean'),
    ];
    const id = await create('Olavo Campos', '5511984000041');
    const values = [
      { field_id: plan, value: 'Ouro 10' },
      { field_id: limit, value: '12.5' },
      { field_id: member, value: 'false' },
    ];
    await world.call(ana, updateCustomer, { id, name: 'Olavo Campos', values });
    const [listed] = (await page({ search: 'Olavo' })).items;
    expect(listed).toMatchObject({ values, whatsapp_consent: null, sms_consent: null });
    const found = async (field_id: string, field_op: string, field_value?: string) =>
      (await page({ field_id, field_op, field_value })).total_items;
    expect([await found(plan, 'in', ' Ouro 10 '), await found(plan, 'in', 'Ouro')]).toEqual([1, 0]);
    expect([await found(limit, 'above', '12'), await found(limit, 'below', '12')]).toEqual([1, 0]);
    expect([await found(member, 'in', 'false'), await found(member, 'in', 'true')]).toEqual([1, 0]);
    const theirs = await field('Plano', 'text', bia);
    expect([await found(plan, 'filled'), await found(theirs, 'filled')]).toEqual([1, 0]);
    const refused = (query: PaginatedCustomersVariables) => fieldsOf(world.call(ana, paginatedCustomers, query));
    expect(await refused({ field_id: plan, field_op: 'in' })).toEqual({ field_value: 'error.field.required' });
    expect(await refused({ field_id: plan, field_op: 'like' })).toEqual({ field_op: 'error.invalid' });
  });

  test.each(['name', 'created_at'])(
    'page by page from a row on by %s, to the end and back: nobody twice and nobody left out while others are added',
    async (sort_name) => {
      const { ana, bia } = world.people;
      const group = sort_name === 'name' ? 'Pedra' : 'Pilar';
      const start = sort_name === 'name' ? 6 : 7;
      for (const at of [1, 2, 3, 4, 5]) await create(`${group} C${at}`, `55119840${start}000${at}`);
      const asked = { search: group, sort_name, sort_type: 'DESC', pagination_limit: 2 };
      const first = await page(asked);
      // Before all of them, in either order.
      await create(`${group} D`, `55119840${start}0010`);
      const second = await page({ ...asked, pagination_page: 2, after: first.end });
      const third = await page({ ...asked, pagination_page: 3, after: second.end });
      const shown = [first, second, third].flatMap(({ items }) => items.map(({ name }) => name.slice(-2)));
      expect(shown).toEqual(['C5', 'C4', 'C3', 'C2', 'C1']);
      expect([second.total_items, second.total_pages]).toEqual([6, 3]);
      const back = await page({ ...asked, pagination_page: 2, before: third.start });
      expect(back).toEqual(second);
      const last = await page({ ...asked, pagination_limit: 4, pagination_page: 2 });
      expect(last.items.map(({ name }) => name.slice(-2))).toEqual(['C2', 'C1']);
      const beyond = await page({ ...asked, pagination_page: 9 });
      expect([beyond.items, beyond.start, beyond.end]).toEqual([[], null, null]);
      const theirs = (await world.call(bia, paginatedCustomers, { ...asked, after: first.end })).paginatedCustomers;
      expect(theirs.items).toEqual([]);
      for (const after of ['', '{}', '["x"]', '["x","y"]', ...(sort_name === 'name' ? [] : ['["2026-02-30","1"]'])]) {
        expect(await fieldsOf(world.call(ana, paginatedCustomers, { ...asked, after }))).toEqual({
          after: 'error.invalid',
        });
      }
    },
  );

  test('a page goes on in the index, by either order and way: nothing before it is read or sorted', async () => {
    const [aurora] = await world.rows<{ id: string }>("select id from tenant where slug = 'aurora'");
    const tenantId = aurora?.id ?? '';
    for (const [sort, key, index] of [
      ['name', 'ana', 'customer_by_name'],
      ['created_at', '2026-06-15T12:00:00.000000Z', 'customer_by_age'],
    ] as const) {
      for (const isBehind of [true, false]) {
        const beyond = standsBeyond(sort, JSON.stringify([key, '1']), isBehind, 'after');
        const direction = isBehind ? sql`asc` : sql`desc`;
        const steps = await withTenant(world.server.db, tenantId, async (tx) => {
          await sql`set local enable_seqscan = off; set local enable_bitmapscan = off`.execute(tx);
          const { rows } = await sql<Record<string, string>>`explain select c.tenant_id, c.id from customer c
            where c.tenant_id = ${tenantId} and c.erased_at is null and ${beyond}
            order by ${SORT_KEYS[sort].key} ${direction}, c.id ${direction} limit 25`.execute(tx);
          return rows.map((step) => Object.values(step).join(' ')).join('\n');
        });
        expect(steps).toContain(`using ${index}`);
        expect(steps).toMatch(/Index Cond: .*ROW\((?:name_key|created_at), id\) [<>] ROW/u);
        expect(steps).not.toContain('Sort');
      }
    }
  });

  test('added, merged, erased, their changes summed -> the total and an audience’s base are those there are', async () => {
    const { ana } = world.people;
    const [aurora] = await world.rows<{ id: string }>("select id from tenant where slug = 'aurora'");
    const tenantId = aurora?.id ?? '';
    const check = async () => {
      const [there] = await world.rows<{ count: number }>(
        'select count(*)::integer as count from customer where tenant_id = $1 and erased_at is null',
        [tenantId],
      );
      const total = there?.count ?? 0;
      expect((await page({})).total_items).toBe(total);
      const { audienceCount: all } = await world.call(ana, audienceCount, { tree: '{"all":[]}' });
      expect([all.base, all.total, all.whatsapp + all.unreachable]).toEqual([total, total, total]);
      return total;
    };
    const before = await check();
    const [into, other] = [await create('Total Um', '5511984000071'), await create('Total Dois', '5511984000072')];
    expect(await check()).toBe(before + 2);
    await world.call(ana, mergeCustomers, { id: into, other_id: other });
    expect(await check()).toBe(before + 1);
    await world.call(ana, eraseCustomer, { id: into, phone_number: '5511984000071' });
    expect(await check()).toBe(before);
    expect(await world.rows('select word from customer_word where customer_id = $1', [into])).toEqual([]);
    await deleteOldRows(world.server.services);
    expect(await world.rows('select from customer_tally where tenant_id = $1', [tenantId])).toHaveLength(1);
    expect(await check()).toBe(before);
  });

  test('without the permission, or of another company -> refused, or nothing of it', async () => {
    const { bruno, bia } = world.people;
    expect(await refusalOf(world.call(bruno, paginatedCustomers, {}))).toBe('FORBIDDEN error.forbidden');
    const theirs = (await world.call(bia, paginatedCustomers, { pagination_limit: 100 })).paginatedCustomers;
    expect(theirs.items.filter(({ name }) => name.includes('ngela'))).toEqual([]);
    expect((await world.call(bia, paginatedCustomers, { search: '1234' })).paginatedCustomers.total_items).toBe(0);
  });

  test('days that are no days -> refused by field', async () => {
    expect(await fieldsOf(world.call(world.people.ana, paginatedCustomers, { contact_days: 2_000_000_000 }))).toEqual({
      contact_days: 'error.invalid',
    });
  });
});

describe('a new customer', () => {
  test('with all that is kept of them; told to other screens; in the audit', async () => {
    const { ana } = world.people;
    const variables = {
      name: ' Nina Alves ',
      phone_number: '+55 11 8400-0031',
      email: 'NINA@Exemplo.com',
      note: 'VIP',
    };
    const { newCustomer: made } = await world.call(ana, newCustomer, variables);
    expect(made).toMatchObject({
      customer: { name: 'Nina Alves', phone_number: '5511984000031' },
      email: 'nina@exemplo.com',
      note: 'VIP',
    });
    const [told] = await world.rows<{ data: unknown }>(
      "select data from event where name = 'ListUpdated' order by position desc limit 1",
    );
    expect(told?.data).toEqual({ list: 'customers' });
    const [entry] = await world.rows<{ action: string }>('select action from audit where subject = $1', [
      `customer:${made.customer.id}`,
    ]);
    expect(entry?.action).toBe('customer.create');
  });

  test.each([
    ['no number at all', 'abc', 'error.number.malformed'],
    ['one without its area code', '+55 9 8400-0001', 'error.number.malformed'],
    ['one that is somebody’s, written without the ninth digit', '551184000001', 'error.customer.exists'],
  ])('%s -> refused by field', async (_, phone_number, key) => {
    expect(await fieldsOf(world.call(world.people.ana, newCustomer, { name: 'Xis', phone_number }))).toEqual({
      phone_number: key,
    });
  });

  test('by whoever may only chat -> refused; another company has its own with the same number', async () => {
    const { bruno, bia } = world.people;
    const variables = { name: 'Ângela', phone_number: '5511984000001' };
    expect(await refusalOf(world.call(bruno, newCustomer, variables))).toBe('FORBIDDEN error.forbidden');
    const { newCustomer: theirs } = await world.call(bia, newCustomer, variables);
    expect(await refusalOf(world.call(world.people.ana, customerDetails, { id: theirs.customer.id }))).toBe(
      'NOT_FOUND error.notFound',
    );
  });
});

test('as a sheet, with its filters: what looks like a formula is harmless; without the permission -> refused', async () => {
  const { ana, bruno } = world.people;
  await world.call(ana, newCustomer, { name: '=Fórmula Perigosa', phone_number: '5511987730001' });
  const sheet = (query: string, who = ana) =>
    fetch(`${world.url}/api/customers/sheet?${query}`, { headers: { authorization: `Bearer ${who.token}` } });
  const answer = await sheet('search=Perigosa&format=csv&locale=pt_BR&contact_days=&tag_id=&blacklisted=false');
  const [headings = '', row = '', ...others] = (await answer.text()).trim().split('\r\n');
  expect([answer.status, others]).toEqual([200, []]);
  expect(headings).toContain('Nome;Telefone;E-mail;Etiquetas');
  expect(row).toContain("'=Fórmula Perigosa;5511987730001;");
  expect((await sheet('consent=nothing')).status).toBe(400);
  expect((await sheet('', bruno)).status).toBe(403);
});
