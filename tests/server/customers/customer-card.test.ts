import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { CustomerFieldForm } from '../../../contract/entities/customer-field.ts';
import { blockContacts } from '../../../contract/graphql/blocked-contacts.ts';
import { chatTickets } from '../../../contract/graphql/chat-tickets.ts';
import { customerDetails } from '../../../contract/graphql/customer-details.ts';
import { customerMedia } from '../../../contract/graphql/customer-media.ts';
import { deleteCustomerField } from '../../../contract/graphql/delete-customer-field.ts';
import { deleteTag } from '../../../contract/graphql/delete-tag.ts';
import { mergeCustomers } from '../../../contract/graphql/merge-customers.ts';
import { newCustomer } from '../../../contract/graphql/new-customer.ts';
import { newCustomerField } from '../../../contract/graphql/new-customer-field.ts';
import { newTag } from '../../../contract/graphql/new-tag.ts';
import { paginatedCustomers } from '../../../contract/graphql/paginated-customers.ts';
import { tagCustomer } from '../../../contract/graphql/tag-customer.ts';
import { tags } from '../../../contract/graphql/tags.ts';
import { updateCustomerField } from '../../../contract/graphql/update-customer-field.ts';
import { updateCustomer } from '../../../contract/graphql/update-customer.ts';
import { updateTag } from '../../../contract/graphql/update-tag.ts';
import { fieldsOf, refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';
import { jsonOf, unzipped } from '../../support/unzipped.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

let last = 61_000_000;
const newPhone = (): string => `55119${(last += 1)}`;
const aTag = async (name: string) => (await world.call(world.people.ana, newTag, { name, color: 'green' })).newTag;
const aField = async (form: CustomerFieldForm) =>
  (await world.call(world.people.ana, newCustomerField, form)).newCustomerField;
const cardOf = async (who: Person, id: string) => (await world.call(who, customerDetails, { id })).customerDetails;
const told = (name: string, id: string) =>
  world.rows<{
    data: { customer: { name: string; image?: string | null; tags: { name: string }[] } };
    audience: unknown;
  }>("select data, audience from event where name = $1 and data->'customer'->>'id' = $2 order by position", [name, id]);
describe('tags', () => {
  test('given and taken off by who sees the customer; told once, with their audience; the list has them', async () => {
    const { bruno, carla, bia } = world.people;
    const phone = newPhone();
    const { customer } = await world.open({ from: phone });
    const tag = await aTag('VIP');
    const give = (who: Person, tagged: boolean) =>
      world.call(who, tagCustomer, { id: customer.id, tag_id: tag.id, tagged });
    expect((await give(bruno, true)).tagCustomer).toEqual([{ id: tag.id, name: 'VIP', color: 'green' }]);
    await give(bruno, true);
    expect(await refusalOf(give(carla, true))).toBe('NOT_FOUND error.notFound');
    expect(await refusalOf(give(bia, true))).toBe('NOT_FOUND error.notFound');
    const { items } = (await world.call(bruno, chatTickets, { all_users: true, search_query: phone })).chatTickets;
    expect(items[0]?.customer.tags).toEqual([{ id: tag.id, name: 'VIP', color: 'green' }]);
    const events = await told('CustomerUpdated', customer.id);
    expect(events.map(({ data }) => data.customer.tags.map(({ name }) => name))).toEqual([['VIP']]);
    expect(events[0]?.audience).toMatchObject({ to: 'users', admins: true });
    expect((await give(bruno, false)).tagCustomer).toEqual([]);
    expect(await told('CustomerUpdated', customer.id)).toHaveLength(2);
  });

  test('a customer has at most 20', async () => {
    const { ana } = world.people;
    const { customer } = await world.open({ from: newPhone() });
    const all = [];
    for (let at = 0; at < 21; at += 1) all.push(await aTag(`Nº ${at}`));
    const give = (id: string) => world.call(ana, tagCustomer, { id: customer.id, tag_id: id, tagged: true });
    for (const { id } of all.slice(0, 20)) await give(id);
    expect(await refusalOf(give(all[20]?.id ?? ''))).toBe('CONFLICT error.customer.tags');
  });

  test('managed by who may; renaming and deleting one follows on the customers who have it', async () => {
    const { ana, bruno } = world.people;
    const { customer } = await world.open({ from: newPhone() });
    const tag = await aTag('Inadimplente');
    await world.call(bruno, tagCustomer, { id: customer.id, tag_id: tag.id, tagged: true });
    expect(await refusalOf(world.call(bruno, newTag, { name: 'Outra', color: 'red' }))).toBe(
      'FORBIDDEN error.forbidden',
    );
    expect(await fieldsOf(world.call(ana, newTag, { name: 'INADIMPLENTE', color: 'red' }))).toEqual({
      name: 'error.tag.nameTaken',
    });
    const rename = (name: string, version: string) =>
      world.call(ana, updateTag, { id: tag.id, name, color: 'red', version });
    await rename('Em atraso', tag.version);
    expect(await refusalOf(rename('Outra', tag.version))).toBe('CONFLICT error.form.conflict');
    expect((await cardOf(bruno, customer.id)).customer.tags).toEqual([{ id: tag.id, name: 'Em atraso', color: 'red' }]);
    await world.call(ana, deleteTag, { id: tag.id });
    expect((await world.call(bruno, tags, {})).tags.map(({ name }) => name)).not.toContain('Em atraso');
    const events = await told('CustomerUpdated', customer.id);
    expect(events.map(({ data }) => data.customer.tags.map(({ name }) => name))).toEqual([
      ['Inadimplente'],
      ['Em atraso'],
      [],
    ]);
  });
});

describe('picture', () => {
  const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  const DATA = `data:image/png;base64,${PNG}`;

  test('chosen and removed by who sees the customer: shown to all of them, gone when it is', async () => {
    const { bruno, carla, bia } = world.people;
    const phone = newPhone();
    const { customer } = await world.open({ from: phone });
    const save = (who: Person, image: string | null) =>
      world.call(who, updateCustomer, { id: customer.id, name: 'Luciana', image });
    const { image } = (await save(bruno, DATA)).updateCustomer.customer;
    const shown = await fetch(`${world.url}${image}`);
    expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/png']);
    expect(Buffer.from(await shown.arrayBuffer()).toString('base64')).toBe(PNG);
    expect((await world.ticketOf(bruno, phone))?.customer.image).toBe(image);
    expect((await told('CustomerUpdated', customer.id)).at(-1)?.data.customer).toMatchObject({ image });
    expect((await save(bruno, image)).updateCustomer.customer.image).toBe(image);

    for (const who of [carla, bia]) expect(await refusalOf(save(who, null))).toBe('NOT_FOUND error.notFound');
    const other = `${image?.slice(0, -2)}xx`;
    for (const wrong of ['https://exemplo.com.br/foto.png', other, DATA.replace(PNG, 'PHN2Zz48L3N2Zz4=')]) {
      expect(await fieldsOf(save(bruno, wrong))).toEqual({ image: 'error.image.invalid' });
    }
    expect((await save(bruno, null)).updateCustomer.customer.image).toBeNull();
    expect((await fetch(`${world.url}${image}`)).status).toBe(404);
    expect((await told('CustomerUpdated', customer.id)).at(-1)?.data.customer).toMatchObject({ image: null });
  });
});

describe('data', () => {
  test('each type of field is kept and comes back; an empty one is removed', async () => {
    const { bruno } = world.people;
    const { customer } = await world.open({ from: newPhone() });
    const text = await aField({ name: 'CPF', type: 'text' });
    const number = await aField({ name: 'Limite', type: 'number' });
    const date = await aField({ name: 'Nascimento', type: 'date' });
    const choice = await aField({ name: 'Plano', type: 'choice', options: ['Básico', 'Ouro'] });
    const truth = await aField({ name: 'Aceita ofertas', type: 'boolean' });
    const values = [
      { field_id: text.id, value: '123.456.789-09' },
      { field_id: number.id, value: '1250.5' },
      { field_id: date.id, value: '1990-02-28' },
      { field_id: choice.id, value: 'Ouro' },
      { field_id: truth.id, value: 'false' },
    ];
    const before = await cardOf(bruno, customer.id);
    const save = (changes: object) =>
      world.call(bruno, updateCustomer, { id: customer.id, name: 'Marina Alves', ...changes });
    const { updateCustomer: saved } = await save({
      email: ' Marina@Exemplo.com.br ',
      note: 'Prefere ser chamada de Mari.',
      values,
      version: before.version,
    });
    expect(saved).toMatchObject({
      customer: { name: 'Marina Alves' },
      email: 'marina@exemplo.com.br',
      note: 'Prefere ser chamada de Mari.',
    });
    expect(new Set(saved.values)).toEqual(new Set(values));
    expect(await refusalOf(save({ version: before.version }))).toBe('CONFLICT error.form.conflict');
    const { updateCustomer: less } = await save({ email: '', values: [{ field_id: text.id, value: ' ' }] });
    expect(less.email).toBeNull();
    expect(less.note).toBe('Prefere ser chamada de Mari.');
    expect(less.values.map(({ field_id }) => field_id)).not.toContain(text.id);
    expect((await told('CustomerUpdated', customer.id)).at(-1)?.data.customer.name).toBe('Marina Alves');
  });

  test('what does not fit its type is refused by its field, and nothing is kept of it', async () => {
    const { bruno } = world.people;
    const { customer } = await world.open({ from: newPhone() });
    const number = await aField({ name: 'Parcelas', type: 'number' });
    const date = await aField({ name: 'Vencimento', type: 'date' });
    const ancient = await aField({ name: 'Primeira compra', type: 'date' });
    const choice = await aField({ name: 'Turno', type: 'choice', options: ['Manhã'] });
    const save = world.call(bruno, updateCustomer, {
      id: customer.id,
      name: 'Outra',
      values: [
        { field_id: number.id, value: 'doze' },
        { field_id: date.id, value: '2026-02-30' },
        { field_id: ancient.id, value: '0000-01-01' },
        { field_id: choice.id, value: 'Noite' },
        { field_id: '987654321', value: 'x' },
      ],
    });
    expect(await fieldsOf(save)).toEqual({
      [`value_${number.id}`]: 'error.field.decimal',
      [`value_${date.id}`]: 'error.department.day',
      [`value_${ancient.id}`]: 'error.department.day',
      [`value_${choice.id}`]: 'error.field.gone',
      value_987654321: 'error.field.gone',
    });
    expect((await cardOf(bruno, customer.id)).customer.name).not.toBe('Outra');
  });

  test('an option that was removed stays with who has it, and nobody else can be given it', async () => {
    const { ana, bruno } = world.people;
    const [has, other] = [await world.open({ from: newPhone() }), await world.open({ from: newPhone() })];
    const field = await aField({ name: 'Cidade', type: 'choice', options: ['Recife', 'Olinda'] });
    const values = [{ field_id: field.id, value: 'Olinda' }];
    const save = (id: string, name: string) => world.call(bruno, updateCustomer, { id, name, values });
    await save(has.customer.id, 'Rita');
    await world.call(ana, updateCustomerField, { id: field.id, name: 'Cidade', type: 'choice', options: ['Recife'] });
    expect((await save(has.customer.id, 'Rita Lopes')).updateCustomer).toMatchObject({
      customer: { name: 'Rita Lopes' },
      values,
    });
    expect(await fieldsOf(save(other.customer.id, 'Ivo'))).toEqual({ [`value_${field.id}`]: 'error.field.gone' });
  });

  test('a field keeps its type once it has a value; deleting it deletes the values', async () => {
    const { ana, bruno } = world.people;
    const { customer } = await world.open({ from: newPhone() });
    const field = await aField({ name: 'Apelido', type: 'text' });
    const change = (type: 'number' | 'text') =>
      world.call(ana, updateCustomerField, { id: field.id, name: 'Apelido', type });
    await world.call(bruno, updateCustomer, {
      id: customer.id,
      name: 'Lia',
      values: [{ field_id: field.id, value: 'Lili' }],
    });
    expect(await fieldsOf(change('number'))).toEqual({ type: 'error.customerField.typeInUse' });
    await change('text');
    expect(await fieldsOf(world.call(ana, newCustomerField, { name: 'Vazio', type: 'choice', options: [] }))).toEqual({
      options: 'error.customerField.options',
    });
    await world.call(ana, deleteCustomerField, { id: field.id });
    expect((await cardOf(bruno, customer.id)).values).toEqual([]);
  });
});

test('files: of the conversation, by kind, newest first, page by page, with addresses', async () => {
  const { bruno } = world.people;
  const ticket = await world.open({ from: newPhone() });
  await world.rows(
    `insert into message (tenant_id, ticket_id, customer_id, instance_id, type, tag_type, document_name)
     select tenant_id, id, customer_id, instance_id, 1, case when n = 30 then 'pdf' else 'image' end, 'arquivo ' || n
     from chat_ticket, generate_series(1, 30) n where id = $1`,
    [ticket.id],
  );
  await world.rows(
    `insert into message_media (tenant_id, message_id, state, mime_type, size_bytes, sha256, has_preview)
     select tenant_id, id, 'ready', 'image/jpeg', 10, 'abc', true from message where ticket_id = $1
       and document_name is not null`,
    [ticket.id],
  );
  const page = async (group: string, before_id: string | null = null) =>
    (
      await world.call(bruno, customerMedia, {
        customer_id: ticket.customer.id,
        instance_id: ticket.instance.id,
        group,
        before_id,
      })
    ).customerMedia;
  const first = await page('pictures');
  expect(first.total_items).toBe(29);
  expect(first.items).toHaveLength(24);
  expect(first.items[0]?.preview_url).toMatch(/^\/api\/media\//);
  const second = await page('pictures', first.items.at(-1)?.id);
  expect(second.items.map(({ document_name }) => document_name)).toEqual([5, 4, 3, 2, 1].map((n) => `arquivo ${n}`));
  expect((await page('documents')).items.map(({ document_name }) => document_name)).toEqual(['arquivo 30']);
});

test('files over all instances: those that one may see, stickers among them, newest first; nobody else’s', async () => {
  const { ana, bruno, carla, bia } = world.people;
  const { vendas, suporte } = world.instances;
  const from = newPhone();
  const sold = await world.open({ from }, bruno);
  const asked = await world.open({ from, number: 'suporte' }, bruno);
  const customer_id = sold.customer.id;
  // Bruno's own: Carla doesn't serve the instance.
  await world.rows('update chat_ticket set user_id = $2 where id = $1', [sold.id, bruno.id]);
  const put = (ticket: string, tag: string, name: string) =>
    world.rows(
      `with message as (
        insert into message (tenant_id, ticket_id, customer_id, instance_id, type, tag_type, document_name)
        select tenant_id, id, customer_id, instance_id, 1, $2, $3 from chat_ticket where id = $1 returning tenant_id, id)
      insert into message_media (tenant_id, message_id, state, mime_type, size_bytes, sha256, has_preview)
      select tenant_id, id, 'ready', 'image/webp', 10, 'abc', true from message`,
      [ticket, tag, name],
    );
  await put(sold.id, 'image', 'sofá');
  await put(asked.id, 'sticker', 'oi');
  await put(sold.id, 'video', 'sala');
  const names = async (who: typeof bruno, instance_id?: string, customer = customer_id) => {
    const { items, total_items } = (
      await world.call(who, customerMedia, { customer_id: customer, instance_id, group: 'pictures' })
    ).customerMedia;
    expect(items).toHaveLength(total_items);
    return items.map(({ document_name, instance_name: name }) => document_name + (name === null ? '' : ` (${name})`));
  };
  expect(asked.instance.id).toBe(suporte);
  const both = ['sala (Vendas)', 'oi (Suporte)', 'sofá (Vendas)'];
  expect(await names(bruno)).toEqual(both);
  expect(await names(ana)).toEqual(both);
  expect(await names(bruno, vendas)).toEqual(['sala', 'sofá']);
  expect(await names(carla)).toEqual(['oi']);

  const hidden = await world.open({ from: newPhone() }, bruno);
  await world.rows('update chat_ticket set user_id = $2 where id = $1', [hidden.id, bruno.id]);
  const notFound = 'NOT_FOUND error.notFound';
  expect(await refusalOf(names(carla, vendas))).toBe(notFound);
  expect(await refusalOf(names(carla, undefined, hidden.customer.id))).toBe(notFound);
  expect(await refusalOf(names(bia))).toBe(notFound);
  expect(await refusalOf(names(bia, world.instances.brisa))).toBe(notFound);
});

describe('the number of a customer who never wrote', () => {
  const added = async (phone: string) => {
    const { newCustomer: made } = await world.call(world.people.ana, newCustomer, {
      name: 'Rita',
      phone_number: phone,
    });
    return made.customer.id;
  };
  const correct = (id: string, phone_number: string, who: Person = world.people.ana) =>
    world.call(who, updateCustomer, { id, name: 'Rita', phone_number });

  test('corrected, as typed without its ninth digit -> told with it, audited; the old one is nobody’s', async () => {
    const [wrong, right] = [newPhone(), newPhone()];
    const id = await added(wrong);
    const { updateCustomer: after } = await correct(id, `+55 (11) ${right.slice(5, 9)}-${right.slice(9)}`);
    expect(after.customer.phone_number).toBe(right);
    expect((await told('CustomerUpdated', id)).at(-1)?.data.customer).toMatchObject({ phone: right });
    const audit = await world.rows('select details from audit where subject = $1 order by id desc limit 1', [
      `customer:${id}`,
    ]);
    expect(audit).toEqual([{ details: { phone_number: { from: wrong, to: right } } }]);
    expect((await world.open({ from: right })).customer.id).toBe(id);
    expect(await added(wrong)).not.toBe(id);
  });

  test('wrong, another customer’s, or one that somebody wrote from -> refused by field, and stays', async () => {
    const [mine, other] = [newPhone(), newPhone()];
    const id = await added(mine);
    const { customer } = await world.open({ from: other });
    expect(await fieldsOf(correct(id, '55119'))).toEqual({ phone_number: 'error.number.malformed' });
    expect(await fieldsOf(correct(id, other))).toEqual({ phone_number: 'error.customer.numberTaken' });
    expect(await fieldsOf(correct(customer.id, newPhone()))).toEqual({ phone_number: 'error.customer.numberInUse' });
    expect((await correct(customer.id, other)).updateCustomer.customer.phone_number).toBe(other);
    for (const who of [world.people.bruno, world.people.bia]) {
      expect(await refusalOf(correct(id, newPhone(), who))).toBe('NOT_FOUND error.notFound');
    }
    expect((await cardOf(world.people.ana, id)).customer.phone_number).toBe(mine);
    // Another company may have it.
    const theirs = await world.open({ from: newPhone(), number: 'brisa' }, world.people.bia);
    const phone = theirs.customer.phone_number;
    expect((await correct(id, phone)).updateCustomer.customer.phone_number).toBe(phone);
  });

  test('corrected to an additional number of theirs -> still found by it', async () => {
    const [wrong, right] = [newPhone(), newPhone()];
    const id = await added(wrong);
    await world.call(world.people.ana, mergeCustomers, { id, other_id: await added(right) });
    expect((await correct(id, right)).updateCustomer.customer.phone_number).toBe(right);
    const { paginatedCustomers: found } = await world.call(world.people.ana, paginatedCustomers, { search: right });
    expect(found.items.map((each) => each.id)).toEqual([id]);
  });

  test('of a blocked customer -> refused by field: correcting would block any number', async () => {
    const [wrong, right] = [newPhone(), newPhone()];
    const id = await added(wrong);
    await world.call(world.people.ana, blockContacts, { numbers: [wrong] });
    expect(await fieldsOf(correct(id, right))).toEqual({ phone_number: 'error.customer.numberBlocked' });
  });

  test('corrected to a blocked number -> they are blocked', async () => {
    const [wrong, blocked] = [newPhone(), newPhone()];
    const id = await added(wrong);
    await world.call(world.people.ana, blockContacts, { numbers: [blocked] });
    expect((await correct(id, blocked)).updateCustomer.customer.is_blacklisted).toBe(true);
  });
});

describe('the time zone of a customer', () => {
  test('by any name of it -> kept by the usual one, audited; left out -> stays; emptied -> gone', async () => {
    const { bruno, ana } = world.people;
    const { id } = (await world.open({ from: newPhone() })).customer;
    const save = (timezone?: string | null) =>
      world.call(bruno, updateCustomer, { id, name: 'Marina', timezone }).then((data) => data.updateCustomer.timezone);
    expect((await cardOf(bruno, id)).timezone).toBeNull();
    expect(await save(' brazil/west')).toBe('America/Manaus');
    const audit = await world.rows('select details from audit where subject = $1 order by id desc limit 1', [
      `customer:${id}`,
    ]);
    expect(audit).toMatchObject([{ details: { timezone: { from: null, to: 'America/Manaus' } } }]);
    expect(await save()).toBe('America/Manaus');
    const record = await fetch(`${world.url}/api/customers/export?customer_id=${id}`, {
      headers: { authorization: `Bearer ${ana.token}` },
    });
    expect(jsonOf(await unzipped(record), 'cliente.json')).toMatchObject({ customer: { timezone: 'America/Manaus' } });
    expect(await save('')).toBeNull();
    await save('America/Manaus');
    expect(await save(null)).toBeNull();
  });

  test('of no place -> refused by field, and the one before stays; PostgreSQL knows all that Intl offers', async () => {
    const { bruno, bia } = world.people;
    const { id } = (await world.open({ from: newPhone() })).customer;
    const save = (timezone: string, who = bruno) => world.call(who, updateCustomer, { id, name: 'Marina', timezone });
    await save('America/Manaus');
    for (const wrong of ['America/Nenhum', '+03:00', 'EST', 'Manaus']) {
      expect(await fieldsOf(save(wrong))).toEqual({ timezone: 'error.tenant.timezone' });
    }
    expect(await refusalOf(save('America/Lima', bia))).toBe('NOT_FOUND error.notFound');
    expect((await cardOf(bruno, id)).timezone).toBe('America/Manaus');
    await save('Etc/UTC');
    expect((await save((await cardOf(bruno, id)).timezone ?? '')).updateCustomer.timezone).toBe('UTC');
    const unknown = await world.rows(
      'select zone from unnest($1::text[]) zone where zone not in (select name from pg_timezone_names)',
      [Intl.supportedValuesOf('timeZone')],
    );
    expect(unknown).toEqual([]);
  });

  test('merged -> the one who stays has their own, else the other’s', async () => {
    const { bruno } = world.people;
    const living = async (timezone: string | null) => {
      const { id } = (await world.open({ from: newPhone() })).customer;
      await world.call(bruno, updateCustomer, { id, name: 'Marina', timezone });
      await world.rows('update chat_ticket set finished_at = now() where customer_id = $1', [id]);
      return id;
    };
    const [none, own, other] = [await living(null), await living('America/Lima'), await living('Asia/Tokyo')];
    const merged = (id: string, other_id: string) =>
      world.call(bruno, mergeCustomers, { id, other_id }).then((data) => data.mergeCustomers.timezone);
    expect(await merged(own, other)).toBe('America/Lima');
    expect(await merged(none, own)).toBe('America/Lima');
  });
});
