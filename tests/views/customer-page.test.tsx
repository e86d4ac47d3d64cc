import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router-dom';
import { expect, it } from 'vitest';
import type { CustomerCampaign } from '../../src/machines/entities/campaigns.ts';
import type { PastTicket } from '../../src/machines/entities/entities.ts';
import type { CustomerCard } from '../../src/machines/entities/customers.ts';
import { CustomerPage } from '../../src/views/administration/customers/CustomerPage.tsx';
import { CustomersScreen } from '../../src/views/administration/customers/CustomersScreen.tsx';
import { AreasContext } from '../../src/views/kit/areas.ts';
import { conversationArea } from '../../src/i18n/areas/conversation.ts';
import { aFailure } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';

const nina: CustomerCard = {
  id: '7',
  name: 'Nina Alves',
  phone: '5511984000031',
  image: null,
  isBlocked: false,
  createdAt: Date.UTC(2026, 2, 1),
  email: null,
  note: 'Prefere à tarde.',
  tags: [],
  fields: [],
  values: {},
  groups: [{ id: '3', name: 'Clientes VIP' }],
};
const sent: CustomerCampaign = {
  id: '40',
  name: 'Volta às aulas',
  state: 'read',
  skipReason: null,
  errorCode: null,
  errorKey: null,
  sentAt: Date.UTC(2026, 2, 2, 15),
  answeredAt: Date.UTC(2026, 2, 2, 16),
  ticketId: '90',
};
const leftOut: CustomerCampaign = {
  ...sent,
  id: '41',
  name: 'Páscoa',
  state: 'skipped',
  skipReason: 'opted_out',
  sentAt: null,
  answeredAt: null,
  ticketId: null,
};
const theirs = { customer: 7 };

const Where = () => <p>{useLocation().pathname}</p>;

async function show(at = '/customers/7') {
  const view = await renderScreen(
    <AreasContext value={{ loaded: [conversationArea], failure: undefined, request: () => undefined }}>
      <Routes>
        <Route path="/customers" element={<CustomersScreen />} />
        <Route path="/customers/:id" element={<CustomerPage />} />
      </Routes>
      <Where />
    </AreasContext>,
    { at },
  );
  act(() => view.append({ type: 'permissions.listed', routes: ['chat', 'customers', 'campaigns'] }));
  return view;
}

const region = (name: string) => within(screen.getByRole('region', { name }));

it('a row of the list -> the customer’s page: data, groups, note, campaigns, earlier attendances', async () => {
  const view = await show('/customers');
  const tester = userEvent.setup();
  const { id, name, phone, image, createdAt } = nina;
  const row = { id, name, phone, image, email: null, tags: [], isBlocked: false, createdAt, lastContactAt: null };
  act(() => view.answer({ list: 'customers', rows: [row], total: 1 }));
  await tester.click(screen.getByRole('row', { name: /Nina Alves/u }));
  expect(screen.getByText('/customers/7')).toBeTruthy();
  act(() => view.answer({ list: 'chat.customer', rows: [nina], total: 1 }));
  expect(screen.getByRole('heading', { level: 1, name: 'Nina Alves' })).toBeTruthy();
  expect(region('Grupos').getByText('Clientes VIP')).toBeTruthy();
  expect(region('Dados').getByText('Prefere à tarde.')).toBeTruthy();
  expect(screen.getByRole('button', { name: 'Iniciar conversa' })).toBeTruthy();

  act(() => view.answer({ list: 'customer.campaigns', rows: [leftOut, sent], total: 2, facts: theirs }));
  const campaigns = region('Campanhas').getAllByRole('listitem');
  expect(campaigns[0]?.textContent).toBe('PáscoaPuladoPediu para sair');
  expect(campaigns[1]?.textContent).toMatch(
    /^Volta às aulasRespondeuEnviada em .* · Resposta em .* · Abrir conversa$/u,
  );
  const link = region('Campanhas').getByRole('link', { name: 'Volta às aulas' });
  expect(link.getAttribute('href')).toBe('/campaigns?id=40');

  const past = {
    id: '90',
    protocol: '20260301-0001',
    owner: { id: '2', name: 'Bruno Lima' },
    instance: { id: '10', name: 'Vendas' },
    finishedAt: Date.UTC(2026, 2, 1),
  };
  act(() => view.answer({ list: 'chat.past', rows: [past], total: 1, facts: theirs }));
  expect(region('Atendimentos anteriores').getByText(/20260301-0001 · Vendas/u)).toBeTruthy();
});

it('earlier attendances: a place for them until they are there, then page by page', async () => {
  const view = await show();
  act(() => view.answer({ list: 'chat.customer', rows: [nina], total: 1 }));
  const places = () => screen.getByRole('region', { name: 'Atendimentos anteriores' }).querySelectorAll('[aria-busy]');
  expect(places()).toHaveLength(1);
  const asked = () => view.given('list.fetch').findLast(({ list }) => list === 'chat.past')?.query;
  expect(asked()).toMatchObject({ page: 1, limit: 5, sort: { by: 'finished_at', descending: true } });
  const past = (at: number): PastTicket => ({
    id: String(90 - at),
    protocol: `20260301-${at}`,
    startedAt: 0,
    finishedAt: Date.UTC(2026, 2, 1),
    owner: null,
    instance: { id: '10', name: 'Vendas' },
  });
  act(() => view.answer({ list: 'chat.past', rows: [1, 2, 3, 4, 5].map(past), total: 7, facts: theirs }));
  expect(places()).toHaveLength(0);
  const ended = region('Atendimentos anteriores');
  await userEvent.setup().click(ended.getByRole('button', { name: /Próxima/u }));
  expect(asked()).toMatchObject({ page: 2, filters: { customer: '7' } });
  act(() => view.answer({ list: 'chat.past', rows: [6, 7].map(past), total: 7, facts: theirs }));
  expect(ended.getAllByText(/20260301-[67]/u)).toHaveLength(2);
});

it('another customer’s campaigns are still held -> not shown as this one’s', async () => {
  const view = await show();
  act(() => view.answer({ list: 'chat.customer', rows: [nina], total: 1 }));
  act(() => view.answer({ list: 'customer.campaigns', rows: [sent], total: 1, facts: { customer: 8 } }));
  expect(region('Campanhas').queryByText('Volta às aulas')).toBeNull();
  act(() => view.append({ type: 'list.outdated', list: 'customer.campaigns' }));
  act(() => view.answer({ list: 'customer.campaigns', rows: [sent], total: 1, facts: theirs }));
  expect(region('Campanhas').getByText('Volta às aulas')).toBeTruthy();
});

it('changed elsewhere -> shown; blocked -> says so, and no conversation is begun; gone -> says so, with a way back', async () => {
  const view = await show();
  act(() => view.answer({ list: 'chat.customer', rows: [nina], total: 1 }));
  expect(screen.queryByText('Bloqueado')).toBeNull();
  act(() => view.append({ type: 'list.outdated', list: 'chat.customer' }));
  act(() => view.answer({ list: 'chat.customer', rows: [{ ...nina, name: 'Nina Sá', isBlocked: true }], total: 1 }));
  expect(screen.getByRole('heading', { level: 1, name: 'Nina Sá' })).toBeTruthy();
  expect(screen.getByText('Bloqueado')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Iniciar conversa' })).toBeNull();
  act(() => view.append({ type: 'list.outdated', list: 'chat.customer' }));
  const request = view.given('list.fetch').findLast(({ list }) => list === 'chat.customer')?.request ?? 0;
  const failure = aFailure({ code: 'NOT_FOUND', key: 'error.notFound' });
  act(() => view.append({ type: 'list.failed', list: 'chat.customer', request, failure }));
  expect(screen.getByRole('heading', { name: 'Cliente não encontrado' })).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Ver todos os clientes' }).getAttribute('href')).toBe('/customers');
});

it('an administrator exports the data, and erases them with the number typed -> back in the list', async () => {
  const view = await show();
  const tester = userEvent.setup();
  act(() => view.answer({ list: 'chat.customer', rows: [nina], total: 1 }));
  await tester.click(screen.getByRole('button', { name: 'Exportar os dados desta pessoa' }));
  expect(view.given('form.save').at(-1)).toMatchObject({
    form: 'download',
    key: 'customer',
    values: { customer_id: '7' },
  });
  await tester.click(screen.getByRole('button', { name: /Apagar a pedido/u }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Apagar Nina Alves para sempre?' }));
  await tester.type(dialog.getByRole('textbox', { name: 'Número do cliente' }), '11');
  await tester.click(dialog.getByRole('button', { name: 'Apagar para sempre' }));
  act(() => view.refuse('customer.erase', '7', 'error.form.invalid', { phone_number: 'error.erase.number' }));
  expect(dialog.getByText('Este não é o número do cliente.')).toBeTruthy();
  await tester.click(dialog.getByRole('button', { name: 'Apagar para sempre' }));
  act(() => view.save('customer.erase', '7', '7', ['customers']));
  await waitFor(() => expect(screen.getByText('/customers')).toBeTruthy());
});
