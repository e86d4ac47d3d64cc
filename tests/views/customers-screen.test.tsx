import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { conversationArea } from '../../src/i18n/areas/conversation.ts';
import type { ListedCustomer } from '../../src/machines/entities/customers.ts';
import { CustomersScreen } from '../../src/views/administration/customers/CustomersScreen.tsx';
import { AreasContext } from '../../src/views/kit/areas.ts';
import { anaViewing } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';

const nina: ListedCustomer = {
  id: '7',
  name: 'Nina Alves',
  phone: '5511984000031',
  image: null,
  email: null,
  tags: [{ id: '1', name: 'VIP', color: 'green' }],
  isBlocked: false,
  createdAt: Date.UTC(2026, 2, 1),
  lastContactAt: null,
};
const nameless: ListedCustomer = { ...nina, id: '8', name: '5511984000032', phone: '5511984000032', isBlocked: true };

async function show() {
  const viewer = { ...anaViewing, routes: ['chat', 'customers', 'blocked-contacts'] };
  const view = await renderScreen(
    <AreasContext value={{ loaded: [conversationArea], failure: undefined, request: () => undefined }}>
      <CustomersScreen />
    </AreasContext>,
    { viewer },
  );
  act(() => view.answer({ list: 'customers', rows: [nina, nameless], total: 2_345 }));
  return view;
}

it('listed: name, number, tags and contact; a customer without a name is called by their number', async () => {
  await show();
  expect(screen.getByText('2.345 clientes')).toBeTruthy();
  const row = within(screen.getByRole('row', { name: /Nina Alves/u }));
  expect([row.getByText('+55 11 98400-0031'), row.getByText('VIP'), row.getByText('Nunca')]).toHaveLength(3);
  const other = within(screen.getByRole('row', { name: /98400-0032/u }));
  expect(other.getByText('Bloqueado')).toBeTruthy();
  expect(other.queryByText('5511984000032')).toBeNull();
});

it('filtered by the last contact -> asked for', async () => {
  const view = await show();
  const tester = userEvent.setup();
  await tester.click(screen.getByRole('button', { name: /Último contato/u }));
  await tester.click(await screen.findByRole('menuitemradio', { name: 'Há mais de 90 dias' }));
  expect(view.given('list.fetch').at(-1)).toMatchObject({ list: 'customers', query: { filters: { contact: '-90' } } });
});

it('filtered by a field: its value in words, no value asked for, taken back with all of it; downloaded so', async () => {
  const view = await show();
  const fields = [
    { id: '5', name: 'Plano', type: 'choice', options: ['Ouro', 'Prata'], position: 0 },
    { id: '6', name: 'Limite', type: 'number', options: [], position: 1 },
  ] as const;
  act(() => view.answer({ list: 'choices.customerFields', rows: fields, total: 2 }));
  const tester = userEvent.setup();
  const choose = async (name: RegExp, option: string) => {
    await tester.click(screen.getByRole('button', { name }));
    await tester.click(await screen.findByRole('option', { name: option }));
  };
  await tester.click(screen.getByRole('button', { name: /^Campo:/u }));
  await tester.click(await screen.findByRole('menuitemradio', { name: 'Escolher…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Filtrar por campo' }));
  await choose(/Campo/u, 'Limite');
  await tester.click(dialog.getByRole('button', { name: 'Filtrar' }));
  expect(dialog.getByText('Preencha este campo.')).toBeTruthy();
  await choose(/Comparação/u, 'acima de');
  await tester.type(dialog.getByRole('textbox', { name: 'Valor' }), '12,5');
  await tester.click(dialog.getByRole('button', { name: 'Filtrar' }));
  const filters = { field: '6', fieldOp: 'above', fieldValue: '12.5' };
  expect(view.given('list.fetch').at(-1)).toMatchObject({ list: 'customers', query: { filters } });
  await tester.click(screen.getByRole('button', { name: 'Baixar' }));
  await tester.click(await screen.findByRole('menuitem', { name: /Excel/u }));
  expect(view.given('form.save').at(-1)?.values).toMatchObject({
    field_id: '6',
    field_op: 'above',
    field_value: '12.5',
  });
  await tester.click(screen.getByRole('button', { name: 'Campo: Limite acima de 12,5' }));
  await tester.click(await screen.findByRole('menuitemradio', { name: 'Qualquer campo' }));
  expect(view.given('list.fetch').at(-1)?.query.filters).toEqual({});
});

it('columns: the fields of the company and the consent are shown once chosen; name and phone can’t be hidden', async () => {
  const view = await show();
  const field = { id: '6', name: 'Limite', type: 'number', options: [], position: 1 } as const;
  act(() => view.answer({ list: 'choices.customerFields', rows: [field], total: 1 }));
  act(() => view.append({ type: 'list.outdated', list: 'customers' }));
  const filled = { ...nina, consents: { whatsapp: true, sms: false }, values: { '6': '1250.5' } };
  act(() => view.answer({ list: 'customers', rows: [filled, nameless], total: 2 }));
  const headings = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  const usual = ['Nome', 'Etiquetas', 'E-mail', 'Último contato', 'Cliente desde'];
  expect(headings()).toEqual(usual);
  const tester = userEvent.setup();
  await tester.click(screen.getByRole('button', { name: 'Colunas' }));
  expect((await screen.findAllByRole('checkbox')).map((box) => box.closest('label')?.textContent)).toEqual([
    ...usual.slice(1),
    'Consentimento',
    'Limite',
  ]);
  for (const name of ['Limite', 'Consentimento', 'E-mail']) await tester.click(screen.getByRole('checkbox', { name }));
  await tester.keyboard('{Escape}');
  expect(headings()).toEqual([...usual.filter((each) => each !== 'E-mail'), 'Consentimento', 'Limite']);
  const row = within(screen.getByRole('row', { name: /Nina Alves/u }));
  for (const shown of ['WhatsApp: aceitou', 'SMS: saiu', '1.250,5']) expect(row.getByText(shown)).toBeTruthy();
  expect(view.given('preferences.keep').at(-1)?.preferences.hiddenColumns).toEqual({ customers: ['email'] });
});

it('saved views: what is filtered is saved under a name, shown again without the search, says what is gone; renamed as saved', async () => {
  const view = await show();
  await waitFor(() => expect(view.given('list.fetch').some(({ list }) => list === 'customers.views')).toBe(true));
  act(() => view.answer({ list: 'customers.views', rows: [], total: 0 }));
  expect(screen.queryByRole('button', { name: 'Salvar esta visão' })).toBeNull();
  const tester = userEvent.setup();
  await tester.click(screen.getByRole('button', { name: /Último contato/u }));
  await tester.click(await screen.findByRole('menuitemradio', { name: 'Há mais de 90 dias' }));
  await tester.click(screen.getByRole('button', { name: 'Salvar esta visão' }));
  await tester.type(await screen.findByRole('textbox', { name: 'Nome' }), 'Parados');
  await tester.click(screen.getByRole('button', { name: 'Salvar' }));
  const plain = {
    sort_name: 'name',
    sort_type: 'ASC',
    tag_id: null,
    group_id: null,
    instance_id: null,
    contact_days: -90,
    blacklisted: null,
    consent: null,
    field_id: null,
    field_op: null,
    field_value: null,
  } as const;
  expect(view.given('form.save').at(-1)).toMatchObject({
    form: 'customers.view',
    key: 'new',
    values: { ...plain, name: 'Parados' },
  });
  act(() => view.save('customers.view', 'new', '3', ['customers.views']));
  const stopped = { ...plain, id: '3', name: 'Parados', gone: [] };
  const field = { field_id: '9', field_op: 'in', field_value: 'Ouro' } as const;
  const golden = { ...plain, ...field, blacklisted: false, id: '4', name: 'Ouro', gone: ['field_id'] };
  act(() => view.answer({ list: 'customers.views', rows: [stopped, golden], total: 2 }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('button', { name: 'Parados' }).getAttribute('aria-pressed')).toBe('true');
  expect(screen.queryByRole('button', { name: 'Salvar esta visão' })).toBeNull();
  await tester.click(screen.getByRole('button', { name: 'Ouro' }));
  expect(view.given('list.fetch').at(-1)?.query).toMatchObject({
    search: '',
    filters: { contact: '-90', blocked: 'false' },
  });
  expect(view.given('list.fetch').at(-1)?.query.filters).not.toHaveProperty('fieldValue');
  expect(screen.getByText('O campo desta visão não existe mais.')).toBeTruthy();
  await tester.click(screen.getByRole('button', { name: 'Ações da visão Ouro' }));
  await tester.click(await screen.findByRole('menuitem', { name: 'Renomear' }));
  await tester.type(await screen.findByRole('textbox', { name: 'Nome' }), '!');
  await tester.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(view.given('form.save').at(-1)).toMatchObject({ key: '4', values: { ...field, name: 'Ouro!' } });
  act(() => view.refuse('customers.view', '4', 'error.form.invalid', { name: 'error.savedView.taken' }));
  expect(screen.getByText('Você já tem uma visão com este nome.')).toBeTruthy();
});

it('downloaded -> as it is searched and filtered', async () => {
  const view = await show();
  const tester = userEvent.setup();
  await tester.click(screen.getByRole('button', { name: /Último contato/u }));
  await tester.click(await screen.findByRole('menuitemradio', { name: 'Há mais de 90 dias' }));
  await tester.click(screen.getByRole('button', { name: 'Baixar' }));
  await tester.click(await screen.findByRole('menuitem', { name: /Excel/u }));
  expect(view.given('form.save').at(-1)).toMatchObject({
    form: 'download',
    key: 'customers',
    values: { format: 'xlsx', contact_days: '-90', tag_id: null },
  });
});

it('a new one whose number is taken -> refused at the field, what was typed stays', async () => {
  const view = await show();
  const tester = userEvent.setup();
  await tester.click(screen.getByRole('button', { name: 'Novo cliente' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Novo cliente' }));
  act(() => view.load('customer', 'new', { phone_number: '', name: '', email: '', note: '', image: null }, null));
  await tester.type(dialog.getByRole('textbox', { name: 'Nome' }), 'Otto');
  await tester.type(dialog.getByRole('textbox', { name: 'Telefone' }), '11 98400-0031');
  await tester.click(dialog.getByRole('button', { name: 'Criar cliente' }));
  expect(view.given('form.save').at(-1)).toMatchObject({ values: { name: 'Otto', phone_number: '+55 11 98400-0031' } });
  act(() => view.refuse('customer', 'new', 'error.form.invalid', { phone_number: 'error.customer.exists' }));
  expect(dialog.getByText(/Já há um cliente com este número/u)).toBeTruthy();
  expect(dialog.getByRole('textbox', { name: 'Nome' })).toHaveProperty('value', 'Otto');
  await tester.click(dialog.getByRole('button', { name: 'Criar cliente' }));
  act(() => view.save('customer', 'new', '9', ['customers']));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});
