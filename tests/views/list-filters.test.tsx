import { act, configure, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { listArea } from '../../src/i18n/areas/list.ts';
import { useApp, useOnChange } from '../../src/views/app/app-context.tsx';
import { AreasContext } from '../../src/views/kit/areas.ts';
import type { RowsAround } from '../../src/views/attendance/list/ConversationRow.tsx';
import { TicketRow } from '../../src/views/attendance/list/TicketRow.tsx';
import { ListFilters } from '../../src/views/attendance/list/ListFilters.tsx';
import { START, aTicket, aFailure, aUser, anOutgoing, anaViewing, brunoViewing } from '../support/builders.ts';
import type { Viewer } from '../../src/machines/entities/viewer.ts';
import { renderScreen } from './administration-support.tsx';

// The menu's code is loaded when it is first shown.
configure({ asyncUtilTimeout: 10_000 });

const areas = { loaded: [listArea], failure: undefined, request: () => undefined };
const departments = [
  { id: '8', label: 'Vendas' },
  { id: '9', label: 'Suporte' },
];

async function menu(viewer: Viewer, departmentId: string | null) {
  const view = await renderScreen(
    <AreasContext value={areas}>
      <ListFilters />
    </AreasContext>,
    { viewer },
  );
  act(() =>
    view.append({
      type: 'user.loaded',
      user: aUser({ id: viewer.userId, name: viewer.name, roleName: viewer.roleName, departmentId }),
    }),
  );
  const tester = userEvent.setup();
  const button = await screen.findByRole('button', { name: /^Ordenar e filtrar/ });
  await tester.hover(button);
  const asked = () => view.given('list.fetch').filter(({ list }) => list === 'choices.departments').length;
  return { ...view, tester, asked, open: () => tester.click(button) };
}

test('an attendant narrows the list to their own department, and is offered no other', async () => {
  const view = await menu(brunoViewing, '8');
  await waitFor(() => expect(view.asked()).toBe(1));
  act(() => view.answer({ list: 'choices.departments', rows: departments, total: 2 }));
  await view.open();
  const own = await screen.findByRole('menuitemradio', { name: 'Vendas' });
  expect(screen.queryByRole('menuitemradio', { name: 'Suporte' })).toBeNull();
  await view.tester.click(own);
  expect(view.given('tickets.fetch').at(-1)?.query.only).toEqual({ departmentId: '8' });
  expect(screen.getByRole('button', { name: 'Tirar o filtro Vendas' })).toBeTruthy();
});

test('a look-up that failed says so in the menu, and is tried again there', async () => {
  const view = await menu(brunoViewing, '8');
  await waitFor(() => expect(view.asked()).toBe(1));
  const { request = 0 } = view.given('list.fetch').find(({ list }) => list === 'choices.departments') ?? {};
  act(() => view.append({ type: 'list.failed', list: 'choices.departments', request, failure: aFailure() }));
  await view.open();
  await screen.findByText('Nem todos os filtros carregaram.');
  await view.tester.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(view.asked()).toBe(2);
  act(() => view.answer({ list: 'choices.departments', rows: departments, total: 2 }));
  expect(screen.queryByText('Nem todos os filtros carregaram.')).toBeNull();
  expect(screen.getByRole('menuitemradio', { name: 'Vendas' })).toBeTruthy();
});

test('an attendant of none isn’t asked for one; an administrator chooses among all', async () => {
  const bruno = await menu(brunoViewing, null);
  await bruno.open();
  await screen.findByRole('menuitemradio', { name: 'Mais recentes' });
  expect(screen.queryByText('Departamento')).toBeNull();
  expect(bruno.asked()).toBe(0);
  bruno.unmount();
  const ana = await menu(anaViewing, null);
  await waitFor(() => expect(ana.asked()).toBe(1));
  act(() => ana.answer({ list: 'choices.departments', rows: departments, total: 2 }));
  await ana.open();
  for (const { label } of departments) expect(await screen.findByRole('menuitemradio', { name: label })).toBeTruthy();
});

test('finished ones are narrowed to days of the company, and to an outcome; a chip takes each away', async () => {
  const view = await menu(brunoViewing, null);
  act(() => view.append({ type: 'inbox.filtered', instanceId: null, status: 'finished', scope: 'mine' }));
  await waitFor(() => expect(view.given('list.fetch').some(({ list }) => list === 'chat.outcomes')).toBe(true));
  const today = new Date(START).toISOString().slice(0, 10);
  act(() => {
    view.answer({ list: 'chat.outcomes', rows: [{ id: '1', name: 'Venda feita' }] as const, total: 1 });
    view.answer({ list: 'report.calendar', rows: [{ timezone: 'America/Sao_Paulo', today }], total: 1 });
  });
  const only = () => view.given('tickets.fetch').at(-1)?.query.only;
  await view.open();
  await view.tester.click(await screen.findByRole('menuitemradio', { name: 'Hoje' }));
  const from = Date.parse(`${today}T03:00:00Z`);
  const ended = { from, to: from + 86_400_000 };
  expect(only()).toEqual({ ended });
  await view.open();
  await view.tester.click(await screen.findByRole('menuitemradio', { name: 'Venda feita' }));
  expect(only()).toEqual({ ended: { ...ended, outcome: 'Venda feita' } });
  await view.tester.click(screen.getByRole('button', { name: 'Tirar o filtro Hoje' }));
  expect(only()).toEqual({ ended: { outcome: 'Venda feita' } });
  act(() => view.append({ type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'mine' }));
  expect(screen.queryByRole('button', { name: /^Tirar o filtro/u })).toBeNull();
  act(() => view.append({ type: 'inbox.filtered', instanceId: null, status: 'finished', scope: 'mine' }));
  await view.tester.click(screen.getByRole('button', { name: 'Tirar o filtro Venda feita' }));
  expect(only()).toBeUndefined();
});

const around: RowsAround = {
  now: START,
  query: { instanceId: null, status: 'open', scope: 'mine', search: '' },
  viewerId: undefined,
  saysInstance: false,
  waitLimits: { warning: 10, alert: 20 },
};

test.each([
  ['film.mp4', 'video', 'Vídeo'],
  ['nota.pdf', 'pdf', 'nota.pdf'],
] as const)('%s on its way is named', async (name, tag, expected) => {
  const ticket = aTicket({ id: '1' });
  const { customer, instance } = ticket;
  const of = { ticketId: '1', customerId: customer.id, instanceId: instance.id };
  const file = { name, mimeType: '', bytes: 9, tag };
  function Row() {
    const { directory } = useApp();
    const isThere = useOnChange(directory.changed, () => directory.ticket('1') !== undefined);
    return isThere && <TicketRow ticketId="1" isOpen={false} isTall={false} around={around} />;
  }
  const view = await renderScreen(<Row />);
  act(() => {
    view.append({ type: 'ticket.opened', ticketId: '1' });
    view.append({ type: 'ticket.loaded', ticket, streamPosition: 1 });
    view.append({ type: 'message.submitted', message: anOutgoing({ ...of, text: '', file }) });
  });
  await waitFor(() => expect(view.container.textContent).toContain(expected));
});
