import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { check } from '../../flows/check.ts';
import { menu } from '../../flows/templates/menu.ts';
import type { Flow } from '../../contract/flows/flow.ts';
import { flowSchema } from '../../contract/flows/flow.ts';
import type { MessageTemplate } from '../../src/machines/entities/customers.ts';
import type { FlowVersion, ListedFlow } from '../../src/machines/entities/flows.ts';
import type { FlowEdit } from '../../src/machines/flow-editing/flow-document.ts';
import { AnswersDialog } from '../../src/views/administration/flows/AnswersDialog.tsx';
import { FlowsScreen } from '../../src/views/administration/flows/FlowsScreen.tsx';
import { anInstance } from '../support/builders.ts';
import { NoSizes } from '../support/no-sizes.ts';
import { NewFlowDialog } from '../../src/views/administration/flows/NewFlowDialog.tsx';
import { newStep } from '../../src/views/administration/flows/steps.ts';
import { renderScreen } from './administration-support.tsx';

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', NoSizes);
});
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
  const phone = within(await screen.findByRole('log', { name: 'Conversa simulada' }));
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
  await user.click(screen.getByRole('button', { name: 'Ir ao começo' }));
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
  expect(dialog.getByText('O que acontece com elas')).toBeTruthy();
  act(() => view.answer({ list: 'flows', rows: [{ ...listed, running: 1 }], total: 1 }));
  expect(dialog.getByText('O que acontece com ela')).toBeTruthy();
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

const rename = { of: 'named', name: 'Menu do centro' } as const;

function append(view: View, edit: FlowEdit): void {
  act(() => view.append({ type: 'flow.edited', form: 'flow', key: '30', edit }));
}

it('the list was searched before -> the editor has all flows', async () => {
  const view = await renderScreen(<FlowsScreen />, { at: '/passive-chat-flow?id=30' });
  act(() => {
    view.append({ type: 'list.queried', list: 'flows', change: { search: 'outro' } });
    view.load('flow', '30', { name: 'Menu da loja', flow: menu(), places: { order: [], at: {} } }, 'v1');
  });
  expect(view.given('list.fetch').findLast(({ list }) => list === 'flows')?.query.search).toBe('');
});

it('somebody else saved -> what is typed meanwhile is kept, also if it can’t be loaded again', async () => {
  const user = userEvent.setup();
  const view = await openEditor();
  append(view, rename);
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  act(() => view.refuse('flow', '30', 'error.form.conflict'));
  append(view, { of: 'named', name: 'Menu do norte' });
  expect(screen.getByRole('heading', { name: 'Menu do norte' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Manter o meu' }));
  const request = view.given('form.load').at(-1)?.request ?? 0;
  const failure = { code: 'NETWORK', key: 'error.network', params: {}, fields: {}, requestId: null } as const;
  act(() => view.append({ type: 'form.loadFailed', form: 'flow', key: '30', request, failure }));
  expect(screen.getByRole('heading', { name: 'Menu do norte' })).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Manter o meu' }));
  act(() => view.load('flow', '30', { name: 'Loja', flow: menu(), places: { order: [], at: {} } }, 'v2'));
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(view.given('form.save').at(-1)).toMatchObject({ version: 'v2', values: { name: 'Menu do norte' } });
});

function failLoad(view: View): void {
  const request = view.given('form.load').at(-1)?.request ?? 0;
  const failure = { code: 'NETWORK', key: 'error.network', params: {}, fields: {}, requestId: null } as const;
  act(() => view.append({ type: 'form.loadFailed', form: 'flow', key: '30', request, failure }));
}

it('somebody else saved, and theirs can’t be loaded -> what was typed is still unsaved, and can be kept', async () => {
  const user = userEvent.setup();
  const view = await openEditor();
  const name = () => view.directory.flow('30')?.getSnapshot().context.document?.name;
  const theirs = { name: 'Loja', flow: menu(), places: { order: [], at: {} } };
  append(view, rename);
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  act(() => view.refuse('flow', '30', 'error.form.conflict'));
  await user.click(screen.getByRole('button', { name: 'Carregar o salvo' }));
  failLoad(view);
  await user.click(screen.getByRole('button', { name: 'Manter o meu' }));
  act(() => view.load('flow', '30', theirs, 'v2'));
  expect(name()).toBe('Menu do centro');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  act(() => view.refuse('flow', '30', 'error.form.conflict'));
  await user.click(screen.getByRole('button', { name: 'Carregar o salvo' }));
  append(view, { of: 'named', name: 'Menu do norte' });
  act(() => view.load('flow', '30', theirs, 'v3'));
  expect(name()).toBe('Loja');
  await user.click(screen.getByRole('button', { name: 'Desfazer' }));
  expect(name()).toBe('Menu do norte');
});

it('published, and it can’t be loaded again -> nobody else is said to have saved', async () => {
  const user = userEvent.setup();
  const view = await openEditor();
  act(() => view.append({ type: 'form.opened', form: 'flow', key: '30', values: null }));
  failLoad(view);
  expect(screen.queryByText(/Outra pessoa salvou/u)).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  append(view, rename);
  act(() => view.load('flow', '30', { name: 'Menu da loja', flow: menu(), places: { order: [], at: {} } }, 'v2'));
  // It is as it was opened: what was typed since goes on from there.
  expect(screen.getByRole('heading', { name: 'Menu do centro' })).toBeTruthy();
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

it('too large to be proved in the browser -> what isn’t proved isn’t ticked, and the server is asked', async () => {
  const user = userEvent.setup();
  const view = await openEditor();
  const asked = () => view.given('list.fetch').findLast(({ list }) => list === 'flow.check')?.query.filters['flow'];
  const flow = JSON.stringify(view.directory.flow('30')?.getSnapshot().context.document?.flow);
  await waitFor(() => expect(asked()).toBe(flow));
  const row = { flow, findings: [], isSound: false, moments: 5_000, isComplete: false };
  act(() => view.answer({ list: 'flow.check', rows: [row], total: 1 }));
  await user.click(screen.getByRole('button', { name: 'Publicar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Publicar a versão 4' }));
  expect(dialog.getByText('5 de 15')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Publicar' }));
  expect(view.given('form.save').at(-1)).toMatchObject({ form: 'flow.publish', key: '30' });
  act(() => view.refuse('flow.publish', '30', 'error.form.conflict'));
  await user.click(dialog.getByRole('button', { name: 'Carregar o salvo' }));
  expect(view.given('form.load')).toHaveLength(2);
});

it('the file of another flow is imported -> the flow goes by the channel that it went by', async () => {
  const user = userEvent.setup();
  const view = await openEditor({ ...menu(), kind: 'active', channel: 'sms' });
  const channel = () => view.directory.flow('30')?.getSnapshot().context.document?.flow.channel;
  expect(screen.getByText('por SMS')).toBeTruthy();
  const json = JSON.stringify({ name: 'Outro', flow: { ...menu(), kind: 'active' }, places: { order: [], at: {} } });
  await user.click(screen.getByRole('button', { name: 'Mais ações do fluxo' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Importar' }));
  const input = document.querySelector<HTMLInputElement>('input[type=file]') ?? expect.unreachable();
  await user.upload(input, new File([json], 'outro.json', { type: 'application/json' }));
  const replace = screen.getByRole('button', { name: 'Trocar os passos' });
  await waitFor(() => expect(replace).toHaveProperty('disabled', false));
  await user.click(replace);
  expect(view.directory.flow('30')?.getSnapshot().context.past).toHaveLength(1);
  expect(channel()).toBe('sms');
});

it('a variable’s initial value, then a type without one -> the variable is made', async () => {
  const user = userEvent.setup();
  const view = await openEditor();
  await user.click(screen.getByRole('button', { name: 'Mais ações do fluxo' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Variáveis' }));
  await user.click(screen.getByRole('button', { name: 'Nova variável' }));
  await user.type(screen.getByRole('textbox', { name: 'Nome' }), 'plano');
  await user.type(screen.getByRole('textbox', { name: 'Valor inicial' }), 'x');
  await user.click(screen.getByRole('button', { name: /Tipo$/u }));
  await user.click(screen.getByRole('option', { name: 'Opção escolhida' }));
  await user.click(screen.getByRole('button', { name: 'Criar variável' }));
  const variables = view.directory.flow('30')?.getSnapshot().context.document?.flow.variables;
  expect(variables?.['plano']).toEqual({ type: 'choice' });
});

it('a refused save, then undone -> it can be published', async () => {
  const user = userEvent.setup();
  const view = await openEditor();
  await answerCheck(view);
  append(view, rename);
  await user.click(screen.getByRole('button', { name: 'Publicar' }));
  act(() => view.refuse('flow', '30', 'error.flow.nameTaken', { name: 'error.flow.nameTaken' }));
  expect(screen.getByText('Já existe um fluxo com este nome.')).toBeTruthy();
  await user.click(screen.getByRole('button', { name: 'Desfazer' }));
  expect(screen.queryByText('Já existe um fluxo com este nome.')).toBeNull();
  expect(screen.queryByRole('dialog')).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Publicar' }));
  expect(await screen.findByRole('dialog', { name: 'Publicar a versão 4' })).toBeTruthy();
});

it('published, then an older version restored -> what was done before can still be undone', async () => {
  const user = userEvent.setup();
  const view = await openEditor();
  const name = () => view.directory.flow('30')?.getSnapshot().context.document?.name;
  const undo = () => user.click(screen.getByRole('button', { name: 'Desfazer' }));
  const places = { order: [], at: {} };
  append(view, rename);
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  act(() => view.save('flow', '30', '30', []));
  await answerCheck(view);
  await user.click(screen.getByRole('button', { name: 'Publicar' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Publicar a versão 4' }));
  await user.click(dialog.getByRole('button', { name: 'Publicar' }));
  act(() => view.save('flow.publish', '30', '30', []));
  act(() => view.load('flow', '30', { name: 'Menu do centro', flow: menu(), places }, 'v3'));
  await undo();
  expect(name()).toBe('Menu da loja');

  await user.click(screen.getByRole('button', { name: 'Mais ações do fluxo' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Versões' }));
  act(() => view.answer({ list: 'flow.versions', rows: [versionOf(2, 0)], total: 1 }));
  await user.click(screen.getByRole('button', { name: 'Voltar a esta' }));
  const question = within(screen.getByRole('dialog', { name: /versão 2/u }));
  await user.click(question.getByRole('button', { name: 'Voltar a esta' }));
  act(() => view.save('flow.restore', '30', '30', []));
  act(() => view.load('flow', '30', { name: 'Menu antigo', flow: menu(), places }, 'v4'));
  expect(name()).toBe('Menu antigo');
  await undo();
  expect(name()).toBe('Menu da loja');
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

it('keys in a dialog, and on a radio button -> only the flow’s own undo it', async () => {
  const user = userEvent.setup();
  const view = await openEditor();
  const name = () => view.directory.flow('30')?.getSnapshot().context.document?.name;
  append(view, rename);
  await user.click(screen.getByRole('button', { name: 'Mais ações do fluxo' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Renomear' }));
  await user.keyboard('{Tab}{Control>}zs{/Control}');
  expect(name()).toBe('Menu do centro');
  expect(view.given('form.save')).toHaveLength(0);
  await user.click(screen.getByRole('button', { name: 'Cancelar' }));
  act(() => screen.getByRole('radio', { name: 'Lista' }).focus());
  await user.keyboard('{Control>}z{/Control}');
  expect(name()).toBe('Menu da loja');
});

it('a keyword that is typed but not added -> saved all the same', async () => {
  const user = userEvent.setup();
  const view = await renderScreen(<AnswersDialog flow={listed} onClose={() => undefined} />);
  const { trigger } = listed;
  const values = { is_active: true, bot_name: null, ...trigger, starts: 'keyword', keywords: ['pix'] };
  act(() => view.load('flow.answers', '30', values, 'v1'));
  await user.type(screen.getByRole('textbox', { name: 'Palavra-chave' }), 'boleto');
  await user.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(view.given('form.save').at(-1)).toMatchObject({ values: { keywords: ['pix', 'boleto'] } });
});

it('a keyword is typed, then Escape -> it is asked before the word is lost', async () => {
  const user = userEvent.setup();
  const onClose = vi.fn<() => void>();
  const view = await renderScreen(<AnswersDialog flow={listed} onClose={onClose} />);
  const values = { is_active: true, bot_name: null, ...listed.trigger, starts: 'keyword', keywords: ['pix'] };
  act(() => view.load('flow.answers', '30', values, 'v1'));
  await user.type(screen.getByRole('textbox', { name: 'Palavra-chave' }), 'boleto');
  await user.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  await user.click(screen.getByRole('button', { name: 'Continuar editando' }));
  expect(screen.getByRole('dialog', { name: /Menu da loja/u }).textContent).toContain('boleto');
});

it('a new flow of a file, without one -> it is asked for; leaving asks before the name is lost', async () => {
  const user = userEvent.setup();
  const onClose = vi.fn<() => void>();
  await renderScreen(<NewFlowDialog onMade={() => undefined} onClose={onClose} />);
  await user.type(screen.getByRole('textbox', { name: /^Nome/u }), 'Loja');
  await user.click(screen.getByRole('button', { name: /Começar por$/u }));
  await user.click(screen.getByRole('option', { name: /^Arquivo/u }));
  await user.click(screen.getByRole('button', { name: 'Criar fluxo' }));
  expect(screen.getByText('Preencha este campo.')).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(onClose).not.toHaveBeenCalled();
  const question = within(screen.getByRole('dialog', { name: 'Descartar alterações?' }));
  await user.click(question.getByRole('button', { name: 'Descartar' }));
  expect(onClose).toHaveBeenCalled();
});
