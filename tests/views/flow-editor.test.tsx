import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { check } from '../../flows/check.ts';
import { menu } from '../../flows/templates/menu.ts';
import type { Flow } from '../../contract/flows/flow.ts';
import { flowSchema } from '../../contract/flows/flow.ts';
import type { FlowVersion, ListedFlow } from '../../src/machines/entities/flows.ts';
import { FlowsScreen } from '../../src/views/administration/flows/FlowsScreen.tsx';
import { renderScreen } from './administration-support.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
});

const listed: ListedFlow = {
  id: '30',
  name: 'Menu da loja',
  kind: 'passive',
  is_active: true,
  is_archived: false,
  position: 0,
  bot_name: null,
  trigger: { instance_ids: [], starts: 'any', keywords: [], hours: 'any' },
  number: 3,
  has_draft: true,
  running: 2,
  version: 'v1',
  updatedAt: Date.UTC(2026, 2, 1),
};

function versionOf(number: number, running: number): FlowVersion {
  return {
    id: `30@${number}`,
    number,
    running,
    state: number === 3 ? 'published' : 'archived',
    hash: '',
    publishedAt: 0,
    published_by: null,
  };
}

async function openEditor(flow: Flow = menu()) {
  const view = await renderScreen(<FlowsScreen />, { at: '/passive-chat-flow?id=30' });
  act(() => {
    view.load('flow', '30', { name: 'Menu da loja', flow, places: { order: [], at: {} } }, 'v1');
  });
  act(() => view.answer({ list: 'flows', rows: [listed], total: 1 }));
  const list = screen.queryByRole('radio', { name: 'Lista' });
  if (list !== null) await userEvent.setup().click(list);
  return view;
}
type View = Awaited<ReturnType<typeof openEditor>>;

/** Answers what was asked last of the checker. */
async function answerCheck(view: View): Promise<void> {
  const asked = () =>
    view
      .given('list.fetch')
      .flatMap((command) => (command.list === 'flow.check' ? [command.query.filters['flow']] : []));
  const now = JSON.stringify(view.directory.flow('30')?.getSnapshot().context.document?.flow);
  await waitFor(() => expect(asked().at(-1)).toBe(now));
  const { findings, isSound, moments, isComplete } = check(flowSchema.parse(JSON.parse(now)));
  act(() =>
    view.answer({ list: 'flow.check', rows: [{ flow: now, findings, isSound, moments, isComplete }], total: 1 }),
  );
}

it('a flow is opened -> its steps and exits are a tree, and what was proved is said', async () => {
  const view = await openEditor();
  await answerCheck(view);
  const tree = screen.getByRole('treegrid', { name: 'Passos do fluxo' });
  expect(within(tree).getByRole('row', { name: 'Lembrete' })).toBeTruthy();
  expect(within(tree).getAllByRole('row', { name: 'outra resposta' })).toHaveLength(2);
  expect(screen.getByText('Nada impede publicar')).toBeTruthy();
});

it('an exit is taken away by keyboard -> it is a problem at once; undone, it is none', async () => {
  const user = userEvent.setup();
  const view = await openEditor();
  await answerCheck(view);
  act(() =>
    view.append({
      type: 'flow.edited',
      form: 'flow',
      key: '30',
      edit: { of: 'connected', id: 'menu', exit: 'other', to: null },
    }),
  );
  expect(screen.getByText('1 problema impede publicar')).toBeTruthy();
  await answerCheck(view);
  expect(screen.getByText('A saída “outra resposta” não leva a lugar algum.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Desfazer' }));
  await answerCheck(view);
  expect(screen.getByText('Nada impede publicar')).toBeTruthy();
});

it('keys in the outline -> a step is added after, edited and removed', async () => {
  const user = userEvent.setup();
  const view = await openEditor();
  await user.click(within(screen.getByRole('treegrid')).getByRole('row', { name: 'Lembrete' }));
  await user.keyboard('n');
  expect(view.directory.flow('30')?.getSnapshot().context.document?.places.order).toContain('dizer_1');
  const message = await screen.findByRole('textbox', { name: 'Mensagem' });
  await waitFor(() => expect(document.activeElement).toBe(message));
  await user.clear(message);
  await user.type(message, 'Voltamos já');
  expect(within(screen.getByRole('treegrid')).getByRole('row', { name: 'Voltamos já' })).toBeTruthy();
  act(() => within(screen.getByRole('treegrid')).getByRole('row', { name: 'Voltamos já' }).focus());
  await user.keyboard('{Delete}');
  expect(within(screen.getByRole('treegrid')).queryByRole('row', { name: 'Voltamos já' })).toBeNull();
});

it('the simulator -> answers as the machine does, to taps, photos and silence', async () => {
  const user = userEvent.setup();
  await openEditor();
  await user.click(screen.getByRole('button', { name: 'Testar' }));
  const phone = within(screen.getByRole('log', { name: 'Conversa simulada' }));
  expect(phone.getByText('Olá, Maria! 👋')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Passam 30 min' }));
  expect(phone.getByText('silêncio, 30 min')).toBeTruthy();
  await user.click(phone.getByRole('button', { name: 'Quero um atendente' }));
  expect(phone.getByText('uma pessoa atende daqui em diante')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Recomeçar' }));
  await user.type(screen.getByRole('textbox', { name: 'Escreva como o cliente' }), '1{Enter}');
  expect(phone.getByText('Um instante: já chamamos alguém de vendas.')).toBeTruthy();
});

it('a problem with a conversation -> it is played on the phone turn by turn', async () => {
  const user = userEvent.setup();
  const flow = menu();
  const { menu: ask, ...others } = flow.nodes;
  if (ask?.kind !== 'ask') throw new Error('no question');
  const view = await openEditor({
    ...flow,
    nodes: { ...others, menu: { ...ask, exits: { ...ask.exits, timeout: 'menu' } } },
  });
  await answerCheck(view);
  await user.click(screen.getAllByRole('button', { name: 'Ver a conversa' })[0] ?? document.body);
  expect(
    within(screen.getByRole('log', { name: 'Conversa simulada' })).getAllByText('silêncio, 30 min').length,
  ).toBeGreaterThan(0);
  await user.click(screen.getByRole('button', { name: 'Reproduzir' }));
  await user.click(screen.getByRole('button', { name: 'Avançar um passo' }));
  expect(screen.getByText(/^Passo 2 de /u)).toBeTruthy();
});

it('published -> saved first, then with what changes for customers', async () => {
  const user = userEvent.setup();
  const view = await openEditor();
  act(() =>
    view.append({
      type: 'flow.edited',
      form: 'flow',
      key: '30',
      edit: { of: 'connected', id: 'menu', exit: 'other', to: 'fim' },
    }),
  );
  await answerCheck(view);
  await user.click(screen.getByRole('button', { name: 'Publicar' }));
  const saving = view.given('form.save').at(-1);
  expect(saving).toMatchObject({ form: 'flow', key: '30', version: 'v1' });
  act(() =>
    view.append({
      type: 'form.saved',
      form: 'flow',
      key: '30',
      request: saving?.request ?? 0,
      id: '30',
      version: 'v2',
      lists: [],
    }),
  );
  const dialog = within(await screen.findByRole('dialog', { name: 'Publicar a versão 4' }));
  act(() => view.answer({ list: 'flow.version', rows: [{ id: '30', number: 3, flow: menu() }], total: 1 }));
  expect(dialog.getByText(/outra resposta leva a Despedida/u)).toBeTruthy();
  act(() => view.answer({ list: 'flow.versions', rows: [versionOf(3, 1), versionOf(2, 1)], total: 2 }));
  expect(dialog.getByText('2 conversas estão neste fluxo.')).toBeTruthy();
  expect(dialog.getByText('v3: 1 · v2: 1')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Publicar' }));
  expect(view.given('form.save').at(-1)).toMatchObject({
    form: 'flow.publish',
    key: '30',
    values: { version: 'v2', conversations: 'keep' },
  });
  act(() =>
    view.append({
      type: 'form.saved',
      form: 'flow.publish',
      key: '30',
      request: view.given('form.save').at(-1)?.request ?? 0,
      id: '30',
      version: 'v3',
      lists: [],
      counts: { number: 4, moved: 1, handedOff: 0, stayed: 1 },
    }),
  );
  const done = within(await screen.findByRole('dialog', { name: 'Versão 4 publicada' }));
  expect(done.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    '1 conversa passou para esta versão',
    '1 conversa segue em uma versão anterior',
  ]);
  expect(document.activeElement?.textContent).toBe('Fechar');
  await user.keyboard('{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByRole('treegrid', { name: 'Passos do fluxo' })).toBeTruthy();
});

it('an option is taken away -> the focus goes to the one in its place', async () => {
  const user = userEvent.setup();
  await openEditor();
  await user.click(within(screen.getByRole('treegrid')).getByRole('row', { name: 'Menu' }));
  await user.click(screen.getByRole('button', { name: 'Remover opção 1' }));
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remover opção 1' })));
});

it('the simulator by keyboard -> a tapped option keeps the focus, and closed, the button that opened it has it', async () => {
  const user = userEvent.setup();
  await openEditor();
  const test = screen.getByRole('button', { name: 'Testar' });
  await user.click(test);
  const phone = within(screen.getByRole('log', { name: 'Conversa simulada' }));
  const option = phone.getByRole('button', { name: 'Vendas' });
  option.focus();
  await user.keyboard('{Enter}');
  expect(phone.getByText('uma pessoa atende daqui em diante')).toBeTruthy();
  expect(document.activeElement).toBe(option);
  await user.click(screen.getByRole('button', { name: 'Fechar' }));
  expect(document.activeElement).toBe(test);
});

it('a step’s menu -> moves it among the others', async () => {
  const user = userEvent.setup();
  const view = await openEditor();
  const order = () => view.directory.flow('30')?.getSnapshot().context.document?.places.order ?? [];
  const [first, second] = order();
  await user.click(within(screen.getByRole('treegrid')).getAllByRole('row')[0] ?? document.body);
  await user.click(screen.getByRole('button', { name: 'Mais ações do passo' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mover para baixo' }));
  expect(order().slice(0, 2)).toEqual([second, first]);
});

it('on a phone -> arrow keys walk over the steps, Enter or a tap opens one', async () => {
  const user = userEvent.setup();
  vi.stubGlobal('matchMedia', (query: string) => ({
    matches: query.includes('max-width'),
    addEventListener,
    removeEventListener,
  }));
  await openEditor();
  const editor = screen.getByRole('group', { name: 'Menu da loja' });
  act(() => within(screen.getByRole('treegrid')).getAllByRole('row')[0]?.focus());
  await user.keyboard('{ArrowDown}');
  expect(screen.getByRole('button', { name: 'Mais ações do passo' })).toBeTruthy();
  expect(editor.dataset['side']).toBeUndefined();
  await user.keyboard('{Enter}');
  expect(editor.dataset['side']).toBe('true');
  await user.click(within(screen.getByRole('complementary')).getByRole('button', { name: 'Fechar' }));
  expect(editor.dataset['side']).toBeUndefined();
  await user.click(within(screen.getByRole('treegrid')).getByRole('row', { name: 'Lembrete' }));
  expect(editor.dataset['side']).toBe('true');
});
