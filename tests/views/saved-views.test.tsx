import { useSelector } from '@xstate/react';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { SavedView } from '../../src/machines/entities/saved-view.ts';
import { selectQuery } from '../../src/machines/inbox/inbox.selectors.ts';
import { SavedViews } from '../../src/views/attendance/list/saved/SavedViews.tsx';
import { useApp } from '../../src/views/app/app-context.tsx';
import { aFailure, brunoViewing } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';

const aView = (changes: Partial<SavedView> = {}): SavedView => ({
  id: '7',
  name: 'Urgentes',
  view: 'mine',
  sort_name: 'longest_wait',
  instance_id: null,
  department_id: null,
  user_id: null,
  tag_id: '3',
  unseen: false,
  not_responded: true,
  blacklisted: false,
  gone: [],
  ...changes,
});

/** Shows what the list asks for. */
function Query() {
  return <output title="query">{JSON.stringify(useSelector(useApp().directory.inbox, selectQuery))}</output>;
}
const query = (): unknown => JSON.parse(screen.getByTitle('query').textContent);

async function saved(...rows: readonly SavedView[]) {
  const view = await renderScreen(
    <>
      <SavedViews />
      <Query />
    </>,
    { viewer: brunoViewing },
  );
  await waitFor(() => expect(view.given('list.fetch').some(({ list }) => list === 'chat.views')).toBe(true));
  act(() => view.answer({ list: 'chat.views', rows, total: rows.length }));
  const tester = userEvent.setup();
  return { ...view, tester, press: (name: string) => tester.click(screen.getByRole('button', { name })) };
}
const savesOf = (view: Awaited<ReturnType<typeof saved>>) =>
  view.given('form.save').map(({ form, key, values }) => ({ form, key, values }));

test('none, and nothing to save -> nothing is there; filters are saved under a name, refused by its field', async () => {
  const view = await saved();
  expect(screen.queryByRole('list')).toBeNull();
  expect(screen.queryByRole('button')).toBeNull();
  act(() => view.append({ type: 'inbox.narrowed', only: { unseen: true } }));
  await view.press('Salvar esta visão');
  await view.tester.type(await screen.findByRole('textbox', { name: 'Nome' }), 'Não lidas');
  await view.press('Salvar');
  const kept = { view: 'all', sort_name: 'last_message', unseen: true, not_responded: false, blacklisted: false };
  const none = { instance_id: null, department_id: null, user_id: null, tag_id: null };
  const values = { ...kept, ...none, name: 'Não lidas' };
  expect(savesOf(view)).toEqual([{ form: 'chat.view', key: 'new', values }]);
  act(() => view.refuse('chat.view', 'new', 'error.form.invalid', { name: 'error.savedView.taken' }));
  expect(screen.getByText('Você já tem uma visão com este nome.')).toBeTruthy();
  await view.press('Salvar');
  act(() => view.save('chat.view', 'new', '8', ['chat.views']));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('narrowed to a period of finished ones -> the view isn’t shown as chosen, nor offered to be saved again', async () => {
  const view = await saved(
    aView({ name: 'Encerradas', view: 'finished', sort_name: 'last_message', not_responded: false }),
  );
  await view.press('Encerradas');
  const isChosen = () => screen.getByRole('button', { name: 'Encerradas' }).getAttribute('aria-pressed') === 'true';
  expect(isChosen()).toBe(true);
  act(() => view.append({ type: 'inbox.narrowed', only: { tagId: '3', ended: { from: 1, to: 2 } } }));
  expect(isChosen()).toBe(false);
  expect(screen.queryByRole('button', { name: 'Salvar esta visão' })).toBeNull();
  await view.press('Encerradas');
  expect(isChosen()).toBe(true);
  expect(query()).toMatchObject({ only: { tagId: '3' } });
  expect(query()).not.toHaveProperty('only.ended');
});

test('one is chosen, renamed as it was saved, and deleted', async () => {
  const view = await saved(aView());
  await view.press('Urgentes');
  expect(query()).toEqual({
    instanceId: null,
    status: 'open',
    scope: 'mine',
    search: '',
    sort: 'longest_wait',
    only: { tagId: '3', notResponded: true },
  });
  expect(screen.getByRole('button', { name: 'Urgentes' }).getAttribute('aria-pressed')).toBe('true');
  expect(screen.queryByRole('button', { name: 'Salvar esta visão' })).toBeNull();
  await view.press('Ações da visão Urgentes');
  await view.tester.click(await screen.findByRole('menuitem', { name: 'Renomear' }));
  const field = await screen.findByRole('textbox', { name: 'Nome' });
  await view.tester.clear(field);
  await view.tester.type(field, 'Para hoje');
  await view.press('Salvar');
  const { id: _, gone: _gone, ...query7 } = aView();
  expect(savesOf(view)).toEqual([{ form: 'chat.view', key: '7', values: { ...query7, name: 'Para hoje' } }]);
  act(() => view.save('chat.view', '7', '7', ['chat.views']));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await view.press('Ações da visão Urgentes');
  await view.tester.click(await screen.findByRole('menuitem', { name: 'Excluir' }));
  await screen.findByRole('dialog', { name: 'Excluir a visão Urgentes?' });
  await view.press('Excluir');
  expect(savesOf(view).at(-1)).toEqual({ form: 'chat.view.delete', key: '7', values: {} });
});

test('what it names and is gone is said, and left out of what the list is asked', async () => {
  const view = await saved(aView({ gone: ['tag_id'] }));
  await view.press('Urgentes');
  expect(query()).toMatchObject({ only: { notResponded: true } });
  expect(screen.getByText('A etiqueta desta visão não existe mais.')).toBeTruthy();
});

test('the look-up fails -> said instead of looking like none, nothing is offered to save, and tried again but without a network', async () => {
  const view = await renderScreen(<SavedViews />, { viewer: brunoViewing });
  const fetches = () => view.given('list.fetch').filter(({ list }) => list === 'chat.views');
  await waitFor(() => expect(fetches()).toHaveLength(1));
  act(() => {
    view.append({ type: 'inbox.narrowed', only: { unseen: true } });
    view.append({ type: 'list.failed', list: 'chat.views', request: fetches()[0]?.request ?? 1, failure: aFailure() });
  });
  expect(screen.getByRole('status').textContent).toContain('Suas visões salvas não carregaram.');
  expect(screen.queryByRole('button', { name: 'Salvar esta visão' })).toBeNull();
  act(() => view.append({ type: 'network.changed', online: false }));
  expect(screen.queryByRole('button', { name: 'Tentar de novo' })).toBeNull();
  act(() => view.append({ type: 'network.changed', online: true }));
  await userEvent.setup().click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(fetches()).toHaveLength(2);
  act(() => view.answer({ list: 'chat.views', rows: [aView()], total: 1 }));
  expect(screen.getByRole('button', { name: 'Urgentes' })).toBeTruthy();
  expect(screen.queryByText(/não carregaram/)).toBeNull();
});
