import { randomUUID } from 'node:crypto';
import { writeXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BLOCKED_FILE_LINES_MAX } from '../../../contract/facts/customers.ts';
import { blacklistCustomer } from '../../../contract/graphql/blacklist-customer.ts';
import { blockContacts, blockedContacts, unblockContacts } from '../../../contract/graphql/blocked-contacts.ts';
import { customerInfos } from '../../../contract/graphql/customer-infos.ts';
import { mergeCustomers } from '../../../contract/graphql/merge-customers.ts';
import { newCustomer } from '../../../contract/graphql/new-customer.ts';
import { paginatedCustomers } from '../../../contract/graphql/paginated-customers.ts';
import { blockedSheet, readBlockedFile } from '../../../contract/rest/blocked-contacts.ts';
import { fieldsOf, refusalOf, startAttendance } from '../../support/attendance.ts';
import type { World } from '../../support/attendance.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

const list = async (search = '', who = world.people.ana) =>
  (await world.call(who, blockedContacts, { search, pagination_limit: 100 })).blockedContacts;
const block = async (numbers: readonly string[], reason: string | null = null, who = world.people.ana) =>
  (await world.call(who, blockContacts, { numbers: [...numbers], reason })).blockContacts;
const unblock = async (numbers: readonly string[], who = world.people.ana) =>
  (await world.call(who, unblockContacts, { numbers })).unblockContacts;
const isBlocked = async (id: string) =>
  (await world.call(world.people.ana, customerInfos, { id })).customerInfos.is_blacklisted;
const create = async (name: string, phone_number: string) =>
  (await world.call(world.people.ana, newCustomer, { name, phone_number })).newCustomer.customer;

describe('a list of numbers', () => {
  test('pasted -> blocked, each line that can’t be comes back with why; listed newest first, found by digits', async () => {
    const answer = await block(['+55 (11) 98300-0001', '', 'abc', '551183000001', ' 5521983000002 ', '123'], ' Golpe ');
    expect(answer).toEqual({
      blocked: 2,
      refused: [
        { line: 3, number: 'abc', key: 'error.number.malformed' },
        { line: 4, number: '551183000001', key: 'error.blocked.twice' },
        { line: 6, number: '123', key: 'error.number.malformed' },
      ],
    });
    expect(await block(['5511983000001', '5511983000003', 'abc'])).toEqual({
      blocked: 1,
      refused: [
        { line: 1, number: '5511983000001', key: 'error.blocked.already' },
        { line: 3, number: 'abc', key: 'error.number.malformed' },
      ],
    });
    const audited = await world.rows(
      "select user_id as by, details from audit where action = 'blockedContacts.block' order by id",
    );
    expect(audited).toEqual([
      { by: world.people.ana.id, details: { count: 2, reason: 'Golpe' } },
      { by: world.people.ana.id, details: { count: 1 } },
    ]);
    const { items, total_items } = await list();
    expect([total_items, items[0]?.phone_number]).toEqual([3, '5511983000003']);
    const first = await world.call(world.people.ana, blockedContacts, { search: '', pagination_limit: 1 });
    expect(first.blockedContacts.items.map((row) => row.phone_number)).toEqual(['5511983000003']);
    expect((await list('(21) 98300')).items).toEqual([
      expect.objectContaining({ phone_number: '5521983000002', reason: 'Golpe', user_name: 'Ana Ribeiro' }),
    ]);
    expect([(await list('_')).total_items, (await list('xyz')).total_items]).toEqual([0, 0]);
  });

  const read = async (name: string, body: BodyInit, who = world.people.ana) => {
    const path = readBlockedFile.path.replace(':client_id', randomUUID());
    const response = await fetch(`${world.url}${path}?${new URLSearchParams({ name }).toString()}`, {
      method: readBlockedFile.method,
      headers: { authorization: `Bearer ${who.token}`, 'content-type': 'application/octet-stream' },
      body,
    });
    const answer: unknown = await response.json();
    return response.ok ? readBlockedFile.answer.parse(answer).numbers : [response.status, answer];
  };

  test('in a file, with headings or none, the country’s code or none -> its numbers; what is none as written', async () => {
    const sheet = 'Nome;Celular\r\nAna;(11) 98300-0001\r\nBia;\r\nCaio;não tem\r\n';
    expect(await read('lista.csv', sheet)).toEqual(['5511983000001', 'não tem']);
    expect(await read('lista.txt', '11983000001\n+55 21 98300-0002\n')).toEqual(['5511983000001', '5521983000002']);
    expect(await read('lista.csv', 'Lista de saída,\nZé,5511983000001\n')).toEqual(['5511983000001']);
    const rows = [
      ['Telefone', 'Quem'],
      [5_511_983_000_001, 'Ana'],
    ];
    const book = await writeXlsx({ sheets: [{ name: 'Lista', rows }] });
    expect(await read('lista.xlsx', new Uint8Array(book))).toEqual(['5511983000001']);
  });

  test('a file without numbers, or of something else -> refused by field', async () => {
    const refusedFor = (file: string) => [400, { error: expect.objectContaining({ fields: { file } }) }];
    expect(await read('lista.csv', 'Nome;Cidade\nAna;Recife\n')).toMatchObject(refusedFor('error.blocked.file.none'));
    const bytes = new Uint8Array([0x25, 0, 0, 1]);
    expect(await read('lista.pdf', bytes)).toMatchObject(refusedFor('error.import.unreadable'));
    const many = '11983000001\n'.repeat(BLOCKED_FILE_LINES_MAX + 1);
    expect(await read('longa.txt', many)).toMatchObject(refusedFor('error.blocked.file.tooMany'));
  });

  test('as a sheet, newest first: number, whose it is, why and who; audited', async () => {
    const sheet = async (who: typeof world.people.ana) => {
      const response = await fetch(`${world.url}${blockedSheet.path}?search=98300`, {
        headers: { authorization: `Bearer ${who.token}` },
      });
      return (await response.text()).trim().split('\r\n').slice(1);
    };
    const lines = await sheet(world.people.ana);
    expect(lines[0]).toMatch(/^5511983000003;;;Ana Ribeiro;/u);
    expect(lines.at(-1)).toMatch(/^5511983000001;;Golpe;Ana Ribeiro;/u);
    expect(await sheet(world.people.bia)).toEqual([]);
    const audited = await world.rows(
      "select from audit where action = 'sheet.download' and details->>'sheet' = 'blocked'",
    );
    expect(audited).toHaveLength(2);
  });

  test('too many, or none -> refused by field', async () => {
    expect(await fieldsOf(block([]))).toEqual({ numbers: 'error.field.required' });
    expect(await fieldsOf(block(Array.from({ length: 5_001 }, () => '')))).toEqual({ numbers: 'error.field.tooMany' });
  });

  test('unblocked: only what is blocked counts', async () => {
    await block(['5511983000010', '5511983000011']);
    expect(await unblock(['5511983000010', '5511983000011', '5511983000099', 'nada'])).toBe(2);
    expect(await unblock(['5511983000010'])).toBe(0);
    const audited = await world.rows("select details from audit where action = 'blockedContacts.unblock'");
    expect(audited).toEqual([{ details: { count: 2 } }]);
    expect((await list('98300001')).total_items).toBe(0);
  });

  test('without the permission -> refused; another company sees and unblocks none of it', async () => {
    const { bruno, bia } = world.people;
    await block(['5511983000020']);
    expect(await refusalOf(block(['5511983000021'], null, bruno))).toBe('FORBIDDEN error.forbidden');
    expect(await refusalOf(list('', bruno))).toBe('FORBIDDEN error.forbidden');
    expect(await refusalOf(unblock(['5511983000020'], bruno))).toBe('FORBIDDEN error.forbidden');
    expect([(await list('', bia)).total_items, await unblock(['5511983000020'], bia)]).toEqual([0, 0]);
    expect((await list('5511983000020')).total_items).toBe(1);
  });
});

describe('a customer follows their numbers', () => {
  test('blocked and unblocked by the list -> those who see them are told, once each; named in the list', async () => {
    const ticket = await world.open({ from: '5511983000030', name: 'Otávio' });
    const { id } = ticket.customer;
    await block(['5511983000030']);
    expect(await isBlocked(id)).toBe(true);
    expect((await list('5511983000030')).items[0]).toMatchObject({ customer_id: id, customer_name: 'Otávio' });
    await block(['5511983000030']);
    await unblock(['5511983000030']);
    expect(await isBlocked(id)).toBe(false);
    const told = await world.rows<{ blocked: boolean }>(
      `select (data->'customer'->>'is_blacklisted')::boolean as blocked from event
      where name = 'CustomerBlacklisted' and data->'customer'->>'id' = $1 order by position`,
      [id],
    );
    expect(told.map(({ blocked }) => blocked)).toEqual([true, false]);
  });

  test('blocked at the customer -> in the list with the reason; unblocked there -> gone', async () => {
    const { ana } = world.people;
    const { id } = await create('Plínio', '5511983000040');
    await world.call(ana, blacklistCustomer, { id, blacklisted: true, reason: 'Ofensas' });
    expect((await list('5511983000040')).items[0]).toMatchObject({ reason: 'Ofensas', customer_name: 'Plínio' });
    await world.call(ana, blacklistCustomer, { id, blacklisted: false });
    expect([(await list('5511983000040')).total_items, await isBlocked(id)]).toEqual([0, false]);
    const audited = await world.rows(
      "select action, details - 'phone_number' as details from audit where subject = $1 order by id",
      [`customer:${id}`],
    );
    expect(audited).toEqual([
      { action: 'customer.create', details: { name: 'Plínio' } },
      { action: 'customer.blacklist', details: { reason: 'Ofensas' } },
      { action: 'customer.unblacklist', details: {} },
    ]);
  });

  test('merged -> blocked while any of their numbers is', async () => {
    const { ana } = world.people;
    const { id } = await create('Rute', '5511983000050');
    const other = await create('Rute de novo', '5511983000051');
    const [head] = await world.rows<{ at: string }>(
      'select stream_position as at from tenant t join customer c on c.tenant_id = t.id where c.id = $1',
      [id],
    );
    await block(['5511983000050', '5511983000051']);
    // Nobody has a screen of theirs but the list.
    const told = await world.rows(
      "select coalesce(data->>'list', name) as what from event where position > $1 and tenant_id = (select tenant_id from customer where id = $2) order by 1",
      [head?.at, id],
    );
    expect(told).toEqual([{ what: 'blocked_contacts' }, { what: 'customers' }]);
    await world.call(ana, mergeCustomers, { id, other_id: other.id });
    await unblock(['5511983000050']);
    expect(await isBlocked(id)).toBe(true);
    await unblock(['5511983000051']);
    expect(await isBlocked(id)).toBe(false);
  });

  test('one with a blocked number -> blocked from the beginning', async () => {
    await block(['5511983000060']);
    const { id } = await create('Sara', '5511983000060');
    expect(await isBlocked(id)).toBe(true);
  });

  test('a stranger whose number is blocked writes -> kept aside, nobody is created; unblocked, they get through', async () => {
    const from = '5511983000070';
    await block([from]);
    await world.write({ from, text: 'deixa eu entrar' });
    const found = async () =>
      (await world.call(world.people.ana, paginatedCustomers, { search: from })).paginatedCustomers.total_items;
    expect(await found()).toBe(0);
    const kept = await world.rows(
      "select from webhook_rejected where reason = 'error.customer.blacklisted' and body like $1",
      ['%deixa eu entrar%'],
    );
    expect(kept).toHaveLength(1);
    await unblock([from]);
    await world.write({ from, text: 'oi' });
    expect(await found()).toBe(1);
  });

  test('a blocked customer’s number changes -> the new one is blocked, too', async () => {
    const { id } = await create('Téo', '5511983000080');
    await block(['5511983000080'], 'Spam');
    await world.rows("update customer set phone_number = '5511983000081' where id = $1", [id]);
    expect((await list('5511983000081')).items[0]).toMatchObject({ reason: 'Spam', customer_id: id });
  });

  test('they get a number that is blocked -> it counts at once: what came with it is kept aside, and their screens are told', async () => {
    const [hidden, number] = ['BR.Escondida90', '5511983000090'];
    const ticket = await world.open({ from: hidden, name: 'Úrsula' });
    const { id } = ticket.customer;
    await block([number]);
    await world.write({ from: number, text: 'agora pelo número', more: { from_user_id: hidden } });
    expect(await isBlocked(id)).toBe(true);
    expect(await world.chat(world.people.ana, ticket)).toHaveLength(1);
    const told = await world.rows<{ blocked: boolean }>(
      `select (data->'customer'->>'is_blacklisted')::boolean as blocked from event
      where name = 'CustomerBlacklisted' and data->'customer'->>'id' = $1`,
      [id],
    );
    expect(told).toEqual([{ blocked: true }]);
  });
});
