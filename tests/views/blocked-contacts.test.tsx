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

async function opened() {
  const view = await show();
  const tester = userEvent.setup();
  await tester.click(screen.getByRole('button', { name: 'Bloquear números' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Bloquear números' }));
  const field = dialog.getByRole<HTMLTextAreaElement>('textbox', { name: 'Números, um por linha' });
  return { view, tester, dialog, field };
}

it('a pasted list -> sent as it is; partly blocked -> said so, what can be corrected stays, all refused as a file', async () => {
  const { view, tester, dialog, field } = await opened();
  await tester.type(field, '5511983000003{enter}{enter}abc{enter}5511983000001');
  await tester.type(dialog.getByRole('textbox', { name: 'Motivo' }), 'Spam');
  await tester.click(dialog.getByRole('button', { name: 'Bloquear' }));
  expect(view.given('form.save').at(-1)).toMatchObject({
    form: 'blockedContacts',
    values: { numbers: '5511983000003\n\nabc\n5511983000001', reason: 'Spam' },
  });
  const failure = {
    code: 'INVALID',
    key: 'error.form.invalid',
    params: { blocked: 1 },
    fields: { 'numbers.2': 'error.number.malformed', 'numbers.3': 'error.blocked.already' },
    requestId: null,
  } as const;
  const request = view.given('form.save').at(-1)?.request ?? 0;
  act(() => view.append({ type: 'form.refused', form: 'blockedContacts', key: 'new', request, failure }));
  const told = within(dialog.getByRole('status'));
  expect(told.getByText('1 número foi bloqueado')).toBeTruthy();
  expect(told.getByText(/^1 linha está incompleta .* 1 já estava bloqueado\.$/u)).toBeTruthy();
  expect(dialog.queryByRole('alert')).toBeNull();
  expect(field.value).toBe('abc');
  await tester.click(told.getByRole('button', { name: 'Baixar as linhas recusadas' }));
  const [, ...rows] = (view.given('form.save').at(-1)?.values['rows'] ?? []) as readonly (readonly string[])[];
  expect(rows.map(([number]) => number)).toEqual(['abc', '5511983000001']);
  await tester.clear(field);
  await tester.type(field, '5511983000004');
  await tester.click(dialog.getByRole('button', { name: 'Bloquear' }));
  act(() => view.save('blockedContacts', 'new', 'x', ['blockedContacts']));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('a file -> its numbers below those typed; one that can’t be read -> said', async () => {
  const { view, tester, dialog, field } = await opened();
  await tester.type(field, '5511983000003');
  const input = document.querySelector<HTMLInputElement>('input[type=file]') ?? document.body;
  await tester.upload(input, new File(['x'], 'lista.csv', { type: 'text/csv' }));
  await waitFor(() =>
    expect(view.given('form.save').at(-1)).toMatchObject({
      form: 'blockedContacts.file',
      values: { file_name: 'lista.csv', numbers: '5511983000003' },
    }),
  );
  act(() => view.refuse('blockedContacts.file', 'client-1', 'error.blocked.file.none', {}));
  expect(dialog.getByText(/Não encontramos números no arquivo/u)).toBeTruthy();
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
