import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { menu } from '../../flows/templates/menu.ts';
import { orderStatus } from '../../flows/templates/order-status.ts';
import type { MessageTemplate } from '../../src/machines/entities/customers.ts';
import { FlowsScreen } from '../../src/views/administration/flows/FlowsScreen.tsx';
import { anInstance } from '../support/builders.ts';
import { NoSizes } from '../support/no-sizes.ts';
import { newStep } from '../../src/views/administration/flows/steps.ts';
import { renderScreen } from './administration-support.tsx';
import { answerCheck, append, openEditor } from './flow-editor-support.tsx';
import { expectExplained } from './numbers-support.ts';

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', NoSizes);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const welcome: MessageTemplate = {
  id: '9',
  name: 'boas_vindas',
  language: 'pt_BR',
  category: 'UTILITY',
  header: null,
  headerFile: null,
  body: 'Olá, {{nome}}!',
  footer: null,
  buttons: [],
  variables: [{ key: 'body.nome', part: 'body', name: 'nome', example: 'Maria' }],
  cards: [],
};

it('a flow is opened -> its steps and exits are a tree, and what was proved is said', async () => {
  const view = await openEditor();
  await answerCheck(view);
  const tree = screen.getByRole('treegrid', { name: 'Passos do fluxo' });
  expect(within(tree).getByRole('row', { name: 'Lembrete' })).toBeTruthy();
  expect(within(tree).getAllByRole('row', { name: 'outra resposta' })).toHaveLength(2);
  expect(screen.getByText('Nada impede publicar')).toBeTruthy();
});

it('what came of the published version -> how many came to each step and by which exit they left, and why', async () => {
  const view = await openEditor();
  const step = { waiting: 0, dropped: 0, exits: [{ exit: 'next', count: 30 }] };
  const rows = [{ ...step, node: 'ola', entered: 40, left: 40 }];
  act(() => view.answer({ list: 'flow.funnel', rows, total: 1 }));
  expectExplained(view.events, ['row:flow.funnel:entered:ola']);
  const row = screen.getByRole('row', { name: /Boas-vindas/u });
  expect(within(row).getByText('40')).toBeTruthy();
  expect(screen.getByText(/^75\s?%$/u)).toBeTruthy();
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
  // At once: the next key is typed there.
  const message = screen.getByRole('textbox', { name: 'Mensagem' });
  expect(document.activeElement).toBe(message);
  await user.clear(message);
  await user.type(message, 'Voltamos já');
  expect(within(screen.getByRole('treegrid')).getByRole('row', { name: 'Voltamos já' })).toBeTruthy();
  act(() => within(screen.getByRole('treegrid')).getByRole('row', { name: 'Voltamos já' }).focus());
  await user.keyboard('{Delete}');
  expect(within(screen.getByRole('treegrid')).queryByRole('row', { name: 'Voltamos já' })).toBeNull();
});

it('an option is taken away -> the focus goes to the one in its place', async () => {
  const user = userEvent.setup();
  await openEditor();
  await user.click(within(screen.getByRole('treegrid')).getByRole('row', { name: 'Menu' }));
  await user.click(screen.getByRole('button', { name: 'Remover opção 1' }));
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remover opção 1' }));
});

it('what a request sends and takes, and the cases of a branch -> each row is removed by a button that says which', async () => {
  const user = userEvent.setup();
  const flow = orderStatus({ url: 'https://loja.example/pedidos' });
  const { busca } = flow.nodes;
  if (busca?.kind !== 'request') throw new Error('No request');
  const body = ['numero', 'canal'].map((key) => ({ key, value: '1' }));
  await openEditor({ ...flow, nodes: { ...flow.nodes, busca: { ...busca, method: 'POST', body } } });
  const names = () =>
    screen.getAllByRole('button', { name: /^Remover/u }).map((each) => each.getAttribute('aria-label'));
  const step = (name: string) => user.click(within(screen.getByRole('treegrid')).getByRole('row', { name }));
  await step('Sistema da loja');
  expect(names()).toEqual(['Remover campo 1', 'Remover campo 2', 'Remover resultado 1']);
  await step('Situação');
  expect(names()).toEqual(['Remover caso 1', 'Remover caso 2']);
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

it('a step that sends a template -> the instance’s templates, and a text for each of its variables', async () => {
  const user = userEvent.setup();
  const view = await openEditor();
  act(() =>
    view.append({
      type: 'flow.edited',
      form: 'flow',
      key: '30',
      edit: {
        of: 'changed',
        id: 'ola',
        what: 'of',
        node: {
          kind: 'say',
          label: 'Boas-vindas',
          content: { of: 'template', template_id: '', values: {} },
          exits: { next: 'menu', failed: 'atendente' },
        },
      },
    }),
  );
  act(() => view.append({ type: 'instances.listed', instances: [anInstance()] }));
  await user.click(within(screen.getByRole('treegrid')).getByRole('row', { name: 'Boas-vindas' }));
  await waitFor(() => expect(view.given('list.fetch').some(({ list }) => list === 'chat.templates')).toBe(true));
  const photo: MessageTemplate = { ...welcome, id: '10', name: 'foto', headerFile: 'image' };
  act(() => view.answer({ list: 'chat.templates', rows: [welcome, photo], total: 2 }));
  await user.click(screen.getByRole('button', { name: /Modelo de mensagem$/u }));
  await user.click(await screen.findByRole('option', { name: /^foto/u }));
  expect(screen.getByText('Imagem do topo')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: /Modelo de mensagem$/u }));
  await user.click(await screen.findByRole('option', { name: /^boas_vindas/u }));
  expect(screen.queryByText('Imagem do topo')).toBeNull();
  await user.type(screen.getByRole('textbox', { name: 'Valor de nome' }), '{{{{first_name}}');
  const node = view.directory.flow('30')?.getSnapshot().context.document?.flow.nodes['ola'];
  expect(node).toMatchObject({ content: { template_id: '9', values: { 'body.nome': '{{first_name}}' } } });
});

it('the list was searched before -> the editor has all flows', async () => {
  const view = await renderScreen(<FlowsScreen />, { at: '/passive-chat-flow?id=30' });
  act(() => {
    view.append({ type: 'list.queried', list: 'flows', change: { search: 'outro' } });
    view.load('flow', '30', { name: 'Menu da loja', flow: menu(), places: { order: [], at: {} } }, 'v1');
  });
  expect(view.given('list.fetch').findLast(({ list }) => list === 'flows')?.query.search).toBe('');
});

it('the check fails -> it is said, and can be done again', async () => {
  const user = userEvent.setup();
  const view = await openEditor();
  const asked = () => view.given('list.fetch').filter(({ list }) => list === 'flow.check');
  await waitFor(() => expect(asked().at(-1)?.query.filters['flow']).toContain('menu'));
  const failure = { code: 'NETWORK', key: 'error.timeout', params: {}, fields: {}, requestId: null } as const;
  act(() => view.append({ type: 'list.failed', list: 'flow.check', request: asked().at(-1)?.request ?? 0, failure }));
  expect(screen.queryByText('Verificando…')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Verificar de novo' }));
  await answerCheck(view);
  expect(screen.getByText('Nada impede publicar')).toBeTruthy();
});

it('a step lacks something -> the top says so instead of checking for ever', async () => {
  const view = await openEditor();
  append(view, { of: 'added', id: 'horario', index: 0, node: newStep('hours', '', '') });
  expect(screen.getByText('Passos incompletos')).toBeTruthy();
  expect(screen.queryByText('Verificando…')).toBeNull();
});

it('Delete on an exit -> it leads nowhere, and its step stays', async () => {
  const user = userEvent.setup();
  const view = await openEditor();
  const tree = within(screen.getByRole('treegrid'));
  act(() => tree.getAllByRole('row', { name: 'outra resposta' })[0]?.focus());
  await user.keyboard('{Delete}');
  const nodes = view.directory.flow('30')?.getSnapshot().context.document?.flow.nodes;
  expect(Object.keys(nodes ?? {})).toEqual(Object.keys(menu().nodes));
  expect(nodes?.['menu']?.exits).not.toHaveProperty('other');
});
