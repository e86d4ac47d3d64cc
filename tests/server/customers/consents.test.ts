import { afterAll, beforeAll, expect, test } from 'vitest';
import { customerConsents, declareConsent } from '../../../contract/graphql/customer-consents.ts';
import { customerDetails } from '../../../contract/graphql/customer-details.ts';
import { newCustomer } from '../../../contract/graphql/new-customer.ts';
import { paginatedCustomers } from '../../../contract/graphql/paginated-customers.ts';
import { fieldsOf, refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

const history = async (customer_id: string, who: Person = world.people.ana) =>
  (await world.call(who, customerConsents, { customer_id })).customerConsents;
const declare = (
  customer_id: string,
  kind: 'granted' | 'revoked',
  channel: 'whatsapp' | 'sms' = 'whatsapp',
  who: Person = world.people.ana,
) => world.call(who, declareConsent, { customer_id, channel, kind, evidence: ' Ficha 12 ' });
const create = async (phone_number: string, who: Person = world.people.ana) =>
  (await world.call(who, newCustomer, { name: 'Úrsula', phone_number })).newCustomer.customer.id;
const found = async (consent: string) =>
  (await world.call(world.people.ana, paginatedCustomers, { search: 'ursula', consent })).paginatedCustomers
    .total_items;

test('declared -> in the history, newest first, with who; the list is filtered by the last word; audited', async () => {
  const id = await create('5511982000001');
  expect([await history(id), await found('whatsapp_none'), await found('sms_none')]).toEqual([[], 1, 1]);
  await declare(id, 'granted');
  await declare(id, 'granted', 'sms');
  await declare(id, 'revoked');
  expect(await history(id)).toMatchObject([
    { channel: 'whatsapp', kind: 'revoked', origin: 'attendant', evidence: 'Ficha 12', user_name: 'Ana Ribeiro' },
    { channel: 'sms', kind: 'granted' },
    { channel: 'whatsapp', kind: 'granted' },
  ]);
  expect([await found('whatsapp_granted'), await found('whatsapp_revoked'), await found('sms_granted')]).toEqual([
    0, 1, 1,
  ]);
  const audited = await world.rows<{ action: string }>(
    "select action from audit where subject = $1 and action <> 'customer.create' order by id",
    [`customer:${id}`],
  );
  expect(audited.map(({ action }) => action)).toEqual(['customer.consent', 'customer.consent', 'customer.optOut']);
  // Marketing templates are closed to them, too.
  expect(
    await world.rows('select from customer where id = $1 and declined_marketing_at is not null', [id]),
  ).toHaveLength(1);
  await declare(id, 'granted');
  expect(await world.rows('select from customer where id = $1 and declined_marketing_at is null', [id])).toHaveLength(
    1,
  );
});

test('said at WhatsApp, or written -> in the history, told to the screens once; the same word again isn’t repeated', async () => {
  const from = '5511982000010';
  const { customer } = await world.open({ from });
  const wish = async (value: string, after: number) => {
    const timestamp = Math.floor(Date.now() / 1000) + after;
    const change = {
      field: 'user_preferences',
      value: {
        metadata: { display_phone_number: '1', phone_number_id: '100000000000001' },
        user_preferences: [{ wa_id: from, category: 'marketing_messages', value, timestamp }],
      },
    };
    const entry = [{ id: '900000000000001', changes: [change] }];
    expect(await world.webhook({ object: 'whatsapp_business_account', entry })).toBe(200);
  };
  const socket = await world.socket(world.people.bruno);
  const told = async () => {
    await socket.pong();
    return socket.frames.filter(({ event, data }) => event === 'ListUpdated' && data.list === 'consents').length;
  };
  await wish('stop', 0);
  await wish('stop', 1);
  expect(await told()).toBe(1);
  await wish('resume', 2);
  expect(await told()).toBe(2);
  await world.write({ from, text: ' sair ' });
  await world.write({ from, text: 'SAIR' });
  expect(await told()).toBe(3);
  expect(await history(customer.id)).toMatchObject([
    { kind: 'revoked', origin: 'customer', evidence: 'sair' },
    { kind: 'granted', origin: 'provider', user_name: null },
    { kind: 'revoked', origin: 'provider' },
  ]);
});

test('without proof, on no channel, by who only chats, of another company -> refused', async () => {
  const { ana, bruno, bia } = world.people;
  const id = await create('5511982000020');
  const theirs = await create('5511982000020', bia);
  const variables = { customer_id: id, channel: 'sms', kind: 'granted', evidence: ' ' } as const;
  expect(await fieldsOf(world.call(ana, declareConsent, variables))).toEqual({ evidence: 'error.field.required' });
  expect(await refusalOf(declare(id, 'granted', 'sms', bruno))).toBe('FORBIDDEN error.forbidden');
  expect(await refusalOf(history(id, bruno))).toBe('NOT_FOUND error.notFound');
  expect(await refusalOf(declare(theirs, 'granted'))).toBe('NOT_FOUND error.notFound');
  expect(await refusalOf(history(theirs))).toBe('NOT_FOUND error.notFound');
  expect(await history(theirs, bia)).toEqual([]);
});

test('the card names the groups for whoever keeps the base, and for nobody else', async () => {
  const { ana, bruno } = world.people;
  const { customer } = await world.open({ from: '5511982000030' });
  await world.rows(
    `with made as (insert into customer_group (tenant_id, name)
        select tenant_id, 'Clientes VIP' from customer where id = $1 returning tenant_id, id)
      insert into customer_group_member (tenant_id, group_id, customer_id) select tenant_id, id, $1 from made`,
    [customer.id],
  );
  const groups = async (who: Person) =>
    (await world.call(who, customerDetails, { id: customer.id })).customerDetails.groups?.map(({ name }) => name);
  expect([await groups(ana), await groups(bruno)]).toEqual([['Clientes VIP'], undefined]);
});
