import { act, configure, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { CustomerFieldsScreen } from '../../src/views/administration/customers/CustomerFieldsScreen.tsx';
import { conversationArea } from '../../src/i18n/areas/conversation.ts';
import { AreasContext } from '../../src/views/kit/areas.ts';
import { useApp, useObservable } from '../../src/views/app/app-context.tsx';
import { FinishDialog } from '../../src/views/attendance/chat/FinishDialog.tsx';
import { aFailure, aTicket, brunoViewing } from '../support/builders.ts';
import { greeting, listed } from '../machines/directory-support.ts';
import { renderScreen } from './administration-support.tsx';

// The choice's code is loaded when it is first shown.
configure({ asyncUtilTimeout: 10_000 });

const areas = { loaded: [conversationArea], failure: undefined, request: () => undefined };
const ticket = aTicket({ id: '501' });
const outcomes = [
  { id: '70', name: 'Resolvido' },
  { id: '71', name: 'Venda feita' },
];

function Asked() {
  const { directory } = useApp();
  useObservable(directory.ticketOrder);
  const actor = directory.ticket('501');
  return (
    <AreasContext value={areas}>
      {actor !== undefined && <FinishDialog actor={actor} ticket={ticket} onClose={() => undefined} />}
    </AreasContext>
  );
}

/** The question whether to finish, in a company with these outcomes; they aren't loaded yet without. */
async function asked(rows?: typeof outcomes, prepare?: () => Promise<void>) {
  const view = await renderScreen(
    <>
      <Asked />
      <input />
    </>,
    { viewer: brunoViewing, ...(prepare !== undefined && { prepare }) },
  );
  act(() => {
    for (const event of greeting(10)) view.append(event);
    view.append(listed(view.given('tickets.fetch').at(-1)?.request ?? 1, [ticket], { streamPosition: 10 }));
  });
  const dialog = await screen.findByRole('dialog', { name: 'Finalizar o atendimento?' });
  if (prepare === undefined)
    await waitFor(() => expect(view.given('list.fetch').some(({ list }) => list === 'chat.outcomes')).toBe(true));
  const answer = (all: typeof outcomes) =>
    act(() => view.answer({ list: 'chat.outcomes', rows: all, total: all.length }));
  if (rows !== undefined) answer(rows);
  const finishes = () => view.given('ticket.finish').map(({ outcomeId }) => outcomeId ?? 'none');
  const choices = () =>
    within(dialog)
      .queryAllByRole<HTMLInputElement>('radio')
      .map(({ checked, labels }) => `${checked ? '*' : ''}${labels?.[0]?.querySelector('span')?.textContent}`);
  return { ...view, load: answer, dialog, finishes, choices, tester: userEvent.setup() };
}

test('no outcomes in the company -> none is offered, and Enter finishes', async () => {
  const { tester, choices, finishes } = await asked([]);
  expect(choices()).toEqual([]);
  await tester.keyboard('1{Enter}');
  expect(finishes()).toEqual(['none']);
});

test('scheduled messages that won’t be sent -> how many is said', async () => {
  const view = await asked([]);
  const last = () => view.given('list.fetch').findLast(({ list }) => list === 'finish.scheduled');
  await waitFor(() => expect(last()?.query.filters).toEqual({ tickets: '501' }));
  act(() => view.answer({ list: 'finish.scheduled', rows: [{ tickets: '501', count: 0 }], total: 1 }));
  expect(within(view.dialog).getByRole('status').textContent).toBe('');
  act(() => view.append({ type: 'list.outdated', list: 'finish.scheduled' }));
  act(() => view.answer({ list: 'finish.scheduled', rows: [{ tickets: '501', count: 2 }], total: 1 }));
  expect(within(view.dialog).getByRole('status').textContent).toBe(
    '2 mensagens agendadas não serão enviadas se não houver outro atendimento aberto na hora.',
  );
});

test('the code of lists can’t come -> said, tried again they are offered; one can finish meanwhile', async () => {
  const unreachable = new TypeError('Failed to fetch');
  // The scheduled messages' line asks for it too.
  const prepare = vi.fn<() => Promise<void>>().mockRejectedValueOnce(unreachable).mockRejectedValueOnce(unreachable);
  prepare.mockResolvedValue(undefined);
  const { tester, dialog, choices, finishes, load } = await asked(undefined, prepare);
  expect(await within(dialog).findByText('Esta parte não carregou. Verifique a conexão.')).toBeTruthy();
  expect(within(dialog).getByRole('button', { name: 'Finalizar' })).toHaveProperty('disabled', false);
  await tester.click(within(dialog).getByRole('button', { name: 'Tentar de novo' }));
  load(outcomes);
  expect(choices()).toEqual(['*Sem desfecho', 'Resolvido', 'Venda feita']);
  expect(finishes()).toEqual([]);
});

test('an outcome is chosen by its digit or the arrows; Enter finishes, without one too', async () => {
  const { tester, choices, finishes, append } = await asked(outcomes);
  expect(choices()).toEqual(['*Sem desfecho', 'Resolvido', 'Venda feita']);
  await tester.keyboard('2');
  expect(choices()).toEqual(['Sem desfecho', 'Resolvido', '*Venda feita']);
  await tester.keyboard('{Enter}');
  expect(finishes()).toEqual(['71']);
  // It was removed a moment ago.
  const failure = aFailure({ code: 'CONFLICT', key: 'error.outcome.removed' });
  act(() => append({ type: 'ticket.finishFailed', ticketId: '501', failure }));
  expect((await screen.findByRole('alert')).textContent).toContain('Escolha outro ou finalize sem desfecho.');
  await tester.keyboard('0{ArrowDown}');
  expect(choices()).toEqual(['Sem desfecho', '*Resolvido', 'Venda feita']);
  await tester.keyboard('{Enter}');
  expect(finishes()).toEqual(['71', '70']);
});

test('the arrows go round, and the chosen one has the focus; with other keys held digits are the browser’s', async () => {
  const { tester, choices, dialog } = await asked(outcomes);
  within(dialog).getByRole('button', { name: 'Cancelar' }).focus();
  await tester.keyboard('{ArrowUp}');
  expect(choices()).toEqual(['Sem desfecho', 'Resolvido', '*Venda feita']);
  expect(document.activeElement).toBe(within(dialog).getAllByRole('radio')[2]);
  within(dialog).getByRole('button', { name: 'Cancelar' }).focus();
  await tester.keyboard('{ArrowDown}');
  expect(choices()).toEqual(['*Sem desfecho', 'Resolvido', 'Venda feita']);
  await tester.keyboard('{Alt>}1{/Alt}{Control>}2{/Control}{Meta>}1{/Meta}7');
  expect(choices()).toEqual(['*Sem desfecho', 'Resolvido', 'Venda feita']);
  const keys = within(dialog)
    .getAllByRole('radio')
    .map((radio) => radio.getAttribute('aria-keyshortcuts'));
  expect(keys).toEqual(['0', '1', '2']);
});

test('typed in a field over the dialog -> the digit is the field’s, and no outcome is chosen', async () => {
  const { container, choices } = await asked(outcomes);
  const field = container.querySelector('input');
  if (field === null) throw new Error('No field');
  expect(fireEvent.keyDown(field, { key: '2' })).toBe(true);
  expect(fireEvent.keyDown(field, { key: 'ArrowDown' })).toBe(true);
  expect(choices()).toEqual(['*Sem desfecho', 'Resolvido', 'Venda feita']);
});

test('a digit before the outcomes are loaded is kept, and Enter waits for it; a held Enter does nothing', async () => {
  const { tester, dialog, choices, finishes, load } = await asked();
  await tester.keyboard('12{Enter}');
  expect(finishes()).toEqual([]);
  load(outcomes);
  expect(choices()).toEqual(['Sem desfecho', 'Resolvido', '*Venda feita']);
  const confirm = within(dialog).getByRole('button', { name: 'Finalizar' });
  expect(fireEvent.keyDown(confirm, { key: 'Enter', repeat: true })).toBe(false);
  const [, , choice] = within(dialog).getAllByRole('radio');
  if (choice === undefined) throw new Error('No choice');
  fireEvent.keyDown(choice, { key: 'Enter', repeat: true });
  expect(finishes()).toEqual([]);
  await tester.keyboard('{Enter}');
  expect(finishes()).toEqual(['71']);
});

test('outcomes are created, renamed and removed where tags are', async () => {
  const view = await renderScreen(<CustomerFieldsScreen />);
  const tester = userEvent.setup();
  await tester.click(screen.getByRole('radio', { name: 'Desfechos' }));
  act(() => view.answer({ list: 'outcomes', rows: [], total: 0 }));
  expect(screen.getByText('Nenhum desfecho')).toBeTruthy();
  await tester.click(screen.getAllByRole('button', { name: 'Novo desfecho' })[0] ?? document.body);
  act(() => view.load('outcome', 'new', { name: '' }, null));
  await tester.type(await screen.findByRole('textbox', { name: /^Nome/ }), 'Venda feita{Enter}');
  expect(view.given('form.save').at(-1)).toMatchObject({ form: 'outcome', values: { name: 'Venda feita' } });
  act(() => view.refuse('outcome', 'new', 'error.form.invalid', { name: 'error.outcome.nameTaken' }));
  await screen.findByText('Já existe um desfecho com este nome.');
  await tester.click(screen.getByRole('button', { name: 'Salvar' }));
  act(() => view.save('outcome', 'new', '71', ['outcomes']));
  act(() => view.answer({ list: 'outcomes', rows: outcomes, total: 2 }));
  await tester.click(await screen.findByRole('button', { name: 'Ações de Venda feita' }));
  await tester.click(await screen.findByRole('menuitem', { name: 'Excluir' }));
  const dialog = await screen.findByRole('dialog', { name: 'Excluir o desfecho Venda feita?' });
  await tester.click(within(dialog).getByRole('button', { name: 'Excluir' }));
  expect(view.given('form.save').at(-1)).toMatchObject({ form: 'outcome.delete', key: '71' });
});
