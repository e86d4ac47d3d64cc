import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { menu } from '../../flows/templates/menu.ts';
import type { FlowVersion } from '../../src/machines/entities/flows.ts';
import { NoSizes } from '../support/no-sizes.ts';
import { answerCheck, append, failLoad, listed, openEditor, rename } from './flow-editor-support.tsx';

beforeEach(() => {
  vi.stubGlobal('ResizeObserver', NoSizes);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

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
