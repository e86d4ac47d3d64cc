import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import { Notices } from '../../src/views/app/Notices.tsx';
import { NoticeBell } from '../../src/views/notices/NoticeBell.tsx';
// Loaded before, so that opening it doesn't wait for its code.
import '../../src/views/notices/NoticePanel.tsx';
import { ShortcutsProvider } from '../../src/views/shortcuts/ShortcutsProvider.tsx';
import type { EventOf } from '../../src/machines/log/event.ts';
import { BRUNO, START, brunoViewing, streamAt } from '../support/builders.ts';
import { greeting, ticketOf } from '../machines/directory-support.ts';
import { renderScreen } from './administration-support.tsx';

function Where() {
  const { pathname, hash } = useLocation();
  return <output>{pathname + hash}</output>;
}

type View = Awaited<ReturnType<typeof renderScreen>>;

const message = (n: number, ticket: number): EventOf<'notice.arrived'> => ({
  type: 'notice.arrived',
  noticeId: `${n}`,
  title: `Cliente ${ticket}`,
  text: `Oi ${n}`,
  attendant: BRUNO,
  ticketId: `${500 + ticket}`,
  customerId: `${100 + ticket}`,
  customerName: `Cliente ${ticket}`,
  instanceId: '10',
  at: START + n * 1000,
  stream: streamAt(n),
});

/** They come into the queue while somebody else’s page is on the screen. */
function queue(view: View, ...tickets: readonly number[]): void {
  act(() => {
    for (const event of greeting(10)) view.append(event);
    for (const [index, n] of tickets.entries()) {
      const ticket = { ...ticketOf(n, { owner: null, unseen: 1 }), pinned: null };
      view.append({ type: 'customer.arrived', ticket, stream: streamAt(11 + index) });
    }
  });
}

const rows = () => screen.findAllByRole('row');
const bell = () => screen.getByRole('button', { name: /^Ver avisos/ });
const where = () => document.querySelector('output')?.textContent;
const panel = (
  <ShortcutsProvider hasSingleKeys>
    <NoticeBell />
    <Where />
  </ShortcutsProvider>
);

test('a message’s row -> its conversation, read from then on; the others aren’t', async () => {
  const view = await renderScreen(panel, { viewer: brunoViewing, at: '/home' });
  const user = userEvent.setup();
  act(() => {
    for (const event of [message(1, 1), message(2, 2), message(3, 2)]) view.append(event);
  });
  expect(bell().getAttribute('aria-label')).toBe('Ver avisos, 2 não lidos');
  await user.click(bell());
  const [two, one] = await rows();
  expect(two?.textContent).toContain('2 mensagens');
  expect(one?.textContent).not.toContain('mensage');
  expect(one?.textContent).toContain('Não lido');
  expect(one?.getAttribute('aria-label')).toBe('Não lido, Cliente 1, Oi 1');
  await user.click(one ?? document.body);
  await waitFor(() => expect(where()).toBe('/chat/501'));
  expect(screen.queryByRole('dialog', { name: 'Avisos' })).toBeNull();
  expect(bell().getAttribute('aria-label')).toBe('Ver avisos, 1 não lido');
  await user.click(bell());
  expect((await rows()).map((row) => row.getAttribute('aria-label')?.startsWith('Não lido'))).toEqual([true, false]);
});

test('several wait in the queue -> one row with their names, which leads to the queue and reads all', async () => {
  const view = await renderScreen(panel, { viewer: brunoViewing, at: '/home' });
  const user = userEvent.setup();
  queue(view, 1, 2);
  await user.click(bell());
  const [row, ...others] = await rows();
  expect(others).toEqual([]);
  await user.click(row ?? document.body);
  await waitFor(() => expect(where()).toBe('/chat'));
  expect(bell().getAttribute('aria-label')).toBe('Ver avisos');
  expect(view.directory.inbox.getSnapshot().context.query).toMatchObject({ status: 'open', scope: 'queue' });
  // Each is a row of its own from then on, and none is unread.
  await user.click(bell());
  expect((await rows()).map((read) => read.getAttribute('aria-label')?.startsWith('Não lido'))).toEqual([false, false]);
});

test('the panel’s settings -> theirs, and it closes', async () => {
  await renderScreen(panel, { viewer: brunoViewing, at: '/home' });
  const user = userEvent.setup();
  await user.click(bell());
  expect((await screen.findByRole<HTMLButtonElement>('button', { name: 'Marcar todos como lidos' })).disabled).toBe(
    true,
  );
  await user.click(screen.getByRole('button', { name: 'Configurar avisos' }));
  await waitFor(() => expect(where()).toBe('/user-settings#notices'));
  expect(screen.queryByRole('dialog', { name: 'Avisos' })).toBeNull();
});

test('one waits in the queue -> its row leads to its conversation', async () => {
  const view = await renderScreen(panel, { viewer: brunoViewing, at: '/home' });
  const user = userEvent.setup();
  queue(view, 1);
  await user.click(bell());
  await user.click((await rows())[0] ?? document.body);
  await waitFor(() => expect(where()).toBe('/chat/501'));
});

/** Shown by the tab that leads. */
async function toasts(at: string) {
  const view = await renderScreen(
    <>
      <Notices />
      <Where />
    </>,
    { viewer: brunoViewing, at },
  );
  act(() => view.append({ type: 'tab.led' }));
  return view;
}

test('a notice on the screen -> opens its conversation and goes; more of the queue -> the queue', async () => {
  const view = await toasts('/home');
  const user = userEvent.setup();
  act(() => view.append(message(1, 1)));
  await user.click(await screen.findByRole('button', { name: 'Abrir conversa' }));
  expect(where()).toBe('/chat/501');
  queue(view, 2, 3);
  await user.click(await screen.findByRole('button', { name: 'Ver fila' }));
  expect(where()).toBe('/chat');
  expect(view.directory.inbox.getSnapshot().context.query).toMatchObject({ status: 'open', scope: 'queue' });
});

test('a notice of the conversation that is on the screen -> offers no way to it; of another it does', async () => {
  const view = await toasts('/chat/501');
  act(() => view.append(message(1, 1)));
  expect(await screen.findByText('Oi 1')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Abrir conversa' })).toBeNull();
  act(() => view.append(message(2, 2)));
  expect(await screen.findAllByRole('button', { name: 'Abrir conversa' })).toHaveLength(1);
});

test('the queue’s notice on its own page -> the list shows the queue, and one stays where one is', async () => {
  const view = await toasts('/chat');
  queue(view, 2, 3);
  await userEvent.click(await screen.findByRole('button', { name: 'Ver fila' }));
  expect(where()).toBe('/chat');
  expect(view.directory.inbox.getSnapshot().context.query).toMatchObject({ status: 'open', scope: 'queue' });
});

test('more come than are shown at a time -> three, and those that are read stay for a moment', async () => {
  const view = await toasts('/home');
  const shown = () => within(screen.getByRole('region', { name: /notifica|aviso/iu })).getAllByRole('listitem').length;
  act(() => {
    for (const n of [1, 2, 3, 4, 5]) view.append(message(n, n));
  });
  await screen.findAllByText(/^Oi \d$/u);
  expect(shown()).toBe(3);
});
