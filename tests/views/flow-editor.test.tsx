import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { check } from '../../flows/check.ts';
import { menu } from '../../flows/templates/menu.ts';
import type { Flow } from '../../contract/flows/flow.ts';
import { flowSchema } from '../../contract/flows/flow.ts';
import type { ListedFlow } from '../../src/machines/entities/flows.ts';
import { FlowsScreen } from '../../src/views/administration/flows/FlowsScreen.tsx';
import { renderScreen } from './administration-support.tsx';

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

async function openEditor(flow: Flow = menu()) {
  const view = await renderScreen(<FlowsScreen />, { at: '/passive-chat-flow?id=30' });
  act(() => {
    view.load('flow', '30', { name: 'Menu da loja', flow, places: { order: [], at: {} } }, 'v1');
  });
  act(() => view.answer({ list: 'flows', rows: [listed], total: 1 }));
  await userEvent.setup().click(screen.getByRole('radio', { name: 'Lista' }));
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
  expect(dialog.getByText('2 conversas estão na v3.')).toBeTruthy();
  await user.click(dialog.getByRole('button', { name: 'Publicar' }));
  expect(view.given('form.save').at(-1)).toMatchObject({
    form: 'flow.publish',
    key: '30',
    values: { version: 'v2', conversations: 'keep' },
  });
});
