import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { StartableFlow } from '../../src/machines/entities/flow-starts.ts';
import type { TicketFlow } from '../../src/machines/entities/flows.ts';
import { StartFlow } from '../../src/views/attendance/flow/StartFlow.tsx';
import { TicketFlowSection } from '../../src/views/attendance/flow/TicketFlowSection.tsx';
import { QueueCard } from '../../src/views/attendance/transfer/QueueCard.tsx';
import { ShortcutsProvider } from '../../src/views/shortcuts/ShortcutsProvider.tsx';
import { CARLA, START, aFailure, aTicket, anaViewing, brunoViewing } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';

const queued = aTicket({ owner: null });

const running: NonNullable<TicketFlow['flow']> = {
  flow_id: '7',
  flow_name: 'Atendimento da loja',
  number: 3,
  bot_name: null,
  is_running: true,
  can_return: false,
  node: 'menu',
  step_label: 'Menu principal',
  step_kind: 'ask',
  variables: [{ name: 'assunto', value: 'Vendas' }],
  startedAt: START,
};
const stopped = { ...running, is_running: false, can_return: true, step_label: null };

async function show(ticket: typeof queued, flow: TicketFlow['flow'], viewer = anaViewing) {
  const view = await renderScreen(
    <ShortcutsProvider hasSingleKeys>
      <QueueCard ticket={ticket} isFree={ticket.owner === null} />
      <TicketFlowSection ticket={ticket} />
    </ShortcutsProvider>,
    { viewer },
  );
  await waitFor(() => expect(fetches(view)).toEqual([{ ticket: ticket.id }]));
  act(() => view.answer({ list: 'chat.flow', rows: [{ ticketId: ticket.id, flow }], total: 1 }));
  return view;
}
type View = Awaited<ReturnType<typeof show>>;
const fetches = (view: Awaited<ReturnType<typeof renderScreen>>) =>
  view.given('list.fetch').flatMap(({ list, query }) => (list === 'chat.flow' ? [query.filters] : []));
const savesOf = (view: View) => view.given('form.save').map(({ form, key }) => ({ form, key }));

test('a flow answers -> the conversation says so with its step, and it can be stopped or taken', async () => {
  const view = await show(queued, running);
  const card = within(screen.getByRole('group', { name: 'Fluxo' }));
  expect(card.getByText('O fluxo Atendimento da loja está respondendo')).toBeTruthy();
  expect(card.getByText(/^Passo: Menu principal/u)).toBeTruthy();
  expect(card.getByRole('button', { name: 'Assumir' })).toBeTruthy();
  await userEvent.setup().click(card.getByRole('button', { name: 'Parar fluxo' }));
  expect(savesOf(view)).toEqual([{ form: 'chat.flow.stop', key: queued.id }]);
});

test('details of the flow -> its version, step and what was asked so far', async () => {
  await show(queued, running);
  const section = within(screen.getByRole('region', { name: /^Fluxo/u }));
  for (const said of ['Em andamento', 'Atendimento da loja · v3', 'Menu principal', 'assunto', 'Vendas'])
    expect(section.getByText(said)).toBeTruthy();
});

test('it can’t be stopped -> says why', async () => {
  const view = await show(queued, running);
  const card = within(screen.getByRole('group', { name: 'Fluxo' }));
  await userEvent.setup().click(card.getByRole('button', { name: 'Parar fluxo' }));
  const { request = 0 } = view.given('form.save').at(-1) ?? {};
  act(() =>
    view.append({
      type: 'form.refused',
      form: 'chat.flow.stop',
      key: queued.id,
      request,
      failure: aFailure({ code: 'CONFLICT', key: 'error.flow.over' }),
    }),
  );
  expect(card.getByRole('alert').textContent).toBe('Não há fluxo em andamento neste atendimento.');
});

test('a stopped flow -> is handed the ticket again once that is confirmed', async () => {
  const view = await show(queued, stopped);
  expect(screen.queryByRole('group', { name: 'Fluxo' })).toBeNull();
  const user = userEvent.setup();
  const section = within(screen.getByRole('region', { name: /^Fluxo/u }));
  expect(section.getByText('Perguntar')).toBeTruthy();
  await user.click(section.getByRole('button', { name: 'Devolver ao fluxo' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Devolver ao fluxo Atendimento da loja?' }));
  await user.click(dialog.getByRole('button', { name: 'Devolver ao fluxo' }));
  expect(savesOf(view)).toEqual([{ form: 'chat.flow.return', key: queued.id }]);
});

test('somebody else’s ticket -> isn’t handed back by others', async () => {
  await show(aTicket({ owner: { ...CARLA, image: null } }), stopped, brunoViewing);
  expect(screen.queryByRole('button', { name: 'Devolver ao fluxo' })).toBeNull();
});

test('a ticket that never was in a flow -> no card and no section', async () => {
  await show(queued, null);
  expect(screen.queryByText('Fluxo')).toBeNull();
  expect(screen.getByText('Na fila, sem atendente')).toBeTruthy();
});

test('the flow went on -> it is fetched again', async () => {
  const view = await show(queued, running);
  act(() =>
    view.append({ type: 'list.updated', what: 'ticket_flows', stream: { epoch: 'e', seq: 1, prev: 0, id: '1' } }),
  );
  expect(fetches(view)).toHaveLength(2);
});

const startable: StartableFlow[] = [
  { id: '7', name: 'Cobrança', says: 'Olá, Rosa! Ficamos sem concluir.', variables: [] },
  { id: '8', name: 'Pesquisa', says: null, variables: [] },
];

async function showStart(ticket: typeof queued, viewer = anaViewing) {
  const view = await renderScreen(
    <div tabIndex={-1} data-testid="pane">
      <StartFlow ticket={ticket} />
    </div>,
    { viewer },
  );
  const has = (isThere: boolean) => {
    const rows = isThere ? [{ ticketId: ticket.id }] : [];
    act(() => view.answer({ list: 'chat.hasStartableFlow', rows, total: rows.length }));
  };
  const answer = (rows: StartableFlow[]) =>
    act(() =>
      view.answer({ list: 'chat.startableFlows', rows, total: rows.length, facts: { ticket: Number(ticket.id) } }),
    );
  /** Opens the dialog, whose flows these are. */
  const open = async (rows: StartableFlow[]) => {
    has(true);
    await userEvent.setup().click(screen.getByRole('button', { name: 'Iniciar fluxo' }));
    answer(rows);
  };
  return { view, has, answer, open };
}

test('a flow to start -> what it says first, then it is started', async () => {
  const user = userEvent.setup();
  const { view, has, answer } = await showStart(queued);
  has(true);
  expect(view.given('list.fetch').some(({ list }) => list === 'chat.startableFlows')).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Iniciar fluxo' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Iniciar fluxo' }));
  expect(dialog.getByRole('status', { name: 'Carregando…' })).toBeTruthy();
  answer(startable);
  expect(dialog.queryByRole('searchbox')).toBeNull();
  await user.click(dialog.getByRole('radio', { name: /^Cobrança.*Ficamos sem concluir/u }));
  await user.click(dialog.getByRole('button', { name: 'Iniciar fluxo' }));
  expect(view.given('form.save').at(-1)).toMatchObject({ form: 'chat.flow.start', values: { flow_id: '7' } });
  act(() => view.refuse('chat.flow.start', queued.id, 'error.flowStart.opted_out'));
  expect(dialog.getByText('Este cliente pediu para não receber mensagens.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Iniciar fluxo' }));
  act(() => view.save('chat.flow.start', queued.id, queued.id, ['chat.flow']));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a flow that begins with values -> those that are changed go with it, and one that is wrong says so itself', async () => {
  const user = userEvent.setup();
  const { view, open } = await showStart(queued);
  await open([
    {
      id: '7',
      name: 'Cobrança',
      says: 'Olá!',
      variables: [
        { name: 'pedido', type: 'text', initial: 'nenhum' },
        { name: 'valor', type: 'number', initial: '0.5' },
        { name: 'urgente', type: 'boolean', initial: 'false' },
        { name: 'cupom', type: 'text', initial: 'ABC' },
      ],
    },
  ]);
  const dialog = within(screen.getByRole('dialog'));
  const field = (name: string) => dialog.getByRole('textbox', { name });
  expect(['pedido', 'valor', 'cupom'].map((name) => field(name).getAttribute('value'))).toEqual([
    'nenhum',
    '0,5',
    'ABC',
  ]);
  const start = async () => {
    await user.click(dialog.getByRole('button', { name: 'Iniciar fluxo' }));
    return view.given('form.save').at(-1)?.values;
  };
  await user.clear(field('pedido'));
  await user.type(field('pedido'), 'A-7');
  await user.clear(field('valor'));
  await user.type(field('valor'), 'muito');
  await user.click(dialog.getByRole('checkbox', { name: 'urgente' }));
  const pedido = { name: 'pedido', value: 'A-7' };
  const urgente = { name: 'urgente', value: 'true' };
  expect(await start()).toEqual({ flow_id: '7', variables: [pedido, { name: 'valor', value: 'muito' }, urgente] });
  act(() =>
    view.refuse('chat.flow.start', queued.id, 'error.form.invalid', { 'variables.valor': 'error.field.invalid' }),
  );
  expect(field('valor').getAttribute('aria-invalid')).toBe('true');
  expect(dialog.getByText('Este valor não é válido.')).toBeTruthy();
  expect(dialog.queryByRole('alert')).toBeNull();
  await user.clear(field('valor'));
  await user.type(field('valor'), '1.234,50');
  expect(await start()).toEqual({ flow_id: '7', variables: [pedido, { name: 'valor', value: '1234.5' }, urgente] });
});

const charging: StartableFlow = {
  id: '7',
  name: 'Cobrança',
  says: 'Rosa, {{pedido}} de {{valor}} até {{dia}}. Urgente: {{urgente}}',
  variables: [
    { name: 'pedido', type: 'text', initial: 'seu pedido' },
    { name: 'valor', type: 'number', initial: '0.0000005' },
    { name: 'dia', type: 'date', initial: '2026-03-01' },
    { name: 'urgente', type: 'boolean', initial: 'false' },
  ],
};

test('values that are typed -> the message follows them; only what changed is sent', async () => {
  const user = userEvent.setup();
  const { view, open } = await showStart(queued);
  await open([charging]);
  const dialog = within(screen.getByRole('dialog'));
  const message = () => dialog.getByRole('radio').closest('label')?.querySelector('small')?.textContent;
  const type = async (name: string, value: string) => {
    await user.clear(dialog.getByRole('textbox', { name }));
    await user.type(dialog.getByRole('textbox', { name }), value);
  };
  expect(message()).toBe('Rosa, seu pedido de 0,0000005 até 01/03/2026. Urgente: não');
  await type('pedido', 'o pedido A-7');
  await type('valor', '1.234,50');
  await user.click(dialog.getByRole('checkbox', { name: 'urgente' }));
  expect(message()).toBe('Rosa, o pedido A-7 de 1234,5 até 01/03/2026. Urgente: sim');
  await type('pedido', 'seu pedido');
  await type('valor', '0,0000003');
  await user.click(dialog.getByRole('button', { name: 'Iniciar fluxo' }));
  expect(view.given('form.save').at(-1)?.values).toEqual({
    flow_id: '7',
    variables: [
      { name: 'valor', value: '0.0000003' },
      { name: 'urgente', value: 'true' },
    ],
  });
});

test('typed values -> kept while another flow is looked at, and asked about before they are lost', async () => {
  const user = userEvent.setup();
  const { view, open } = await showStart(queued);
  await open([charging, { ...charging, id: '8', name: 'Pesquisa' }]);
  const dialog = within(screen.getByRole('dialog', { name: 'Iniciar fluxo' }));
  const flow = (name: RegExp) => dialog.getByRole('radio', { name });
  const pedido = () => dialog.getByRole('textbox', { name: 'pedido' });
  await user.click(flow(/^Cobrança/u));
  await user.clear(pedido());
  await user.click(dialog.getByRole('button', { name: 'Iniciar fluxo' }));
  act(() =>
    view.refuse('chat.flow.start', queued.id, 'error.form.invalid', { 'variables.pedido': 'error.field.invalid' }),
  );
  expect(pedido().getAttribute('aria-invalid')).toBe('true');
  await user.click(flow(/^Pesquisa/u));
  expect(pedido()).toHaveProperty('value', 'seu pedido');
  expect(pedido().getAttribute('aria-invalid')).not.toBe('true');
  expect(dialog.queryByRole('alert')).toBeNull();
  await user.click(flow(/^Cobrança/u));
  expect(pedido()).toHaveProperty('value', '');
  await user.keyboard('{Escape}');
  const question = within(screen.getByRole('dialog', { name: 'Descartar alterações?' }));
  await user.click(question.getByRole('button', { name: 'Descartar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('many flows -> searched by name, without accents', async () => {
  const user = userEvent.setup();
  const { view, open } = await showStart(queued);
  await open(
    ['Ação', 'Boleto', 'Cadastro', 'Lembrete', 'Pesquisa', 'Volta'].map((name, at) => ({
      id: `${at}`,
      name,
      says: '',
      variables: [],
    })),
  );
  const start = within(screen.getByRole('dialog')).getByRole('button', { name: 'Iniciar fluxo' });
  await user.click(screen.getByRole('radio', { name: /^Boleto/u }));
  await user.type(screen.getByRole('searchbox', { name: 'Buscar fluxo' }), 'acao');
  expect(screen.getAllByRole('radio')).toHaveLength(1);
  // The one chosen before isn't on the screen.
  expect(start).toHaveProperty('disabled', true);
  await user.click(start);
  expect(view.given('form.save')).toEqual([]);
});

test('the chosen flow is switched off -> the one that is left isn’t started in its place', async () => {
  const user = userEvent.setup();
  const { view, answer, open } = await showStart(queued);
  await open(startable);
  const dialog = within(screen.getByRole('dialog'));
  await user.click(dialog.getByRole('radio', { name: /^Cobrança/u }));
  act(() => view.append({ type: 'list.updated', what: 'flows', stream: { epoch: 'e', seq: 1, prev: 0, id: '1' } }));
  answer(startable.slice(1));
  expect(dialog.getByRole('radio')).toHaveProperty('checked', false);
  await user.click(dialog.getByRole('button', { name: 'Iniciar fluxo' }));
  expect(view.given('form.save')).toEqual([]);
});

test('no flow, one under way, a colleague’s or a finished ticket -> none is started', async () => {
  const button = () => screen.queryByRole('button', { name: 'Iniciar fluxo' });
  const none = await showStart(queued);
  none.has(false);
  expect(button()).toBeNull();
  none.view.unmount();
  const { view, has } = await showStart(queued);
  has(true);
  expect(button()).toBeTruthy();
  act(() => view.answer({ list: 'chat.flow', rows: [{ ticketId: queued.id, flow: running }], total: 1 }));
  expect(button()).toBeNull();
  view.unmount();
  for (const ticket of [aTicket({ owner: { ...CARLA, image: null } }), aTicket({ owner: null, finishedAt: START })]) {
    const other = await showStart(ticket, brunoViewing);
    expect(other.view.given('list.fetch').map(({ list }) => list)).toEqual(['chat.flow']);
    other.view.unmount();
  }
});

test('another flow begins while one is chosen -> the dialog stays, and says why none is started', async () => {
  const user = userEvent.setup();
  const { view, open } = await showStart(queued);
  await open(startable);
  act(() => view.answer({ list: 'chat.flow', rows: [{ ticketId: queued.id, flow: running }], total: 1 }));
  const dialog = within(screen.getByRole('dialog', { name: 'Iniciar fluxo' }));
  await user.click(dialog.getByRole('radio', { name: /^Cobrança/u }));
  await user.click(dialog.getByRole('button', { name: 'Iniciar fluxo' }));
  act(() => view.refuse('chat.flow.start', queued.id, 'error.flowStart.in_flow'));
  expect(dialog.getByText(/^Este cliente já está em um fluxo/u)).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Cancelar' }));
  expect(screen.queryByRole('button', { name: 'Iniciar fluxo' })).toBeNull();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByTestId('pane')));
});
