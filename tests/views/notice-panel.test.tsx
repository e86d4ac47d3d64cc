import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { wholeList } from '../../src/views/administration/list/use-listing.ts';
import { NoticeBell } from '../../src/views/notices/NoticeBell.tsx';
// Loaded before, so that opening it doesn't wait for its code.
import '../../src/views/notices/NoticePanel.tsx';
import { ShortcutsProvider } from '../../src/views/shortcuts/ShortcutsProvider.tsx';
import { BRUNO, START, aTransfer, carlaViewing, streamAt } from '../support/builders.ts';
import { greeting, ticketOf } from '../machines/directory-support.ts';
import { renderScreen } from './administration-support.tsx';

const bell = () => screen.getByRole('button', { name: /^Ver avisos/ });

test('the bell counts, its panel lists, marks as read and gives the focus back', async () => {
  const view = await renderScreen(
    <ShortcutsProvider hasSingleKeys>
      <input aria-label="Mensagem" />
      <NoticeBell />
    </ShortcutsProvider>,
  );
  const tester = userEvent.setup();
  expect(bell().getAttribute('aria-label')).toBe('Ver avisos');
  screen.getByLabelText('Mensagem').focus();
  await tester.keyboard('{Alt>}a{/Alt}');
  await screen.findByText('Nenhum aviso por aqui');
  await tester.keyboard('{Escape}');
  // The panel gives the focus back in the frame after it has gone.
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Mensagem')));

  act(() => {
    for (const n of [1, 2])
      view.append({
        type: 'notice.arrived',
        noticeId: `${n}`,
        title: `Cliente ${n}`,
        text: `Oi ${n}`,
        attendant: BRUNO,
        ticketId: `${500 + n}`,
        customerId: `${100 + n}`,
        customerName: `Cliente ${n}`,
        instanceId: '10',
        at: START + n * 1000,
        stream: streamAt(n),
      });
  });
  expect(bell().getAttribute('aria-label')).toBe('Ver avisos, 2 não lidos');
  await tester.keyboard('{Alt>}a{/Alt}');
  const rows = await screen.findAllByRole('row');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Cliente 2'),
    expect.stringContaining('Cliente 1'),
  ]);
  await tester.click(screen.getByRole('button', { name: 'Marcar todos como lidos' }));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Marcar todos como lidos' }).disabled).toBe(true);
});

test('what was missed is on its way, or didn’t come -> said instead of “none”, and asked for again', async () => {
  const view = await renderScreen(
    <ShortcutsProvider hasSingleKeys>
      <NoticeBell />
    </ShortcutsProvider>,
  );
  const list = 'missedNotices';
  const asked = () => view.given('list.fetch').filter((each) => each.list === list);
  act(() => view.append({ type: 'list.opened', list, query: wholeList }));
  await userEvent.click(bell());
  await screen.findByRole('dialog', { name: 'Avisos' });
  expect(screen.queryByText('Nenhum aviso por aqui')).toBeNull();
  const failure = { code: 'NETWORK', key: 'error.network', params: {}, fields: {}, requestId: null } as const;
  act(() => view.append({ type: 'list.failed', list, request: asked().at(-1)?.request ?? 0, failure }));
  expect(screen.getByRole('alert').textContent).toContain('enquanto você estava fora');
  expect(screen.queryByText('Nenhum aviso por aqui')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(asked()).toHaveLength(2);
  act(() => view.answer({ list, rows: [], total: 0 }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(screen.getByText('Nenhum aviso por aqui')).toBeTruthy();
});

test('an offer is accepted from its notice, without leaving the screen', async () => {
  const view = await renderScreen(
    <ShortcutsProvider hasSingleKeys>
      <NoticeBell />
    </ShortcutsProvider>,
    { viewer: carlaViewing },
  );
  const transfer = aTransfer({ id: '900', ticketId: '501' });
  const ticket = { ...ticketOf(1, { pendingTransfer: transfer }), pinned: null };
  act(() => {
    for (const event of greeting(10)) view.append(event);
    view.append({ type: 'transfer.arrived', transfer, ticket, by: BRUNO, addressed: true, stream: streamAt(11) });
  });
  const tester = userEvent.setup();
  await tester.click(bell());
  await tester.click(await screen.findByRole('button', { name: 'Aceitar' }));
  expect(view.given('transfer.confirm')).toMatchObject([{ transferId: '900' }]);
  // Pressed again while it is under way, it is asked once.
  await tester.click(screen.getByRole('button', { name: /Aceitar/ }));
  expect(view.given('transfer.confirm')).toHaveLength(1);
  act(() => view.append({ type: 'transfer.confirmed', transfer: { ...transfer, confirmedAt: START } }));
  expect(screen.queryByRole('button', { name: /Aceitar/ })).toBeNull();
});
