import { act, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { QuickReply } from '../../src/machines/entities/customers.ts';
import type { ListQuery } from '../../src/machines/log/events-administration.ts';
import { ListPage } from '../../src/views/administration/list/ListPage.tsx';
import { useListing } from '../../src/views/administration/list/use-listing.ts';
import { renderScreen } from './administration-support.tsx';

const first: ListQuery = {
  page: 1,
  limit: 25,
  search: '',
  sort: { by: 'shortcut', descending: false },
  filters: { of: 'own' },
};
const reply: QuickReply = { id: '1', shortcut: 'oi', text: 'Olá!', isOwn: true };

function Replies() {
  const listing = useListing('quickReplies', first);
  return (
    <ListPage
      listing={listing}
      fixed={{ of: 'own' }}
      title="Respostas"
      searchLabel="Buscar"
      filters={[
        { name: 'tag', label: 'Etiqueta', options: [{ id: '1', label: 'Ouro' }] },
        {
          name: 'from',
          label: 'Período',
          options: [{ id: '7', label: 'Semana' }],
          clears: ['to'],
        },
      ]}
      columns={[{ id: 'shortcut', title: 'Atalho', sortBy: 'shortcut', cell: ({ shortcut }) => shortcut }]}
      idOf={({ id }) => id}
      nameOf={({ shortcut }) => shortcut}
      empty="Nenhuma ainda"
    />
  );
}

async function show(rows: readonly QuickReply[]) {
  const view = await renderScreen(<Replies />);
  const answer = (more: readonly QuickReply[]) =>
    act(() => view.answer({ list: 'quickReplies', rows: more, total: more.length }));
  answer(rows);
  const asked = () => view.given('list.fetch').at(-1)?.query;
  return { ...view, answer, asked, user: userEvent.setup() };
}

it('nothing there, and nothing was searched -> what it is for; filtered -> the filters can be cleared, but the screen’s own', async () => {
  const { user, asked, answer } = await show([]);
  expect(screen.getByText('Nenhuma ainda')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Limpar filtros' })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Etiqueta: Todos' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Ouro' }));
  expect(asked()?.filters).toEqual({ of: 'own', tag: '1' });
  answer([]);
  expect(screen.queryByText('Nenhuma ainda')).toBeNull();
  expect(screen.getByRole('button', { name: 'Etiqueta: Ouro' }).textContent).toBe('Ouro');
  await user.click(screen.getByRole('button', { name: 'Limpar filtros' }));
  expect(asked()).toMatchObject({ search: '', filters: { of: 'own' } });
  // The pressed button has gone.
  expect(document.activeElement?.contains(screen.getByRole('searchbox'))).toBe(true);
  expect(document.activeElement).not.toBe(document.body);
});

it('a filter is chosen -> what it stands in for is gone, others stay; chosen back -> none of it', async () => {
  const { user, asked, answer, append } = await show([reply]);
  act(() =>
    append({ type: 'list.queried', list: 'quickReplies', change: { filters: { of: 'own', tag: '1', to: '9' } } }),
  );
  answer([reply]);
  await user.click(screen.getByRole('button', { name: 'Período: Todos' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Semana' }));
  expect(asked()?.filters).toEqual({ of: 'own', tag: '1', from: '7' });
  answer([reply]);
  await user.click(screen.getByRole('button', { name: 'Período: Semana' }));
  await user.click(await screen.findByRole('menuitemradio', { name: 'Todos' }));
  expect(asked()?.filters).toEqual({ of: 'own', tag: '1' });
});

it('asked for anew without success -> the rows stay, said to be old, and it can be tried again', async () => {
  const { user, append, given } = await show([reply]);
  act(() => append({ type: 'list.queried', list: 'quickReplies', change: { search: 'o' } }));
  const fetches = () => given('list.fetch').filter(({ list }) => list === 'quickReplies');
  const failure = { code: 'NETWORK', key: 'error.network', params: {}, fields: {}, requestId: null } as const;
  act(() => append({ type: 'list.failed', list: 'quickReplies', request: fetches().at(-1)?.request ?? 0, failure }));
  expect(screen.getByText('Estas linhas podem estar desatualizadas.')).toBeTruthy();
  expect(screen.getByRole('row', { name: 'oi' })).toBeTruthy();
  const before = fetches().length;
  await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(fetches()).toHaveLength(before + 1);
});
