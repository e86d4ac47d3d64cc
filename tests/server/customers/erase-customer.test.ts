import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import { blacklistCustomer } from '../../../contract/graphql/blacklist-customer.ts';
import { blockedContacts, unblockContacts } from '../../../contract/graphql/blocked-contacts.ts';
import { newChatNote } from '../../../contract/graphql/chat-notes.ts';
import { customerConsents, declareConsent } from '../../../contract/graphql/customer-consents.ts';
import { customerDetails } from '../../../contract/graphql/customer-details.ts';
import { eraseCustomer } from '../../../contract/graphql/erase-customer.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import { mergeCustomers } from '../../../contract/graphql/merge-customers.ts';
import { newCustomer } from '../../../contract/graphql/new-customer.ts';
import { newCustomerField } from '../../../contract/graphql/new-customer-field.ts';
import { openChatTicket } from '../../../contract/graphql/open-chat-ticket.ts';
import { numberConversation } from '../../../contract/graphql/start-conversation.ts';
import { paginatedCustomers } from '../../../contract/graphql/paginated-customers.ts';
import { updateCustomer } from '../../../contract/graphql/update-customer.ts';
import { fieldsOf, refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { jsonOf, unzipped } from '../../support/unzipped.ts';
import { importsOf } from '../imports/import-world.ts';

let world: World;
let field: string;
beforeAll(async () => {
  world = await startAttendance({ attendance: { imports: { pollMs: 30, retryMs: 30 } } });
  const made = await world.call(world.people.ana, newCustomerField, {
    name: 'Placa',
    type: 'text',
    options: [],
    position: 0,
  });
  field = made.newCustomerField.id;
});
afterAll(() => world.stop());

const erase = (id: string, phone_number: string, who: Person = world.people.ana) =>
  world.call(who, eraseCustomer, { id, phone_number });
const exported = (id: string, who: Person = world.people.ana) =>
  fetch(`${world.url}/api/customers/export?customer_id=${id}`, { headers: { authorization: `Bearer ${who.token}` } });

/** The tables in which a text stands. */
async function tablesWith(text: string): Promise<string[]> {
  const tables = await world.rows<{ name: string }>(
    "select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'",
  );
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await world.rows(`select from "${name}" r where strpos(lower(r::text), lower($1)) > 0 limit 1`, [
      text,
    ]);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** A customer of whom everything is known, with a finished attendance. */
async function known(from: string) {
  const { ana, bruno } = world.people;
  const ticket = await world.open({ from, name: 'Zuleide Quaresma', text: 'meu segredo violeta' });
  const { id } = ticket.customer;
  await world.send(bruno, ticket, 'resposta magenta');
  await world.call(bruno, newChatNote, {
    customer_id: id,
    instance_id: ticket.instance.id,
    message: 'anotado turquesa',
    mention_ids: [],
    client_id: crypto.randomUUID(),
  });
  await world.call(ana, updateCustomer, {
    id,
    name: 'Zuleide Quaresma',
    email: 'zuleide@exemplo.com',
    note: 'nota escarlate',
    timezone: 'Pacific/Chatham',
    values: [{ field_id: field, value: 'PLACA-9Z9' }],
  });
  await world.call(ana, declareConsent, { customer_id: id, channel: 'sms', kind: 'granted', evidence: 'ficha ocre' });
  await expect.poll(() => world.rows("select from outbox where state not in ('sent', 'failed')")).toEqual([]);
  return { id, ticket };
}
const finish = (id: string) => world.call(world.people.bruno, finishChatTicket, { id });

const SECRETS = [
  'Quaresma',
  'violeta',
  'magenta',
  'turquesa',
  'zuleide@exemplo.com',
  'escarlate',
  'Pacific/Chatham',
  'PLACA-9Z9',
  'ficha ocre',
];

describe('erasure', () => {
  test('nothing of them is found in any table; tickets, messages and counts stay; nobody can write to them', async () => {
    const { ana } = world.people;
    const from = '5511981110001';
    const { id, ticket } = await known(from);
    const other = (await world.call(ana, newCustomer, { name: 'Outra Quaresma', phone_number: '5511981110002' }))
      .newCustomer.customer;
    await world.call(ana, mergeCustomers, { id, other_id: other.id });
    await world.call(ana, blacklistCustomer, { id, blacklisted: true, reason: 'ficha ocre' });
    await world.write({ from, text: 'violeta outra vez' });
    // A file of customers that had them twice, once in a way that can't be read.
    await world.rows(
      `with imported as (insert into customer_import (tenant_id, client_id, name, size_bytes, sha256, status, columns)
        select tenant_id, gen_random_uuid(), 'base.csv', 1, 'x', 'done', '[{"heading": "Quem", "samples": ["Quaresma"]}]' from customer
        where id = $1 returning tenant_id, id),
      changed as (insert into customer_import_change (tenant_id, import_id, customer_id, line, kind, raw_number, before)
        select tenant_id, id, $1, 2, 'changed', '(11) 98111-0001', '{"name": "Quaresma"}' from imported)
      insert into customer_import_refused (tenant_id, import_id, line, reason, address, cells)
      select tenant_id, id, 3, 'twice', $2, '["Quaresma"]'::jsonb from imported
      union all select tenant_id, id, 4, 'broken', null, '["Quaresma", "+55 (11) 98111-0001"]' from imported`,
      [id, from],
    );
    // A file of theirs.
    const sha = 'c0ffee'.repeat(10);
    await world.rows(
      `with named as (update message set document_name = 'rg-fúcsia.pdf' where id =
          (select min(id) from message where customer_id = $1) returning tenant_id, id)
        insert into message_media (tenant_id, message_id, state, mime_type, size_bytes, sha256)
        select tenant_id, id, 'ready', 'application/pdf', 1, $2 from named`,
      [id, sha],
    );
    const secrets = ['fúcsia', ...SECRETS, from, '5511981110002', '551181110001'];
    for (const secret of secrets.slice(0, -1)) expect(await tablesWith(secret)).not.toEqual([]);
    const rows = () =>
      world.rows(
        `select (select count(*) from chat_ticket where customer_id = $1) as tickets,
          (select count(*) from message where customer_id = $1) as messages`,
        [id],
      );
    const before = await rows();
    expect(await refusalOf(erase(id, from))).toBe('CONFLICT error.erase.open');
    await finish(ticket.id);
    expect(await fieldsOf(erase(id, '5511981110009'))).toEqual({ phone_number: 'error.erase.number' });
    expect(await tablesWith('escarlate')).not.toEqual([]);
    const under = await world.rows<{ id: string; state: string }>(
      `update outbox o set state = 'uncertain', next_attempt_at = now() + interval '1 hour'
       from (select message_id, state from outbox where customer_id = $1 limit 1) had
       where o.message_id = had.message_id returning o.message_id as id, had.state`,
      [id],
    );
    expect(await refusalOf(erase(id, from))).toBe('CONFLICT error.erase.sending');
    for (const each of under)
      await world.rows('update outbox set state = $2 where message_id = $1', [each.id, each.state]);
    // Any file that is still waiting may have them.
    await world.rows("update customer_import set status = 'paused'");
    expect(await refusalOf(erase(id, from))).toBe('CONFLICT error.erase.importing');
    await world.rows("update customer_import set status = 'undone'");
    await erase(id, '+55 (11) 98111-0001');
    for (const secret of secrets) expect([secret, await tablesWith(secret)]).toEqual([secret, []]);
    // What the next clean-up deletes from the disk.
    expect(await tablesWith(sha)).toEqual(['unused_file']);
    expect(await rows()).toEqual(before);

    expect(await refusalOf(world.call(ana, customerDetails, { id }))).toBe('CONFLICT error.customer.erased');
    expect(await refusalOf(erase(id, from))).toBe('CONFLICT error.customer.erased');
    expect(await refusalOf(world.call(ana, openChatTicket, { customer_id: id, instance_id: ticket.instance.id }))).toBe(
      'CONFLICT error.customer.erased',
    );
    expect((await exported(id)).status).toBe(409);
    expect(await refusalOf(world.call(ana, blacklistCustomer, { id, blacklisted: true }))).toBe(
      'CONFLICT error.customer.erased',
    );
    const found = await world.call(ana, paginatedCustomers, { pagination_limit: 100 });
    expect(found.paginatedCustomers.items.map((each) => each.id)).not.toContain(id);
    const chats = await world.chat(ana, ticket);
    expect(chats.map(({ message }) => message ?? '')).toEqual(chats.map(() => ''));
    const [entry] = await world.rows<{ details: unknown; names: unknown }>(
      "select details, names from audit where action = 'customer.erase' and subject = $1",
      [`customer:${id}`],
    );
    expect(entry).toMatchObject({ details: {} });
    const [told] = await world.rows<{ data: unknown }>(
      "select data from event where name = 'CustomerUpdated' and data->'customer'->>'id' = $1 order by position desc",
      [id],
    );
    // The number leaves open screens, too.
    expect(told?.data).toEqual({ customer: { id, name: `#${id}`, phone: `erased.${id}`, image: null, tags: [] } });
    // They write again: somebody new, who is blocked as before, until that is undone.
    await world.write({ from, name: 'Zuleide Nova' });
    await world.call(ana, unblockContacts, { numbers: [from] });
    const again = await world.open({ from, name: 'Zuleide Nova' });
    expect(again.customer.id).not.toBe(id);
  });

  test('by who isn’t an administrator, or of another company -> refused, and nothing is erased', async () => {
    const { bruno, bia } = world.people;
    const { id, ticket } = await known('5511981110020');
    await finish(ticket.id);
    expect(await refusalOf(erase(id, '5511981110020', bruno))).toBe('FORBIDDEN error.forbidden');
    expect(await refusalOf(erase(id, '5511981110020', bia))).toBe('NOT_FOUND error.notFound');
    expect(await tablesWith('5511981110020')).toContain('customer');
  });

  test('the audit of a customer who isn’t erased stays as it is', async () => {
    const { id } = await known('5511981110040');
    for (const change of ["details = '{}'", "names = '[]'", "action = 'x'"]) {
      await expect(
        world.rows(`update audit set ${change} where subject = $1 and details <> '{}'`, [`customer:${id}`]),
      ).rejects.toThrow('append-only');
    }
  });
});

describe('the no of an erased customer', () => {
  const create = async (phone_number: string, who: Person = world.people.ana) =>
    (await world.call(who, newCustomer, { name: 'Nova', phone_number })).newCustomer.customer;
  const declare = (customer_id: string, kind: 'granted' | 'revoked', channel: 'whatsapp' | 'sms') =>
    world.call(world.people.ana, declareConsent, { customer_id, channel, kind, evidence: 'ficha' });
  const said = async (customer_id: string) => {
    const { customerConsents: all } = await world.call(world.people.ana, customerConsents, { customer_id });
    return all.map(({ channel, kind, origin }) => `${channel} ${kind} ${origin}`).toSorted();
  };
  const blocked = async (search: string) =>
    (await world.call(world.people.ana, blockedContacts, { search, pagination_limit: 100 })).blockedContacts.items;
  const refusing = async (phone: string, { blocks = true } = {}) => {
    const { id } = await create(phone);
    await declare(id, 'revoked', 'whatsapp');
    await declare(id, 'revoked', 'sms');
    if (blocks) await world.call(world.people.ana, blacklistCustomer, { id, blacklisted: true });
    await erase(id, phone);
  };

  test('they are added again -> blocked and opted out again, and it is said why; nothing readable was kept', async () => {
    const phone = '5511981120001';
    await refusing(phone);
    expect(await tablesWith(phone.slice(2))).toEqual([]);
    const { id, is_blacklisted } = await create(phone);
    expect([is_blacklisted, await said(id)]).toEqual([true, ['sms revoked erased', 'whatsapp revoked erased']]);
    expect(await blocked(phone)).toMatchObject([{ is_kept: true, user_name: null }]);
    expect(
      await world.rows('select from customer where id = $1 and declined_marketing_at is not null', [id]),
    ).toHaveLength(1);
    // Not at another company.
    expect((await create(phone, world.people.bia)).is_blacklisted).toBe(false);
  });

  test('they write -> blocked: no conversation; a colleague can’t write to them either', async () => {
    const phone = '5511981120002';
    await refusing(phone);
    const { bruno } = world.people;
    const begin = () =>
      world.call(bruno, numberConversation, { to_number: phone, instance_id: world.instances.vendas });
    expect(await refusalOf(begin())).toBe('CONFLICT error.customer.blacklisted');
    await world.write({ from: phone, name: 'Nova' });
    const customers = await world.rows('select is_blacklisted from customer where phone_number = $1', [phone]);
    expect(customers).toEqual([{ is_blacklisted: true }]);
    expect(
      await world.rows('select from chat_ticket t join customer c on c.id = t.customer_id where c.phone_number = $1', [
        phone,
      ]),
    ).toEqual([]);
  });

  test('a number corrected to theirs, a further one of theirs, a merge -> as if they were added', async () => {
    const { ana } = world.people;
    await refusing('5511981120003', { blocks: false });
    const { id } = await create('5511981120004');
    await world.call(ana, updateCustomer, { id, name: 'Nova', phone_number: '5511981120003', values: [] });
    expect(await said(id)).toEqual(['sms revoked erased', 'whatsapp revoked erased']);

    await refusing('5511981120005', { blocks: false });
    const other = await create('5511981120006');
    // As if it had come while a version before this was running.
    await world.rows(
      `insert into customer (tenant_id, name, phone_number) select tenant_id, 'Nova', '5511981120005'
       from customer where id = $1`,
      [other.id],
    );
    const [late] = await world.rows<{ id: string }>("select id from customer where phone_number = '5511981120005'");
    await world.call(ana, mergeCustomers, { id: other.id, other_id: late?.id ?? '' });
    expect(await said(other.id)).toEqual(['sms revoked erased', 'whatsapp revoked erased']);
  });

  test('can’t be read for a while -> nobody is added, a file waits; who writes is taken in; all goes once it can', async () => {
    const { ana, bruno } = world.people;
    await refusing('5511981120009');
    const [key] = await world.rows<{ tenant: string; sealed: string }>(
      `select tenant_id as tenant, sealed_key as sealed from refusal_key where tenant_id =
        (select tenant_id from app_user where id = $1)`,
      [ana.id],
    );
    const seal = (sealed = '') =>
      world.rows('update refusal_key set sealed_key = $2 where tenant_id = $1', [key?.tenant, sealed]);
    const imports = importsOf(world.url, ana);
    const { id: file } = await imports.checked('volta.csv', 'Nome;Telefone\nNova;11981120009\n');
    const failed = vi.spyOn(world.server.services.log, 'error');
    const tries = () => failed.mock.calls.filter(([, said]) => said?.startsWith('an import failed')).length;
    await seal();
    onTestFinished(async () => void (await seal(key?.sealed)));
    expect(await refusalOf(create('5511981120010'))).toBe('INTERNAL error.server');
    await imports.begin(file);
    // More often than anything else may fail.
    await expectEventually(async () => tries()).toBeGreaterThan(6);
    expect((await world.open({ from: '5511981120011', name: 'Nova' }, bruno)).customerLastChat).not.toBeNull();
    expect(
      await world.rows("select from customer where phone_number in ('5511981120009', '5511981120010')"),
    ).toHaveLength(0);
    await seal(key?.sealed);
    expect(await imports.until(file, 'done')).toMatchObject({ added: 1 });
    expect((await create('5511981120010')).is_blacklisted).toBe(false);
    expect(await blocked('5511981120009')).toMatchObject([{ is_kept: true }]);
  });

  test('a version that doesn’t keep it erases somebody -> it is told to try later, and nobody is erased', async () => {
    const { id } = await create('5511981120012');
    const older = world.rows('update customer set erased_at = now() where id = $1', [id]);
    // Answered with 503.
    await expect(older).rejects.toMatchObject({ code: '55P03' });
    await erase(id, '5511981120012');
  });

  test('allowed again -> stays so with any number of theirs, and after another erasure', async () => {
    const { ana } = world.people;
    const phones = ['5511981120007', '5511981120008'] as const;
    const first = await create(phones[0]);
    await world.call(ana, mergeCustomers, { id: first.id, other_id: (await create(phones[1])).id });
    await declare(first.id, 'revoked', 'whatsapp');
    await declare(first.id, 'revoked', 'sms');
    await world.call(ana, blacklistCustomer, { id: first.id, blacklisted: true });
    await erase(first.id, phones[0]);
    const { id } = await create(phones[0]);
    await declare(id, 'granted', 'whatsapp');
    await world.call(ana, blacklistCustomer, { id, blacklisted: false });
    // What they still refuse is refused with the other number, too.
    const again = await create(phones[1]);
    expect([again.is_blacklisted, await said(again.id)]).toEqual([false, ['sms revoked erased']]);
    await world.call(ana, mergeCustomers, { id, other_id: again.id });
    expect((await said(id))[0]).toBe('sms revoked erased');
    await declare(id, 'granted', 'sms');
    await erase(id, phones[0]);
    expect(await said((await create(phones[1])).id)).toEqual([]);
  });
});

describe('the export', () => {
  test('has all that is known; for administrators of the company only; audited', async () => {
    const { bruno, bia } = world.people;
    const { id } = await known('5511981110030');
    const response = await exported(id);
    expect(response.headers.get('content-disposition')).toContain(`cliente-${id}-`);
    const entries = await unzipped(response);
    const text = entries.get('cliente.json')?.toString() ?? '';
    for (const secret of [...SECRETS, '5511981110030']) expect(text).toContain(secret);
    expect(jsonOf(entries, 'cliente.json')).toMatchObject({
      format: 'balcao-customer',
      entry_count: 3,
      tickets: [{ instance: 'Vendas' }],
    });
    expect([(await exported(id, bruno)).status, (await exported(id, bia)).status]).toEqual([403, 404]);
    expect(
      await world.rows("select from audit where action = 'customer.export' and subject = $1", [`customer:${id}`]),
    ).toHaveLength(1);
  });
});
