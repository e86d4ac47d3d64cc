import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AudienceNode } from '../../../contract/entities/audience-tree.ts';
import { AUDIENCES_MAX } from '../../../contract/facts/audiences.ts';
import * as audiences from '../../../contract/graphql/audiences.ts';
import * as groups from '../../../contract/graphql/customer-groups.ts';
import { blacklistCustomer } from '../../../contract/graphql/blacklist-customer.ts';
import { eraseCustomer } from '../../../contract/graphql/erase-customer.ts';
import { mergeCustomers } from '../../../contract/graphql/merge-customers.ts';
import { newCustomer } from '../../../contract/graphql/new-customer.ts';
import { newTag } from '../../../contract/graphql/new-tag.ts';
import { paginatedCustomers } from '../../../contract/graphql/paginated-customers.ts';
import { tagCustomer } from '../../../contract/graphql/tag-customer.ts';
import { customersSheet } from '../../../contract/rest/customer-imports.ts';
import { customerGroupsSheet } from '../../../contract/rest/list-sheets.ts';
import { fieldsOf, refusalOf, startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { sendRest } from '../../support/rest-calls.ts';
import { fillDueGroups, fillGroup } from '../../../server/domain/customer-groups/fill-group.ts';

let world: World;
let gold: string;
const customers: string[] = [];
beforeAll(async () => {
  world = await startAttendance();
  const { ana } = world.people;
  gold = (await world.call(ana, newTag, { name: 'Ouro', color: 'green' })).newTag.id;
  for (let at = 0; at < 5; at++) {
    const made = await world.call(ana, newCustomer, {
      name: `Pessoa ${'ABCDE'[at]}x`,
      phone_number: `551198400000${at}`,
    });
    customers.push(made.newCustomer.customer.id);
  }
});
afterAll(() => world.stop());

const text = (tree: AudienceNode) => JSON.stringify(tree);
const withTag = (id = gold): AudienceNode => ({ all: [{ field: 'tag', op: 'in', value: [id] }] });
const tag = (at: number, tagged = true) =>
  world.call(world.people.ana, tagCustomer, { id: customers[at] ?? '', tag_id: gold, tagged });
const count = async (tree: AudienceNode) =>
  (await world.call(world.people.ana, audiences.audienceCount, { tree: text(tree) })).audienceCount;
const groupNow = async (id: string) =>
  (await world.call(world.people.ana, groups.customerGroups, {})).customerGroups.find((each) => each.id === id);
const membersOf = async (id: string) =>
  (
    await world.call(world.people.ana, groups.customerGroupMembers, { id, pagination_limit: 100 })
  ).customerGroupMembers.items.map((each) => each.id);

describe('an audience', () => {
  test('kept, changed by one of two, deleted; its name once; in the audit', async () => {
    const { ana } = world.people;
    const made = (await world.call(ana, audiences.newAudience, { name: ' Ouro ', tree: text(withTag()) })).newAudience;
    expect(made).toMatchObject({ name: 'Ouro', version: '1', group_count: 0 });
    expect(JSON.parse(made.tree)).toEqual(withTag());
    const again = world.call(ana, audiences.newAudience, { name: 'OURO', tree: text({ all: [] }) });
    expect(await fieldsOf(again)).toEqual({ name: 'error.audience.nameTaken' });
    const reach = (await world.call(ana, audiences.audienceReach, { id: made.id })).audienceReach;
    expect(reach).toEqual(await count(withTag()));
    const change = { id: made.id, version: '1', name: 'Todos', tree: text({ all: [] }) };
    expect((await world.call(ana, audiences.updateAudience, change)).updateAudience.version).toBe('2');
    expect(await refusalOf(world.call(ana, audiences.updateAudience, change))).toBe('CONFLICT error.form.conflict');
    await world.call(ana, audiences.deleteAudience, { id: made.id });
    expect((await world.call(ana, audiences.audiences, {})).audiences).toEqual([]);
    const entries = await world.rows<{ action: string; by: string; details: unknown }>(
      'select action, user_id as by, details from audit where subject = $1 order by id',
      [`audience:${made.id}`],
    );
    expect(entries.map(({ action, by, details }) => [action, by, details])).toEqual([
      ['audience.create', ana.id, { name: 'Ouro' }],
      ['audience.update', ana.id, { name: { from: 'Ouro', to: 'Todos' } }],
      ['audience.delete', ana.id, { name: 'Todos' }],
    ]);
    const told = await world.rows("select audience from event where data->>'list' = 'audiences'");
    expect(told).toEqual(Array.from({ length: 3 }, () => ({ audience: { to: 'route', route: 'target-audience' } })));
  });

  test('by name, whatever the case, and so many at most', async () => {
    const { ana } = world.people;
    const add = (name: string) => world.call(ana, audiences.newAudience, { name, tree: text({ all: [] }) });
    for (const name of ['clientes', 'Zona sul', 'Bairro']) await add(name);
    const names = (await world.call(ana, audiences.audiences, {})).audiences.map(({ name }) => name);
    expect(names).toEqual(['Bairro', 'clientes', 'Zona sul']);
    await world.rows(
      `insert into audience (tenant_id, name, tree)
       select tenant_id, 'N' || n, '{"all": []}' from app_user, generate_series(1, $2::integer) n where id = $1`,
      [ana.id, AUDIENCES_MAX - 4],
    );
    await add('A última');
    expect(await refusalOf(add('Uma a mais'))).toBe('CONFLICT error.audience.limit');
    await world.rows('delete from audience');
  });

  test('counted with who can be reached, by each part, sampled', async () => {
    const { ana } = world.people;
    for (const at of [0, 1, 2]) await tag(at);
    await world.call(ana, blacklistCustomer, { id: customers[1] ?? '', blacklisted: true });
    await world.rows(
      `insert into consent (tenant_id, customer_id, channel, purpose, kind, said_at, origin)
       select tenant_id, id, 'whatsapp', 'marketing', 'revoked', now(), 'customer' from customer where id = $1`,
      [customers[2]],
    );
    const [{ base } = { base: 0 }] = await world.rows<{ base: number }>(
      "select count(*)::integer as base from customer where tenant_id = (select id from tenant where slug = 'aurora')",
    );
    const few = { total: 3, base, whatsapp: 1, sms: 2, unreachable: 1, is_partial: false };
    // By a look-up of those, and by asking each customer.
    const both: AudienceNode[] = [withTag(), { any: [withTag()] }];
    for (const each of both) expect(await count(each)).toEqual(few);
    // Somebody who is known without a number.
    await world.rows(
      `with made as (insert into customer (tenant_id, name, phone_number) select tenant_id, 'Sem número', 'BR.1x' from tag
         where id = $1 returning tenant_id, id)
       insert into customer_tag (tenant_id, customer_id, tag_id) select tenant_id, id, $1 from made`,
      [gold],
    );
    for (const each of both) expect(await count(each)).toEqual({ ...few, total: 4, base: base + 1, whatsapp: 2 });
    await world.rows("delete from customer where phone_number = 'BR.1x'");
    const nowhere = world.call(ana, audiences.audienceSample, { tree: text(withTag()), place: 1.1 });
    expect(await refusalOf(nowhere)).toBe('INVALID error.invalid');
    const tree: AudienceNode = {
      all: [
        { field: 'tag', op: 'in', value: [gold] },
        {
          not: [
            { field: 'blocked', op: 'is', value: true },
            { field: 'name', op: 'has', value: 'ax' },
          ],
        },
      ],
    };
    const parts = (await world.call(ana, audiences.audienceParts, { tree: text(tree) })).audienceParts;
    expect(parts).toEqual([
      { path: '', count: 1 },
      { path: '0', count: 3 },
      { path: '1', count: base - 2 },
      { path: '1.0', count: 1 },
      { path: '1.1', count: 1 },
    ]);
    for (const place of [0, 0.5, 1]) {
      const sample = (await world.call(ana, audiences.audienceSample, { tree: text(withTag()), place })).audienceSample;
      expect(sample.map(({ name }) => name)).toEqual(['Pessoa Ax', 'Pessoa Bx', 'Pessoa Cx']);
    }
    await world.call(ana, blacklistCustomer, { id: customers[1] ?? '', blacklisted: false });
  });

  test('why one is in or out: each part, and what of theirs decides it', async () => {
    const { ana, bia } = world.people;
    const tree: AudienceNode = {
      all: [
        { field: 'area_code', op: 'in', value: ['11', '19'] },
        {
          any: [
            { field: 'tag', op: 'in', value: [gold] },
            { field: 'last_contact', op: 'within', value: 30 },
          ],
        },
      ],
    };
    const why = async (at: number) =>
      (await world.call(ana, audiences.audienceWhy, { tree: text(tree), customer_id: customers[at] ?? '' }))
        .audienceWhy;
    expect(await why(0)).toEqual([
      { path: '', holds: true, values: [] },
      { path: '0', holds: true, values: ['11'] },
      { path: '1', holds: true, values: [] },
      { path: '1.0', holds: true, values: ['Ouro'] },
      { path: '1.1', holds: false, values: [] },
    ]);
    expect((await why(4)).map(({ holds }) => holds)).toEqual([false, true, false, false, false]);
    const all: AudienceNode = {
      all: [
        { field: 'group', op: 'in', value: ['1'] },
        { field: 'instance', op: 'in', value: ['1'] },
        { field: 'open_in', op: 'in', value: ['1'] },
        { field: 'name', op: 'has', value: 'x' },
        { field: 'created', op: 'within', value: 1 },
        { field: 'consent', op: 'sms', value: 'unknown' },
        { field: 'blocked', op: 'is', value: false },
        { field: 'value', field_id: '1', op: 'filled', value: [] },
      ],
    };
    const kinds = await world.call(ana, audiences.audienceWhy, { tree: text(all), customer_id: customers[4] ?? '' });
    expect(kinds.audienceWhy.map(({ values }) => values[0])).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
      'Pessoa Ex',
      expect.stringMatching(/^20/u),
      'unknown',
      'false',
      undefined,
    ]);
    const theirs = world.call(bia, audiences.audienceWhy, { tree: text(tree), customer_id: customers[0] ?? '' });
    expect(await refusalOf(theirs)).toBe('NOT_FOUND error.notFound');
  });

  test('why: the groups, numbers and departments that they are in, when they were last spoken to, and their own values', async () => {
    const { ana } = world.people;
    const { customer, ...ticket } = await world.open({ from: '5511984000088' });
    const made = async (text_: string) =>
      (await world.rows<{ id: string }>(`${text_} returning id`, [ana.id]))[0]?.id ?? '';
    const of = 'select tenant_id, $2 from app_user where id = $1'.replace('$2', "'Um'");
    const [group, gone] = [
      await made(`insert into customer_group (tenant_id, name) ${of}`),
      await made(`insert into customer_group (tenant_id, name, deleted_at) ${of.replace("'Um'", "'Foi', now()")}`),
    ];
    const department = await made(`insert into department (tenant_id, name) ${of}`);
    const field = await made(
      `insert into customer_field (tenant_id, name, type) ${of.replace("'Um'", "'Peso', 'number'")}`,
    );
    for (const id of [group, gone])
      await world.rows(
        'insert into customer_group_member (tenant_id, group_id, customer_id) select tenant_id, $1, $2 from app_user where id = $3',
        [id, customer.id, ana.id],
      );
    await world.rows(
      'insert into customer_value (tenant_id, customer_id, field_id, number_value) select tenant_id, $1, $2, 7 from app_user where id = $3',
      [customer.id, field, ana.id],
    );
    await world.rows(
      "update chat_ticket set department_id = $2, last_message_at = '2026-03-10T12:00:00Z' where id = $1",
      [ticket.id, department],
    );
    const tree: AudienceNode = {
      all: [
        { field: 'group', op: 'in', value: [group, gone] },
        { field: 'instance', op: 'in', value: Object.values(world.instances) },
        { field: 'open_in', op: 'in', value: [department] },
        { field: 'last_contact', op: 'within', value: 30 },
        { field: 'value', field_id: field, op: 'above', value: ['5'] },
      ],
    };
    const why = async () =>
      (await world.call(ana, audiences.audienceWhy, { tree: text(tree), customer_id: customer.id })).audienceWhy.map(
        ({ holds, values }) => [holds, values],
      );
    const other = [
      [true, ['Um']],
      [true, ['Vendas']],
      [true, ['Um']],
      [false, ['2026-03-10T12:00:00.000Z']],
      [true, ['7']],
    ];
    expect(await why()).toEqual([[false, []], ...other]);
    await world.rows('update chat_ticket set finished_at = now() where id = $1', [ticket.id]);
    expect((await why())[3]).toEqual([false, []]);
  });

  test('somebody looked for, to ask why: in or out, by name; another company’s aren’t found', async () => {
    const { ana, bia } = world.people;
    const found = async (search: string, who = ana) =>
      (await world.call(who, audiences.audienceCustomers, { search })).audienceCustomers.map(({ name }) => name);
    expect(await found('pessoa ex')).toEqual(['Pessoa Ex']);
    expect(await found('pessoa ex', bia)).toEqual([]);
    expect(await found('ninguém assim')).toEqual([]);
  });

  test('its customers in the customers’ list and in their sheet; a deleted one has none', async () => {
    const { ana } = world.people;
    const given = { name: 'Da lista', tree: text(withTag()) };
    const made = (await world.call(ana, audiences.newAudience, given)).newAudience;
    const listed = async () =>
      (await world.call(ana, paginatedCustomers, { audience_id: made.id })).paginatedCustomers.items.map(
        ({ name }) => name,
      );
    const names = ['Pessoa Ax', 'Pessoa Bx', 'Pessoa Cx'];
    expect(await listed()).toEqual(names);
    const sheet = await fetch(`${world.url}${customersSheet.path}?audience_id=${made.id}`, {
      headers: { authorization: `Bearer ${ana.token}` },
    });
    const lines = (await sheet.text()).trim().split('\r\n').slice(1);
    expect(lines.map((line) => line.split(';')[0])).toEqual(names);
    await world.call(ana, audiences.deleteAudience, { id: made.id });
    expect(await listed()).toEqual([]);
  });

  test('another company’s tag, though its id is known -> nobody of theirs and nobody of ours', async () => {
    const { bia } = world.people;
    const counted = (await world.call(bia, audiences.audienceCount, { tree: text(withTag()) })).audienceCount;
    expect(counted.total).toBe(0);
  });

  const leaf = { field: 'blocked', op: 'is', value: true };
  const deep = (depth: number): unknown => (depth === 0 ? leaf : { all: [deep(depth - 1)] });
  const raw = '{"all":['.repeat(9_000) + ']}'.repeat(9_000);
  test.each([
    ['no JSON', '{', { tree: 'error.field.invalid' }],
    ['no group', text({ field: 'blocked', op: 'is', value: true }), { tree: 'error.field.invalid' }],
    ['six levels', JSON.stringify(deep(6)), { tree: 'error.audience.tooDeep' }],
    ['thousands of levels', raw, { tree: 'error.audience.tooDeep' }],
    [
      '51 conditions',
      JSON.stringify({ all: Array.from({ length: 51 }, () => leaf) }),
      { tree: 'error.audience.tooMany' },
    ],
    [
      'ten thousand',
      JSON.stringify({ all: Array.from({ length: 10_000 }, () => 1) }),
      { tree: 'error.audience.tooMany' },
    ],
    [
      'thousands of groups',
      JSON.stringify({ all: Array.from({ length: 5_000 }, () => ({ any: [] })) }),
      { tree: 'error.audience.tooMany' },
    ],
    ['more than any text', `"${'x'.repeat(100_001)}"`, { tree: 'error.audience.tooMany' }],
    ['an unknown field', '{"all":[{"field":"password","op":"in","value":["x"]}]}', { 'tree.0': 'error.field.invalid' }],
    [
      'another type',
      '{"all":[{"any":[{"field":"created","op":"within","value":"1; drop"}]}]}',
      { 'tree.0.0': 'error.audience.days' },
    ],
    [
      'a text that can’t be stored',
      '{"all":[{"field":"name","op":"has","value":"a\\u0000b"}]}',
      { 'tree.0': 'error.field.characters' },
    ],
    ['no values', '{"all":[{"field":"tag","op":"in","value":[]}]}', { 'tree.0': 'error.field.required' }],
    [
      'a comparison with nothing',
      '{"all":[{"field":"value","field_id":"1","op":"above","value":[]}]}',
      { 'tree.0': 'error.field.required' },
    ],
    [
      'no area code',
      '{"all":[{"field":"area_code","op":"in","value":["1%"]}]}',
      { 'tree.0': 'error.audience.areaCode' },
    ],
  ])('%s -> refused by field', async (_, tree, fields) => {
    expect(await fieldsOf(world.call(world.people.ana, audiences.audienceCount, { tree }))).toEqual(fields);
  });

  test('five levels and fifty conditions are counted', async () => {
    expect((await count({ not: [{ all: [{ any: [{ all: [{ not: [] }] }] }] }] })).total).toBe(0);
    const fifty: AudienceNode = { any: Array.from({ length: 50 }, () => ({ field: 'tag', op: 'in', value: [gold] })) };
    expect((await count(fifty)).total).toBe(3);
  });
});

describe('a group of customers', () => {
  test('members by hand: put in, put in again, taken out, told with version and count; filters the base', async () => {
    const { ana, bruno } = world.people;
    const socket = await world.socket(ana);
    const others = await world.socket(bruno);
    const { id } = (await world.call(ana, groups.newCustomerGroup, { name: 'Vips' })).newCustomerGroup;
    const change = (customer_ids: string[], member: boolean) =>
      world.call(ana, groups.changeGroupMembers, { id, customer_ids, member });
    await change(customers.slice(0, 3), true);
    const { changeGroupMembers: same } = await change(customers.slice(0, 2), true);
    expect(same).toMatchObject({ member_count: 3, version: '2' });
    const { changeGroupMembers: less } = await change(customers.slice(2), false);
    expect(less).toMatchObject({ member_count: 2, version: '3' });
    const { data } = await socket.frame(
      'GroupOfCustomersUpdated',
      (frame) => frame.data.groupOfCustomers.version === 3,
    );
    expect(data.groupOfCustomers).toEqual({ id, name: 'Vips', version: 3, count: 2 });
    const base = (await world.call(ana, paginatedCustomers, { group_id: id })).paginatedCustomers;
    expect(base.items.map((each) => each.id)).toEqual(customers.slice(0, 2));
    expect(await membersOf(id)).toEqual(customers.slice(0, 2));
    await others.pong();
    expect(others.frames.filter(({ event }) => event === 'GroupOfCustomersUpdated')).toEqual([]);
    await world.call(ana, groups.deleteCustomerGroup, { id });
    expect(await groupNow(id)).toBeUndefined();
    expect(await refusalOf(change(customers, true))).toBe('NOT_FOUND error.notFound');
  });

  test('the sheet is searched by a part of the name, accents and case aside', async () => {
    const { ana } = world.people;
    for (const name of ['Promoção de São João', 'Promotores']) await world.call(ana, groups.newCustomerGroup, { name });
    const found = async (search: string) => {
      const sheet = await sendRest(world.url, ana.token, customerGroupsSheet, { search });
      const [, ...lines] = (await sheet.text()).trim().split('\r\n');
      return lines.map((line) => line.split(';')[0]);
    };
    expect(await found(' promoçao de SAO ')).toEqual(['Promoção de São João']);
    expect(await found('PROMOTÓRES')).toEqual(['Promotores']);
  });

  test('two members are merged, one is erased -> one fewer each time, with a newer version, and told', async () => {
    const { ana } = world.people;
    const numbers = ['5511984000021', '5511984000022', '5511984000023'];
    const made = await Promise.all(
      numbers.map((phone_number) => world.call(ana, newCustomer, { name: `Membro ${phone_number}`, phone_number })),
    );
    const [into = '', other = '', last = ''] = made.map(({ newCustomer: { customer } }) => customer.id);
    const { id } = (await world.call(ana, groups.newCustomerGroup, { name: 'Clube' })).newCustomerGroup;
    await world.call(ana, groups.changeGroupMembers, { id, customer_ids: [into, other, last], member: true });
    const socket = await world.socket(ana);
    const told = async (version: number) =>
      (await socket.frame('GroupOfCustomersUpdated', (frame) => frame.data.groupOfCustomers.version === version)).data;
    await world.call(ana, mergeCustomers, { id: into, other_id: other });
    expect(await told(3)).toEqual({ groupOfCustomers: { id, name: 'Clube', version: 3, count: 2 } });
    await world.call(ana, eraseCustomer, { id: last, phone_number: numbers[2] ?? '' });
    expect(await told(4)).toEqual({ groupOfCustomers: { id, name: 'Clube', version: 4, count: 1 } });
    expect(await membersOf(id)).toEqual([into]);
    await world.call(ana, groups.deleteCustomerGroup, { id });
  });

  test('fed by an audience: filled, anew when it is refreshed and when the audience changes; nobody by hand', async () => {
    const { ana } = world.people;
    const socket = await world.socket(ana);
    const { id: audience_id } = (
      await world.call(ana, audiences.newAudience, { name: 'Com ouro', tree: text(withTag()) })
    ).newAudience;
    const { id } = (await world.call(ana, groups.newCustomerGroup, { name: 'Ouros', audience_id })).newCustomerGroup;
    const settled = async () => {
      const { is_filling, member_count } = (await groupNow(id)) ?? { is_filling: true, member_count: -1 };
      return is_filling ? 'filling' : member_count;
    };
    await expectEventually(settled).toBe(3);
    expect(await membersOf(id)).toEqual(customers.slice(0, 3));
    await socket.frame(
      'GroupOfCustomersUpdated',
      ({ data: { groupOfCustomers: group } }) => group.id === id && group.count === 3,
    );
    await tag(0, false);
    await tag(4);
    await world.call(ana, groups.refreshCustomerGroup, { id });
    await expectEventually(async () => [await settled(), await membersOf(id)]).toEqual([
      3,
      [customers[1], customers[2], customers[4]],
    ]);
    const change = {
      id: audience_id,
      name: 'Com ouro',
      tree: text({ all: [withTag(), { field: 'name', op: 'has', value: 'bx' }] }),
    };
    await world.call(ana, audiences.updateAudience, change);
    await expectEventually(async () => [await settled(), await membersOf(id)]).toEqual([1, [customers[1]]]);
    // Filled a day ago: what time alone changed is looked at again.
    const rename = (name: string) => world.rows('update customer set name = $2 where id = $1', [customers[4], name]);
    await rename('Pessoa Bx');
    await fillDueGroups(world.server.services);
    expect(await membersOf(id)).toEqual([customers[1]]);
    await world.rows(`update customer_group set filled_at = now() - interval '25 hours' where id = $1`, [id]);
    await fillDueGroups(world.server.services);
    expect(await membersOf(id)).toEqual([customers[1], customers[4]]);
    await rename('Pessoa Ex');
    await world.call(ana, groups.refreshCustomerGroup, { id });
    await expectEventually(settled).toBe(1);
    const byHand = world.call(ana, groups.changeGroupMembers, { id, customer_ids: customers, member: true });
    expect(await refusalOf(byHand)).toBe('CONFLICT error.customerGroup.fed');
    expect(await refusalOf(world.call(ana, audiences.deleteAudience, { id: audience_id }))).toBe(
      'CONFLICT error.audience.inUse',
    );
    const kept = await world.call(ana, groups.updateCustomerGroup, { id, name: 'Ouros' });
    expect(kept.updateCustomerGroup).toMatchObject({ audience: null, member_count: 1 });
    expect(await refusalOf(world.call(ana, groups.refreshCustomerGroup, { id }))).toBe(
      'CONFLICT error.customerGroup.noAudience',
    );
    await world.call(ana, audiences.deleteAudience, { id: audience_id });
  });

  test('left half filled, in more than one chunk, by two at once -> whole, counted once', async () => {
    const { ana } = world.people;
    await world.rows(
      `insert into customer (tenant_id, name, phone_number)
       select t.id, 'Massa ' || n, '5521' || (900000000 + n)::text from tenant t, generate_series(1, 5200) n where t.slug = 'aurora'`,
    );
    const tree = text({ all: [{ field: 'name', op: 'has', value: 'massa' }] });
    const { id: audience_id } = (await world.call(ana, audiences.newAudience, { name: 'Massa', tree })).newAudience;
    const { id } = (await world.call(ana, groups.newCustomerGroup, { name: 'Massa' })).newCustomerGroup;
    const [tenant] = await world.rows<{ id: string }>("select id from tenant where slug = 'aurora'");
    await world.rows('update customer_group set audience_id = $2, fill_wanted_at = now() where id = $1', [
      id,
      audience_id,
    ]);
    const fill = () => fillGroup(world.server.services, tenant?.id ?? '', id);
    await Promise.all([fill(), fill()]);
    await fill();
    expect(await groupNow(id)).toMatchObject({ member_count: 5_200, is_filling: false });
    const [counted] = await world.rows<{ count: string }>(
      'select count(*) from customer_group_member where group_id = $1',
      [id],
    );
    expect(counted?.count).toBe('5200');
  });

  test('a page that lost the permission gets none; without it every call is refused', async () => {
    const { ana, bruno, bia } = world.people;
    await world.rows(`insert into role_permission (tenant_id, role_id, route_name)
      select tenant_id, id, 'customer-groups' from role where name = 'atendente'
        and tenant_id = (select id from tenant where slug = 'aurora') on conflict do nothing`);
    const socket = await world.socket(bruno);
    let round = 0;
    const hears = async () => {
      round += 1;
      const name = `Grupo ${round}`;
      const { id } = (await world.call(ana, groups.newCustomerGroup, { name })).newCustomerGroup;
      await socket.pong();
      return socket.frames.some(
        (frame) => frame.event === 'GroupOfCustomersUpdated' && frame.data.groupOfCustomers.id === id,
      );
    };
    await expectEventually(hears).toBe(true);
    await world.rows("delete from role_permission where route_name = 'customer-groups'");
    await expectEventually(hears).toBe(false);
    expect(await refusalOf(world.call(bruno, groups.newCustomerGroup, { name: 'Xis' }))).toBe(
      'FORBIDDEN error.forbidden',
    );
    for (const refused of [
      world.call(bruno, audiences.audienceCount, { tree: text({ all: [] }) }),
      world.call(bruno, audiences.audienceReach, { id: '1' }),
    ])
      expect(await refusalOf(refused)).toBe('FORBIDDEN error.forbidden');
    expect((await world.call(bia, groups.customerGroups, {})).customerGroups).toEqual([]);
  });
});
