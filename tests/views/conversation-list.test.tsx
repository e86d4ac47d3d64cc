import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { Ticket } from '../../src/machines/entities/entities.ts';
import type { Viewer } from '../../src/machines/entities/viewer.ts';
import type { EventOf } from '../../src/machines/log/event.ts';
import { ConversationList } from '../../src/views/attendance/list/ConversationList.tsx';
import { ShortcutsProvider } from '../../src/views/shortcuts/ShortcutsProvider.tsx';
import { aFailure, anaViewing, brunoViewing, networkFailure } from '../support/builders.ts';
import { greeting, listed, ticketOf } from '../machines/directory-support.ts';
import { renderScreen } from './administration-support.tsx';

/* The list of conversations: its headings, what it says without rows, and the keys that step through it. */

async function show(openTicketId?: string, viewer: Viewer = brunoViewing) {
  const onOpen = vi.fn<(ticketId: string, messageId?: string) => void>();
  const view = await renderScreen(
    <ShortcutsProvider hasSingleKeys>
      <ConversationList
        openTicketId={openTicketId}
        onOpen={onOpen}
        asked={undefined}
        onAsk={() => undefined}
        onShown={() => undefined}
        className={undefined}
      />
    </ShortcutsProvider>,
    { viewer },
  );
  act(() => {
    for (const event of greeting(10)) view.append(event);
  });
  const asked = () => {
    const command = view.given('tickets.fetch').at(-1);
    if (command === undefined) throw new Error('Nothing was asked for.');
    return command;
  };
  const answer = (tickets: readonly Ticket[], changes: Partial<EventOf<'tickets.listed'>> = {}) =>
    act(() => {
      const { request, query, page, limit, purpose } = asked();
      view.append(listed(request, tickets, { query, page, limit, purpose, streamPosition: 10, ...changes }));
    });
  const fail = () =>
    act(() =>
      view.append({ type: 'tickets.listFailed', request: asked().request, failure: aFailure({ requestId: 'r-7' }) }),
    );
  return { ...view, onOpen, asked, answer, fail, tester: userEvent.setup() };
}
const list = () => within(screen.getByRole('region', { name: 'Conversas' }));
const headings = () => screen.queryAllByRole('group').flatMap((group) => group.getAttribute('aria-label') ?? []);

it.each<[string, string]>([
  ['Minhas', 'Nenhuma conversa com você'],
  ['Fila', 'A fila está vazia'],
  ['Finalizadas', 'Nenhum atendimento finalizado'],
])('nothing among “%s” -> “%s”', async (name, words) => {
  const { answer, tester } = await show();
  answer([]);
  await tester.click(screen.getByRole('radio', { name: new RegExp(`^${name}`, 'u') }));
  answer([]);
  expect(screen.getByText(words)).toBeTruthy();
});

it('finished ones are one’s own, an administrator’s all; ordered by the last message again', async () => {
  for (const [viewer, scope] of [
    [brunoViewing, 'mine'],
    [anaViewing, 'all'],
  ] as const) {
    const { answer, asked, tester, append, unmount } = await show(undefined, viewer);
    answer([ticketOf(1), ticketOf(2, { pinned: true })]);
    expect(headings()).toEqual(expect.arrayContaining(['Fixadas', 'Recentes']));
    act(() => append({ type: 'inbox.sorted', sort: 'longest_wait' }));
    answer([ticketOf(1)]);
    expect(headings()).toContain('Maior espera primeiro');
    await tester.click(screen.getByRole('radio', { name: /^Finalizadas/u }));
    expect(asked().query).toMatchObject({ status: 'finished', scope });
    unmount();
  }
});

it('the answer fails -> said, with the code for support, and so while it is tried again; answered -> no more', async () => {
  const { answer, fail, given, tester } = await show();
  fail();
  const words = 'As conversas não carregaram';
  expect(list().getByText(words)).toBeTruthy();
  expect(list().getByText('r-7')).toBeTruthy();
  const before = given('tickets.fetch').length;
  await tester.click(list().getByRole('button', { name: 'Tentar de novo' }));
  expect(given('tickets.fetch')).toHaveLength(before + 1);
  // While it is on its way, the error stays instead of flickering.
  expect(list().getByText(words)).toBeTruthy();
  answer([ticketOf(1)]);
  expect(list().queryByText(words)).toBeNull();
  expect(list().getByText('Cliente 1')).toBeTruthy();
});

it('without a network -> what is missing is said, not why: the bar says it', async () => {
  const { asked, answer, append } = await show();
  const lose = () =>
    act(() => {
      append({ type: 'network.changed', online: false });
      append({ type: 'tickets.listFailed', request: asked().request, failure: networkFailure });
    });
  const retry = () => list().queryByRole('button', { name: 'Tentar de novo' });
  lose();
  expect(list().getByText('Elas aparecem quando a conexão voltar.')).toBeTruthy();
  expect(retry()).toBeNull();
  act(() => append({ type: 'network.changed', online: true }));
  expect(list().getByText(/^Sem conexão com o servidor/u)).toBeTruthy();
  act(() => append({ type: 'inbox.retried' }));
  answer([ticketOf(1)], { totalPages: 2, totalItems: 11 });
  act(() => append({ type: 'inbox.endReached' }));
  lose();
  expect(list().getByText('As demais conversas não carregaram.')).toBeTruthy();
  expect(list().queryByText(/Sem conexão/u)).toBeNull();
  expect(retry()).not.toBeNull();
});

describe('Alt and an arrow', () => {
  it('nothing open -> the first; an open one -> the one after or before it; beyond the ends nothing', async () => {
    const rows = [ticketOf(1), ticketOf(2), ticketOf(3)];
    const none = await show();
    none.answer(rows);
    await none.tester.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(none.onOpen.mock.calls).toEqual([['501']]);
    none.unmount();
    const middle = await show('502');
    middle.answer(rows);
    await middle.tester.keyboard('{Alt>}{ArrowDown}{ArrowUp}{/Alt}');
    expect(middle.onOpen.mock.calls).toEqual([['503'], ['501']]);
    middle.unmount();
    const last = await show('503');
    last.answer(rows);
    await last.tester.keyboard('{Alt>}{ArrowDown}{/Alt}');
    expect(last.onOpen).not.toHaveBeenCalled();
  });
});

it('/ leads to the search, which asks once typing pauses; nothing found -> said so', async () => {
  const { answer, asked, given, tester } = await show();
  answer([ticketOf(1)]);
  await tester.keyboard('/');
  expect(document.activeElement).toBe(screen.getByRole('searchbox', { name: 'Nome, número ou protocolo' }));
  const before = given('tickets.fetch').length;
  await tester.paste('xyz');
  await vi.waitFor(() => expect(asked().query.search).toBe('xyz'));
  expect(given('tickets.fetch')).toHaveLength(before + 1);
  answer([]);
  expect(await screen.findByText('Nada encontrado para “xyz”')).toBeTruthy();
});
