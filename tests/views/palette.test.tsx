import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import type { FoundMessage, FoundTicket } from '../../src/machines/entities/customers.ts';
import { Palette } from '../../src/views/palette/Palette.tsx';
import { bestFirst, matchesSearch, splitAtHit } from '../../src/views/palette/matching.ts';
import { ShortcutsProvider, useShortcut } from '../../src/views/shortcuts/ShortcutsProvider.tsx';
import { finishTicket, focusComposer, sendMessage } from '../../src/views/shortcuts/common-shortcuts.ts';
import { START, brunoViewing } from '../support/builders.ts';
import { live, ticketOf } from '../machines/directory-support.ts';
import { renderScreen } from './administration-support.tsx';

const menu = [
  { id: 'home', label: 'Início', icon: null, to: '/', isCurrent: true },
  { id: 'users', label: 'Usuários', icon: null, to: '/users', isCurrent: false, group: 'Administração' },
];

const monica: FoundTicket = {
  id: '901',
  protocol: '20261119-0018',
  customerId: '77',
  customerName: 'Mônica Teles',
  phone: '5521977001432',
  image: null,
  finishedAt: START - 86_400_000,
  ownerName: 'Carla Mendes',
};

const message: FoundMessage = {
  id: '9001',
  ticketId: '902',
  customerName: 'João Teixeira',
  instanceName: 'Vendas',
  received: true,
  bot: false,
  author: null,
  at: START - 86_400_000,
  tag: 'text',
  excerpt: 'O montador vem sábado?',
  marks: [{ start: 2, end: 10 }],
};

let ran: string[] = [];
function Screen() {
  useShortcut(finishTicket, () => ran.push('finish'));
  useShortcut(focusComposer, () => ran.push('older'));
  useShortcut(focusComposer, () => ran.push('composer'));
  // Its control handles the key: there is nothing to run.
  useShortcut(sendMessage);
  const { pathname, state } = useLocation();
  return <p>{`${pathname} ${JSON.stringify(state)}`}</p>;
}

async function open(options: Parameters<typeof renderScreen>[1] = {}) {
  ran = [];
  let closed = 0;
  const view = await renderScreen(
    <ShortcutsProvider hasSingleKeys isMac={false}>
      <Screen />
      <Palette menu={menu} onClose={() => void (closed += 1)} onChoose={(run) => run()} />
    </ShortcutsProvider>,
    options,
  );
  return { ...view, tester: userEvent.setup(), closed: () => closed };
}

const asked = (view: Awaited<ReturnType<typeof open>>, list: 'palette.tickets' | 'palette.messages') =>
  view.given('list.fetch').findLast((fetch) => fetch.list === list)?.query.search;

const options = () => screen.queryAllByRole('option').map((option) => option.textContent);
const answered = (rows: readonly FoundTicket[]) => ({ list: 'palette.tickets', rows, total: rows.length }) as const;

test('typed -> the server is asked once typing pauses; a person and a protocol are found, the name marked', async () => {
  const view = await open();
  await view.tester.keyboard('moni');
  await waitFor(() => expect(asked(view, 'palette.tickets')).toBe('moni'));
  act(() => view.answer(answered([monica])));
  expect(options()).toEqual([
    'MTMônica Teles+55 21 97700-1432finalizada: ontem',
    '20261119-0018Mônica Telesfinalizada: ontem',
  ]);
  expect(screen.getAllByText('Môni').map(({ tagName }) => tagName)).toEqual(['MARK', 'MARK']);
  expect(screen.getByRole('status').textContent).toBe('2 resultados');
});

test('people of a stored list are found at once, and none of the actors that wait to be started is', async () => {
  const tickets = Array.from({ length: 12 }, (_, index) => ticketOf(index + 1));
  const { app } = live(brunoViewing, ...tickets);
  const stored = structuredClone({ position: app.log.position, snapshots: app.snapshots(), tail: [] });
  const view = await open({ viewer: brunoViewing, stored });
  const started = () =>
    [...view.directory.rows()]
      .flatMap(({ held, thread }) => (thread === null ? [held] : [held, thread.held]))
      .filter(({ isMade }) => isMade)
      .map(({ name }) => name);
  const before = started();
  expect(before.length).toBeLessThan(tickets.length);
  await view.tester.keyboard('cliente 1');
  expect(options().filter((option) => option?.startsWith('CCliente'))).toHaveLength(4);
  await waitFor(() => expect(asked(view, 'palette.tickets')).toBe('cliente 1'));
  expect(started()).toEqual(before);
});

test('a message is found by its words, and shown in its conversation', async () => {
  const view = await open();
  await view.tester.keyboard('montador');
  await waitFor(() => expect(asked(view, 'palette.messages')).toBe('montador'));
  const facts = { more: 0, waiting: 0 };
  act(() => view.answer({ list: 'palette.messages', rows: [message], total: 1, facts }));
  expect(options()).toEqual(['João TeixeiraO montador vem sábado?ontem']);
  await view.tester.keyboard('{Enter}');
  expect(screen.getByText('/chat/902 {"focus":true,"message":"9001"}')).toBeTruthy();
});

test('messages come first, then a person above them -> the person is marked, and Enter opens them; moved by a key -> it stays', async () => {
  const view = await open();
  const facts = { more: 0, waiting: 0 };
  await view.tester.keyboard('teles');
  await waitFor(() => expect(asked(view, 'palette.messages')).toBe('teles'));
  act(() => view.answer({ list: 'palette.messages', rows: [message], total: 1, facts }));
  act(() => view.answer(answered([monica])));
  const marked = () => document.querySelector('[role=option][data-focused]')?.textContent;
  await waitFor(() => expect(marked()).toMatch(/^MTMônica Teles/u));
  await view.tester.keyboard('{ArrowDown}');
  act(() => view.answer(answered([{ ...monica, id: '900', protocol: '20261119-0017' }, monica])));
  expect(marked()).toBe('20261119-0018Mônica Telesfinalizada: ontem');
  await view.tester.keyboard('{ArrowUp}{Enter}');
  expect(screen.getByText(/^.chat.90/u)).toBeTruthy();
});

test('each hit of a message is marked where the server found it, also in another form than was typed', async () => {
  const view = await open();
  await view.tester.keyboard('sabado montador');
  await waitFor(() => expect(asked(view, 'palette.messages')).toBe('sabado montador'));
  const marks = [
    { start: 2, end: 10 },
    { start: 15, end: 21 },
  ];
  const facts = { more: 0, waiting: 0 };
  act(() => view.answer({ list: 'palette.messages', rows: [{ ...message, marks }], total: 1, facts }));
  const [option] = screen.getAllByRole('option');
  expect([...(option?.querySelectorAll('mark') ?? [])].map((mark) => mark.textContent)).toEqual(['montador', 'sábado']);
});

test('an answer to what was typed before is not shown', async () => {
  const view = await open();
  await view.tester.keyboard('moni');
  await waitFor(() => expect(asked(view, 'palette.tickets')).toBe('moni'));
  await view.tester.keyboard('x');
  act(() => view.answer(answered([monica])));
  expect(options()).toEqual(['Buscando…']);
});

test('# -> protocols only; > -> actions only, and Enter carries the first out', async () => {
  const view = await open();
  await view.tester.keyboard('#moni');
  await waitFor(() => expect(asked(view, 'palette.tickets')).toBe('moni'));
  act(() => view.answer(answered([monica])));
  expect(options()).toEqual(['20261119-0018Mônica Telesfinalizada: ontem']);
  const field = screen.getByRole('combobox');
  await view.tester.clear(field);
  await view.tester.type(field, '>finalizar o');
  expect(options()).toEqual(['Finalizar o atendimentoF']);
  await view.tester.keyboard('{Enter}');
  expect(ran).toEqual(['finish']);
});

test('the actions are those that can be run here, of two with the same key the newest', async () => {
  const view = await open();
  await view.tester.keyboard('>');
  const labels = options();
  expect(labels).toContain('Ir para a caixa de mensagemC');
  expect(labels).not.toContain('EnviarEnter');
  await view.tester.keyboard('caixa{Enter}');
  expect(ran).toEqual(['composer']);
});

test('a refused search says why and is tried again; screens are found all the same', async () => {
  const view = await open();
  await view.tester.keyboard('usuarios');
  await waitFor(() => expect(asked(view, 'palette.tickets')).toBe('usuarios'));
  const fetches = () => view.given('list.fetch').filter(({ list }) => list === 'palette.tickets');
  const { request = 0 } = fetches().at(-1) ?? {};
  const failure = { code: 'NETWORK', key: 'error.network', params: {}, fields: {}, requestId: null } as const;
  act(() => view.append({ type: 'list.failed', list: 'palette.tickets', request, failure }));
  expect(options()).toEqual(['UsuáriosAdministração']);
  await view.tester.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Tentar de novo' }));
  expect(fetches().at(-1)?.request).toBe(request + 1);
});

test('at most five people and three protocols, but ten where they alone are asked for; a number finds its customer', async () => {
  const tickets = Array.from({ length: 12 }, (_, index) => ticketOf(index + 1));
  const { app } = live(brunoViewing, ...tickets);
  const stored = structuredClone({ position: app.log.position, snapshots: app.snapshots(), tail: [] });
  const view = await open({ viewer: brunoViewing, stored });
  const sections = () => screen.getAllByRole('group').map((each) => within(each).getAllByRole('option').length);
  await view.tester.keyboard('cliente');
  expect(sections().slice(0, 2)).toEqual([5, 3]);
  const field = screen.getByRole('combobox');
  await view.tester.clear(field);
  await view.tester.type(field, '#cliente');
  expect(sections()).toEqual([10]);
  await view.tester.clear(field);
  const { customer } = ticketOf(1);
  await view.tester.type(field, customer.phone.slice(-8));
  expect(options()[0]).toContain(customer.name);
});

test('theme, density and sound say what they would change to, and change it', async () => {
  const view = await open();
  const choose = async (typed: string) => {
    const field = await screen.findByRole('combobox');
    await view.tester.clear(field);
    await view.tester.type(field, `>${typed}`);
    const [first] = options();
    await view.tester.keyboard('{Enter}');
    return first;
  };
  expect(await choose('tema')).toBe('Usar o tema escuro');
  expect(await choose('tema')).toBe('Usar o tema claro');
  const [before, after] = [await choose('densidade'), await choose('densidade')];
  expect([before, after]).toEqual(['Usar a densidade compacta', 'Usar a densidade confortável']);
  expect(view.given('preferences.keep').length).toBeGreaterThan(2);
});

test('of screens those that are starred come first', async () => {
  const view = await open();
  await screen.findByRole('combobox');
  const screens = () => options().filter((option) => /^(?:Início|Usuários)/u.test(option ?? ''));
  expect(screens()).toEqual(['Início', 'UsuáriosAdministração']);
  act(() => view.append({ type: 'page.starred', page: 'users', starred: true }));
  expect(screens()).toEqual(['UsuáriosAdministração', 'Início']);
});

test('who may not attend searches no tickets', async () => {
  const view = await open();
  act(() => view.append({ type: 'permissions.listed', routes: ['users'] }));
  await view.tester.keyboard('moni');
  // Nothing is awaited.
  expect(options()).toEqual(['Nada encontrado para “moni”.']);
});

test('Escape closes it, whatever is typed', async () => {
  const view = await open();
  await view.tester.keyboard('mon{Escape}');
  expect(view.closed()).toBe(1);
});

test.each([
  ['João Teixeira', 'teix', true],
  ['João Teixeira', 'joao t', true],
  ['João Teixeira', 't jo', true],
  ['João Teixeira', 'eixo', false],
  ['Relatório', '', true],
])('%s matches %s: %s', (text, search, isMatch) => {
  expect(matchesSearch(text, search)).toBe(isMatch);
});

test.each([
  ['Mônica', 'on', ['M', 'ôn', 'ica']],
  ['Ação 🙏 já', 'JA', ['Ação 🙏 ', 'já', '']],
  ['Mônica', 'x', ['Mônica', '', '']],
])('%s is cut around %s', (text, search, parts) => {
  const { before, hit, after } = splitAtHit(text, search);
  expect([before, hit, after]).toEqual(parts);
});

test('names with a word that begins with the search come first', () => {
  const names = ['Cláudia Amaral', 'Mário', 'Ana Maria'];
  expect(bestFirst(names, (name) => name, 'mar')).toEqual(['Mário', 'Ana Maria', 'Cláudia Amaral']);
});
