import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
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
