import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { BlockedContact } from '../../src/machines/entities/customers.ts';
import { BlockedContactsScreen } from '../../src/views/administration/customers/BlockedContactsScreen.tsx';
import { renderScreen } from './administration-support.tsx';

const stranger: BlockedContact = {
  phone: '5511983000001',
  reason: 'Golpe',
  blockedAt: Date.UTC(2026, 2, 1, 15),
  blockedBy: 'Ana Ribeiro',
  customer: null,
};
const nina: BlockedContact = { ...stranger, phone: '5511983000002', reason: null, customer: { id: '7', name: 'Nina' } };

async function show() {
  const view = await renderScreen(<BlockedContactsScreen />);
  act(() => view.answer({ list: 'blockedContacts', rows: [stranger, nina], total: 2 }));
  return view;
}

it('listed: number, whose it is, why, who and when; another tab’s change -> listed anew', async () => {
  const view = await show();
  const row = within(screen.getByRole('row', { name: /98300-0001/u }));
  expect([row.getByText('Golpe'), row.getByText('Ana Ribeiro'), row.getByText(/2026 12:00/u)]).toHaveLength(3);
  expect(within(screen.getByRole('row', { name: /98300-0002/u })).getByText('Nina')).toBeTruthy();
  const before = view.given('list.fetch').length;
  act(() =>
    view.append({ type: 'list.updated', what: 'blocked_contacts', stream: { epoch: 'e', seq: 1, prev: 0, id: '1' } }),
  );
  expect(view.given('list.fetch').length).toBe(before + 1);
});

it('a pasted list -> sent as it is; lines that were refused -> said with their reasons, the text stays', async () => {
  const view = await show();
  const tester = userEvent.setup();
  await tester.click(screen.getByRole('button', { name: 'Bloquear números' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Bloquear números' }));
  const field = dialog.getByRole('textbox', { name: 'Números, um por linha' });
  await tester.type(field, '5511983000003{enter}abc');
  await tester.type(dialog.getByRole('textbox', { name: 'Motivo' }), 'Spam');
  await tester.click(dialog.getByRole('button', { name: 'Bloquear' }));
  expect(view.given('form.save').at(-1)).toMatchObject({
    form: 'blockedContacts',
    values: { numbers: '5511983000003\nabc', reason: 'Spam' },
  });
  const failure = {
    code: 'INVALID',
    key: 'error.blocked.lines',
    params: { blocked: 1, malformed: '2', twice: 'none', already: 'none' },
    fields: {},
    requestId: null,
  } as const;
  const request = view.given('form.save').at(-1)?.request ?? 0;
  act(() => view.append({ type: 'form.refused', form: 'blockedContacts', key: 'new', request, failure }));
  expect(dialog.getByText(/1 número foi bloqueado. Incompleto ou não é um número: linha 2. Corrija/u)).toBeTruthy();
  expect(field).toHaveProperty('value', '5511983000003\nabc');
  await tester.click(dialog.getByRole('button', { name: 'Bloquear' }));
  act(() => view.save('blockedContacts', 'new', 'x', ['blockedContacts']));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('several ticked -> unblocked in one go', async () => {
  const view = await show();
  const tester = userEvent.setup();
  await tester.click(screen.getByRole('checkbox', { name: /98300-0001/u }));
  await tester.click(screen.getByRole('checkbox', { name: /Nina/u }));
  await tester.click(screen.getByRole('button', { name: 'Desbloquear' }));
  const question = within(await screen.findByRole('dialog', { name: 'Desbloquear 2 números?' }));
  await tester.click(question.getByRole('button', { name: 'Desbloquear' }));
  expect(view.given('form.save').map(({ key }) => key)).toEqual([stranger.phone, nina.phone]);
});
