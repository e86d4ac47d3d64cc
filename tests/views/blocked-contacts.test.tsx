import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { BlockedContact } from '../../src/machines/entities/customers.ts';
import { BlockedContactsScreen } from '../../src/views/administration/customers/BlockedContactsScreen.tsx';
import { renderScreen } from './administration-support.tsx';

const stranger: BlockedContact = {
  phone: '5511983000001',
  reason: 'Golpe',
  isKept: false,
  blockedAt: Date.UTC(2026, 2, 1, 15),
  blockedBy: 'Ana Ribeiro',
  customer: null,
};
const nina: BlockedContact = {
  ...stranger,
  phone: '5511983000002',
  reason: null,
  isKept: true,
  customer: { id: '7', name: 'Nina' },
};

async function show() {
  const view = await renderScreen(<BlockedContactsScreen />);
  act(() => view.answer({ list: 'blockedContacts', rows: [stranger, nina], total: 2 }));
  return view;
}

it('listed: number, whose it is, why, who and when; another tab’s change -> listed anew', async () => {
  const view = await show();
  const row = within(screen.getByRole('row', { name: /98300-0001/u }));
  expect([row.getByText('Golpe'), row.getByText('Ana Ribeiro'), row.getByText(/2026 12:00/u)]).toHaveLength(3);
  const kept = within(screen.getByRole('row', { name: /98300-0002/u }));
  expect([kept.getByText('Nina'), kept.getByText('Já estava bloqueado antes de ser apagado')]).toHaveLength(2);
  const before = view.given('list.fetch').length;
  act(() =>
    view.append({ type: 'list.updated', what: 'blocked_contacts', stream: { epoch: 'e', seq: 1, prev: 0, id: '1' } }),
  );
  expect(view.given('list.fetch').length).toBe(before + 1);
});

type View = Awaited<ReturnType<typeof show>>;

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
    params: { blocked: 1, handled: 3 },
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

/** What became of the lines sent last. */
function refuse(view: View, key: string, fields: Readonly<Record<string, string>>, blocked: number, handled: number) {
  act(() => view.refuse('blockedContacts', 'new', key, fields, { blocked, handled }));
}

it('all lines wrong -> said once, they stay, and can be sent again', async () => {
  const { view, tester, dialog, field } = await opened();
  await tester.type(field, 'abc');
  await tester.click(dialog.getByRole('button', { name: 'Bloquear' }));
  refuse(view, 'error.form.invalid', { 'numbers.1': 'error.number.malformed' }, 0, 1);
  expect(dialog.getByText('Nenhum número foi bloqueado')).toBeTruthy();
  expect(dialog.queryByText('Confira os campos marcados.')).toBeNull();
  expect(field.value).toBe('abc');
  const sent = view.given('form.save').length;
  await tester.click(dialog.getByRole('button', { name: 'Bloquear' }));
  expect(view.given('form.save')).toHaveLength(sent + 1);
});

it('the connection lost halfway -> how many were blocked, why not the others, and those stay', async () => {
  const { view, tester, dialog, field } = await opened();
  await tester.type(field, '5511983000003{enter}abc{enter}5511983000004{enter}5511983000005');
  await tester.click(dialog.getByRole('button', { name: 'Bloquear' }));
  refuse(view, 'error.network', { 'numbers.2': 'error.number.malformed' }, 1, 2);
  const told = within(dialog.getByRole('status'));
  expect(told.getByText('1 número foi bloqueado')).toBeTruthy();
  expect(told.getByText(/Faltam 2 linhas, que continuam abaixo\. 1 linha está incompleta/u)).toBeTruthy();
  expect(field.value).toBe('abc\n5511983000004\n5511983000005');
});

it('nothing left to block -> closed without a question', async () => {
  const { view, tester, dialog, field } = await opened();
  await tester.type(field, '5511983000001');
  await tester.type(dialog.getByRole('textbox', { name: 'Motivo' }), 'Spam');
  await tester.click(dialog.getByRole('button', { name: 'Bloquear' }));
  refuse(view, 'error.form.invalid', { 'numbers.1': 'error.blocked.already' }, 0, 1);
  expect(field.value).toBe('');
  await tester.click(dialog.getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

async function withFile() {
  const given = await opened();
  const input = document.querySelector<HTMLInputElement>('input[type=file]') ?? document.body;
  const choose = () => given.tester.upload(input, new File(['x'], 'lista.csv', { type: 'text/csv' }));
  return { ...given, choose };
}

it('a file -> nothing is typed or sent while it is read; its numbers come below those typed', async () => {
  const { view, tester, dialog, field, choose } = await withFile();
  await tester.type(field, '5511983000003{enter}');
  await choose();
  await waitFor(() =>
    expect(view.given('form.save').at(-1)).toMatchObject({
      form: 'blockedContacts.file',
      values: { file_name: 'lista.csv' },
    }),
  );
  await tester.type(field, '9');
  await tester.type(dialog.getByRole('textbox', { name: 'Motivo' }), 'x{enter}');
  await tester.click(dialog.getByRole('button', { name: /^Bloquear/u }));
  expect(view.given('form.save').filter(({ form }) => form === 'blockedContacts')).toEqual([]);
  expect(field.value).toBe('5511983000003\n');
  act(() => view.save('blockedContacts.file', 'client-1', '5511983000004\nnão tem', []));
  expect(field.value).toBe('5511983000003\n5511983000004\nnão tem');
  await tester.click(dialog.getByRole('button', { name: 'Bloquear' }));
  expect(view.given('form.save').at(-1)).toMatchObject({
    form: 'blockedContacts',
    values: { numbers: '5511983000003\n5511983000004\nnão tem', reason: '' },
  });
});

it('a file that can’t be read -> said, and the form is usable', async () => {
  const { view, tester, dialog, field, choose } = await withFile();
  await choose();
  await waitFor(() => expect(view.given('form.save').at(-1)?.form).toBe('blockedContacts.file'));
  act(() => view.refuse('blockedContacts.file', 'client-1', 'error.blocked.file.none', {}));
  expect(dialog.getByText(/Não encontramos números no arquivo/u)).toBeTruthy();
  await tester.type(field, '9');
  expect(field.value).toBe('9');
});

it('closed while a file is read -> given up; its late answer isn’t in the next dialog', async () => {
  const { view, tester, dialog, choose } = await withFile();
  await choose();
  await waitFor(() => expect(view.given('form.save').at(-1)?.form).toBe('blockedContacts.file'));
  const { request = 0 } = view.given('form.save').at(-1) ?? {};
  await tester.click(dialog.getByRole('button', { name: 'Cancelar' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(view.given('form.stop')).toMatchObject([{ form: 'blockedContacts.file', key: 'client-1', request }]);
  await tester.click(screen.getByRole('button', { name: 'Bloquear números' }));
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Números, um por linha' });
  await tester.type(field, '5');
  act(() => view.save('blockedContacts.file', 'client-1', '5511983000004', []));
  expect(field.value).toBe('5');
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
