import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { listArea } from '../../src/i18n/areas/list.ts';
import type { FoundMessage } from '../../src/machines/entities/customers.ts';
import { FindBar } from '../../src/views/attendance/found/FindBar.tsx';
import { FoundMessages, type FoundSection } from '../../src/views/attendance/found/FoundMessages.tsx';
import { AreasContext } from '../../src/views/kit/areas.ts';
import { ANA, networkFailure, START } from '../support/builders.ts';
import { listed, ticketOf } from '../machines/directory-support.ts';
import { renderScreen } from './administration-support.tsx';

const found = (id: string, changes: Partial<FoundMessage> = {}): FoundMessage => ({
  id,
  ticketId: '20',
  customerName: 'Marina Alves',
  instanceName: 'Vendas',
  received: true,
  bot: false,
  author: null,
  at: START,
  tag: 'text',
  excerpt: `segue o boleto ${id}`,
  marks: [{ start: 8, end: 14 }],
  ...changes,
});
const areas = { loaded: [listArea], failure: undefined, request: () => undefined };
const facts = { more: 0, waiting: 0 };

/** Stands for the list of conversations: draws what it is handed over. */
function List({
  search,
  isAlone = false,
  onChosen,
}: {
  search: string;
  isAlone?: boolean;
  onChosen: (chosen: unknown) => void;
}) {
  const [section, setSection] = useState<FoundSection | null>(null);
  return (
    <>
      <FoundMessages search={search} instanceId="5" isAlone={isAlone} onFound={setSection} />
      {section?.section.rows.map((id) => (
        <button key={id} type="button" onClick={() => onChosen(section.choose(id))}>
          {section.render(id)}
        </button>
      ))}
    </>
  );
}

test('below the conversations: who wrote it, the words around the hit marked; pressed, it says where to go', async () => {
  const chosen = vi.fn();
  const view = await renderScreen(<List search="boleto" onChosen={chosen} />);
  expect(await screen.findByText('Buscando mensagens…')).toBeTruthy();
  expect(view.given('list.fetch').at(-1)).toMatchObject({
    list: 'chat.found',
    query: { search: 'boleto', filters: { instance: '5' } },
  });
  const rows = [
    found('9'),
    found('8', { received: false, author: ANA }),
    found('7', { received: false, bot: true }),
    found('6', { received: false }),
  ];
  const edges = { start: '9', end: '6' };
  act(() => view.answer({ list: 'chat.found', rows, total: 4, facts: { more: 1, waiting: 0 }, edges }));
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent)).toEqual([
    expect.stringMatching(/^Marina Alves.*segue o boleto 9$/),
    expect.stringMatching(/^Marina Alves · Você.*segue o boleto 8$/),
    expect.stringMatching(/^Marina Alves · Robô.*segue o boleto 7$/),
    expect.stringMatching(/^Marina Alves · Pelo celular.*segue o boleto 6$/),
    'Buscar mensagens mais antigas',
  ]);
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
    'boleto',
    'boleto',
    'boleto',
    'boleto',
  ]);
  const tester = userEvent.setup();
  await tester.click(screen.getByRole('button', { name: /boleto 9$/ }));
  expect(chosen).toHaveBeenLastCalledWith({ ticketId: '20', messageId: '9' });
  await tester.click(screen.getByText('Buscar mensagens mais antigas'));
  expect(chosen).toHaveBeenLastCalledWith(null);
  expect(view.given('list.fetch').at(-1)).toMatchObject({ query: { limit: 20, seek: { after: '6' } } });
  act(() => view.answer({ list: 'chat.found', rows: [found('4')], total: 1, facts }));
  expect(screen.getAllByRole('button').map(({ textContent }) => textContent?.at(-1))).toEqual([
    '9',
    '8',
    '7',
    '6',
    '4',
  ]);
});

test('nothing found, not yet prepared, and failed: said, and tried again', async () => {
  const view = await renderScreen(<List search="boleto" onChosen={() => undefined} />);
  await screen.findByText('Buscando mensagens…');
  act(() => view.answer({ list: 'chat.found', rows: [], total: 0, facts }));
  expect(screen.getByText('Nenhuma mensagem com “boleto”')).toBeTruthy();
  view.unmount();
  const other = await renderScreen(<List search="boleto" onChosen={() => undefined} />);
  await screen.findByText('Buscando mensagens…');
  act(() => other.answer({ list: 'chat.found', rows: [], total: 0, facts: { more: 0, waiting: 1 } }));
  expect(screen.getByText(/ainda estão sendo preparadas/)).toBeTruthy();
  act(() => other.append({ type: 'list.outdated', list: 'chat.found' }));
  const request = other.given('list.fetch').at(-1)?.request ?? 0;
  act(() => other.append({ type: 'list.failed', list: 'chat.found', request, failure: networkFailure }));
  const count = other.given('list.fetch').length;
  act(() => other.append({ type: 'network.changed', online: false }));
  expect(screen.getByText('As mensagens não podem ser buscadas agora. Tentar de novo')).toBeTruthy();
  act(() => other.append({ type: 'network.changed', online: true }));
  await userEvent.setup().click(screen.getByText('A busca nas mensagens falhou. Tentar de novo'));
  expect(other.given('list.fetch')).toHaveLength(count + 1);
});

test('its code can’t come -> said, and tried again', async () => {
  const prepare = vi.fn<() => Promise<void>>().mockRejectedValueOnce(new TypeError('Failed to fetch'));
  prepare.mockResolvedValue(undefined);
  await renderScreen(<List search="boleto" onChosen={() => undefined} />, { prepare });
  await screen.findByText('Esta parte não carregou. Verifique a conexão.');
  await userEvent.setup().click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(await screen.findByText('Buscando mensagens…')).toBeTruthy();
});

test('a search without a word asks nothing', async () => {
  const view = await renderScreen(<List search="* 😀" onChosen={() => undefined} />);
  expect(view.given('list.fetch')).toEqual([]);
  expect(screen.queryByRole('button')).toBeNull();
});

test('in the conversation: how many, the one before and after by keys, closed by Escape', async () => {
  const close = vi.fn();
  const view = await renderScreen(<FindBar ticketId="20" customerId="40" instanceId="5" onClose={close} />);
  const field = await screen.findByRole('searchbox', { name: 'Buscar na conversa' });
  await waitFor(() => expect(document.activeElement).toBe(field));
  const tester = userEvent.setup();
  await tester.type(field, 'boleto');
  await waitFor(() =>
    expect(view.given('list.fetch').at(-1)).toMatchObject({
      list: 'chat.foundHere',
      query: { search: 'boleto', filters: { customer: '40', instance: '5' } },
    }),
  );
  act(() => view.answer({ list: 'chat.foundHere', rows: [found('9'), found('8')], total: 2, facts }));
  const status = screen.getByRole('status');
  expect(status.textContent).toBe('1 de 2');
  await tester.keyboard('{Enter}');
  expect(status.textContent).toBe('2 de 2');
  expect(screen.getByRole('button', { name: /mais antigo/ })).toHaveProperty('disabled', true);
  await tester.keyboard('{Shift>}{Enter}{/Shift}');
  expect(status.textContent).toBe('1 de 2');
  await tester.keyboard('{Escape}');
  expect(close).toHaveBeenCalledOnce();
});

test('in the conversation: behind the last one found it goes on, past what holds none', async () => {
  const view = await renderScreen(<FindBar ticketId="20" customerId="40" instanceId="5" onClose={() => undefined} />);
  const tester = userEvent.setup();
  await tester.type(await screen.findByRole('searchbox', { name: 'Buscar na conversa' }), 'boleto');
  const last = () => view.given('list.fetch').findLast(({ list }) => list === 'chat.foundHere')?.query;
  await waitFor(() => expect(last()?.search).toBe('boleto'));
  const answer = (ids: readonly string[], end: string | null) =>
    act(() =>
      view.answer({
        list: 'chat.foundHere',
        rows: ids.map((id) => found(id)),
        total: ids.length,
        facts: { more: end === null ? 0 : 1, waiting: 0 },
        ...(end !== null && { edges: { start: end, end } }),
      }),
    );
  const status = screen.getByRole('status');
  answer([], '90');
  expect(status.textContent).toBe('Nenhuma mensagem');
  await tester.click(screen.getByRole('button', { name: 'Buscar mensagens mais antigas' }));
  expect(last()?.seek).toEqual({ after: '90' });
  answer(['80'], '80');
  expect(status.textContent).toBe('1 de 1+');
  expect(screen.queryByRole('button', { name: 'Buscar mensagens mais antigas' })).toBeNull();
  await tester.click(screen.getByRole('button', { name: /mais antigo/ }));
  expect(last()?.seek).toEqual({ after: '80' });
  answer([], '70');
  expect(status.textContent).toBe('1 de 1+');
  screen.getByRole('searchbox').focus();
  await tester.keyboard('{Enter}');
  expect(last()?.seek).toEqual({ after: '70' });
  // The one asked for is shown as soon as it is there.
  answer(['60', '50'], null);
  expect(status.textContent).toBe('2 de 3');
  await tester.keyboard('{Enter}');
  expect(status.textContent).toBe('3 de 3');
  expect(screen.getByRole('button', { name: /mais antigo/ })).toHaveProperty('disabled', true);
});

test('in the conversation: only the customer’s messages, of today; the menu’s keys are its own', async () => {
  const close = vi.fn();
  const view = await renderScreen(
    <AreasContext value={areas}>
      <FindBar ticketId="20" customerId="40" instanceId="5" onClose={close} />
    </AreasContext>,
  );
  const tester = userEvent.setup();
  await tester.type(await screen.findByRole('searchbox', { name: 'Buscar na conversa' }), 'boleto');
  (await screen.findByRole('button', { name: 'Filtrar' })).focus();
  await tester.keyboard('{Enter}');
  await tester.click(await screen.findByRole('menuitemradio', { name: 'Cliente' }));
  const last = () => view.given('list.fetch').findLast(({ list }) => list === 'chat.foundHere')?.query.filters;
  await waitFor(() => expect(last()).toEqual({ customer: '40', instance: '5', sender: 'customer' }));
  const today = new Date(START).toISOString().slice(0, 10);
  act(() => view.answer({ list: 'report.calendar', rows: [{ timezone: 'America/Sao_Paulo', today }], total: 1 }));
  await tester.click(screen.getByRole('button', { name: 'Filtrar: Cliente' }));
  await tester.click(await screen.findByRole('menuitemradio', { name: 'Hoje' }));
  const from = Date.parse(`${today}T03:00:00Z`);
  await waitFor(() =>
    expect(last()).toMatchObject({ sender: 'customer', from: `${from}`, to: `${from + 86_400_000}` }),
  );
  expect(screen.getByRole('button', { name: 'Filtrar: Cliente, Hoje' })).toBeTruthy();
  expect(close).not.toHaveBeenCalled();
});

test('little is found in the chosen view -> the step to all of them, which keeps the search', async () => {
  const view = await renderScreen(<List search="mar" onChosen={vi.fn()} />);
  const answer = (count: number) =>
    act(() => {
      const { request = 1, query } = view.given('tickets.fetch').at(-1) ?? {};
      const tickets = Array.from({ length: count }, (_, at) => ticketOf(at + 1, { owner: { ...ANA, image: null } }));
      view.append(listed(request, tickets, query === undefined ? {} : { query }));
    });
  const step = () => screen.queryByRole('button', { name: 'Buscar em todas' });
  act(() => {
    view.append({ type: 'inbox.filtered', instanceId: '10', status: 'open', scope: 'mine' });
    view.append({ type: 'inbox.searched', search: 'cliente' });
  });
  // Nothing is said before the answer.
  expect(step()).toBeNull();
  answer(2);
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Buscar em todas' }));
  expect(view.given('tickets.fetch').at(-1)?.query).toEqual({
    instanceId: '10',
    status: 'open',
    scope: 'all',
    search: 'cliente',
  });
  answer(0);
  expect(step()).toBeNull();
  act(() => view.append({ type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'mine' }));
  answer(4);
  expect(step()).toBeNull();
});

test('little is found under filters -> the step without them, which keeps the search and the view', async () => {
  const view = await renderScreen(<List search="mar" onChosen={vi.fn()} />);
  const query = () => view.given('tickets.fetch').at(-1)?.query;
  const answer = () =>
    act(() =>
      view.append(
        listed(view.given('tickets.fetch').at(-1)?.request ?? 1, [], { query: query() ?? expect.unreachable() }),
      ),
    );
  act(() => {
    view.append({ type: 'inbox.filtered', instanceId: null, status: 'open', scope: 'all' });
    view.append({ type: 'inbox.narrowed', only: { unseen: true } });
    view.append({ type: 'inbox.searched', search: 'cliente' });
  });
  answer();
  await userEvent.setup().click(await screen.findByRole('button', { name: 'Tirar os filtros' }));
  expect(query()).toEqual({ instanceId: null, status: 'open', scope: 'all', search: 'cliente' });
  answer();
  expect(screen.queryByRole('button', { name: 'Tirar os filtros' })).toBeNull();
});
