import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CustomerViewForm } from '../../../contract/entities/customer-view.ts';
import { SAVED_VIEWS_MAX } from '../../../contract/facts/ticket-views.ts';
import {
  customerViews,
  deleteCustomerView,
  newCustomerView,
  updateCustomerView,
} from '../../../contract/graphql/customer-views.ts';
import { deleteCustomerField } from '../../../contract/graphql/delete-customer-field.ts';
import { newCustomerField } from '../../../contract/graphql/new-customer-field.ts';
import { newSavedView, savedViews } from '../../../contract/graphql/saved-views.ts';
import { fieldsOf, refusalOf, startAttendance } from '../../support/attendance.ts';
import type { Person, World } from '../../support/attendance.ts';

let world: World;
beforeAll(async () => {
  world = await startAttendance();
});
afterAll(() => world.stop());

const plain = {
  sort_name: 'created_at',
  sort_type: 'DESC',
  tag_id: null,
  group_id: null,
  instance_id: null,
  contact_days: -90,
  blacklisted: false,
  consent: 'whatsapp_granted',
  field_id: null,
  field_op: null,
  field_value: null,
} as const;
const form = (name: string, changes: Partial<CustomerViewForm> = {}): CustomerViewForm => ({
  ...plain,
  name,
  ...changes,
});
const save = async (who: Person, name: string, changes: Partial<CustomerViewForm> = {}) =>
  (await world.call(who, newCustomerView, form(name, changes))).newCustomerView;
const list = async (who: Person) => (await world.call(who, customerViews, {})).customerViews;

test('one’s own: saved, renamed, deleted, told to oneself; another’s is not found; for whoever may see customers', async () => {
  const { ana, bruno, bia } = world.people;
  const view = await save(ana, ' Parados ', { instance_id: world.instances.vendas });
  expect(await list(ana)).toEqual([
    { ...plain, instance_id: world.instances.vendas, id: view.id, name: 'Parados', gone: [] },
  ]);
  expect(await list(bia)).toEqual([]);
  const renamed = { ...form('Sem contato'), id: view.id };
  expect(await refusalOf(world.call(bia, updateCustomerView, renamed))).toBe('NOT_FOUND error.notFound');
  expect(await refusalOf(world.call(bia, deleteCustomerView, { id: view.id }))).toBe('NOT_FOUND error.notFound');
  expect(await refusalOf(list(bruno))).toBe('FORBIDDEN error.forbidden');
  expect(await refusalOf(save(bruno, 'Minha'))).toBe('FORBIDDEN error.forbidden');
  await world.call(ana, updateCustomerView, renamed);
  expect((await list(ana)).map(({ name, instance_id }) => [name, instance_id])).toEqual([['Sem contato', null]]);
  await world.call(ana, deleteCustomerView, { id: view.id });
  expect(await list(ana)).toEqual([]);
  const told = await world.rows<{ audience: unknown }>(
    "select audience from event where data->>'list' = 'customer_views' order by position",
  );
  expect(told.map(({ audience }) => audience)).toEqual(
    Array.from({ length: 3 }, () => ({ to: 'people', userIds: [ana.id] })),
  );
});

test('a view of the other list: not in this one, its name is free here, and it is not found', async () => {
  const { ana } = world.people;
  const of = {
    name: 'Vendas',
    view: 'all',
    sort_name: 'last_message',
    instance_id: null,
    department_id: null,
    user_id: null,
    tag_id: null,
    unseen: false,
    not_responded: false,
    blacklisted: false,
  } as const;
  const other = (await world.call(ana, newSavedView, of)).newSavedView;
  expect(await list(ana)).toEqual([]);
  const own = await save(ana, 'Vendas');
  expect((await world.call(ana, savedViews, {})).savedViews.map(({ id }) => id)).toEqual([other.id]);
  expect(await refusalOf(world.call(ana, deleteCustomerView, { id: other.id }))).toBe('NOT_FOUND error.notFound');
  await world.call(ana, deleteCustomerView, { id: own.id });
});

test('a field that is deleted later is said to be gone, and renaming keeps it; another company’s can’t be named', async () => {
  const { ana, bia } = world.people;
  const field = { name: 'Plano', type: 'text' } as const;
  const { id: field_id } = (await world.call(ana, newCustomerField, field)).newCustomerField;
  const changes = { field_id, field_op: 'in', field_value: 'Ouro' } as const;
  const { id } = await save(ana, 'Ouro', changes);
  await world.call(ana, deleteCustomerField, { id: field_id });
  expect((await list(ana)).find((each) => each.id === id)?.gone).toEqual(['field_id']);
  const kept = await world.call(ana, updateCustomerView, { ...form('Era ouro', changes), id });
  expect(kept.updateCustomerView.gone).toEqual(['field_id']);
  const theirs = (await world.call(bia, newCustomerField, field)).newCustomerField.id;
  expect(await refusalOf(save(ana, 'De outra', { field_id: theirs, field_op: 'filled' }))).toBe(
    'NOT_FOUND error.notFound',
  );
});

test('a taken or empty name, one too many, and what is no filter are refused', async () => {
  const { ana } = world.people;
  for (let at = (await list(ana)).length; at < SAVED_VIEWS_MAX; at += 1) await save(ana, `Visão ${at}`);
  expect(await fieldsOf(save(ana, 'visão 5'))).toEqual({ name: 'error.savedView.taken' });
  expect(await fieldsOf(save(ana, '  '))).toEqual({ name: 'error.field.required' });
  expect(await refusalOf(save(ana, 'Mais uma'))).toBe('CONFLICT error.savedView.tooMany');
  const consent = 'anything' as 'sms_none';
  expect(await refusalOf(save(ana, 'Outra', { consent }))).toMatch(/^INVALID/u);
});
