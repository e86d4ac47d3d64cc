import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { CustomerCard, MergePreview } from '../../src/machines/entities/customers.ts';
import { MergeCustomer } from '../../src/views/attendance/customer/MergeCustomer.tsx';
import { aTicket } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';

const { customer } = aTicket();
const into: CustomerCard = {
  id: customer.id,
  name: 'Luciana Prado',
  phone: '5511987654321',
  image: null,
  isBlocked: false,
  createdAt: Date.UTC(2026, 2, 1),
  email: 'lu@exemplo.com.br',
  note: 'Prefere à tarde.',
  tags: [{ id: '60', name: 'VIP', color: 'purple' }],
  fields: [{ id: '70', name: 'Cidade', type: 'text', options: [], position: 0 }],
  values: { '70': 'Recife' },
};
const from: CustomerCard = {
  ...into,
  id: '900',
  name: 'Lu',
  phone: '5511955554444',
  email: null,
  note: null,
  tags: [],
  values: { '70': 'Natal' },
};
const preview: MergePreview = {
  into: { card: into, image: null, tickets: 2, messages: 40, isBlocked: false, open: [] },
  from: {
    card: from,
    image: null,
    tickets: 1,
    messages: 1,
    isBlocked: true,
    open: [{ id: '950', instance: 'Vendas', owner: 'Bruno' }],
  },
  problem: null,
};

/** The dialog with the customers found; `choose` picks the other one, and the server answers what both have. */
async function show() {
  const view = await renderScreen(<MergeCustomer customerId={customer.id} name="Luciana Prado" />);
  const tester = userEvent.setup();
  await tester.click(await screen.findByRole('button', { name: 'Juntar com outro cliente' }));
  const asked = (list: string) => view.given('list.fetch').findLast((each) => each.list === list)?.query;
  await waitFor(() => expect(asked('chat.mergeWith')).toBeDefined());
  const found = [into, from].map(({ id, name, phone }) => ({ id, name, phone, image: null }));
  act(() => view.answer({ list: 'chat.mergeWith', rows: found, total: 2 }));
  const list = within(screen.getByRole('list', { name: 'Clientes encontrados' }));
  // Not themselves.
  expect(list.getAllByRole('button')).toHaveLength(1);
  const choose = async (answer: MergePreview) => {
    await tester.click(screen.getByRole('button', { name: /^Lu/u }));
    expect(asked('chat.merge')?.filters).toEqual({ customer: into.id, other: from.id });
    act(() => view.answer({ list: 'chat.merge', rows: [answer], total: 1 }));
    await screen.findByRole('table');
  };
  return { ...view, tester, choose, asked };
}

const confirm = () => screen.getByRole('button', { name: 'Juntar' });

test('what both have stands side by side, by the keyboard too; what was chosen is merged, and a refusal says why', async () => {
  const { choose, tester, given, refuse, save } = await show();
  await choose(preview);
  const row = (name: string) => within(screen.getByRole('row', { name: new RegExp(`^${name}`, 'u') }));
  expect(row('Cidade').getByText('Natal').tagName).toBe('DEL');
  expect(row('Cidade').getByText('Recife').tagName).not.toBe('DEL');
  row('Histórico').getByText('2 atendimentos, 40 mensagens');
  row('Histórico').getByText('1 atendimento, 1 mensagem');
  row('Histórico').getByText('Aberto em Vendas, com Bruno');
  row('Bloqueado').getByText('Sim');
  screen.getByText('Não dá para desfazer.');
  screen.getByRole('radio', { name: 'Luciana Prado', checked: true }).focus();
  await tester.keyboard('{ArrowDown}');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Lu' }).checked).toBe(true);
  await tester.click(confirm());
  expect(given('form.save').map(({ form, key, values }) => ({ form, key, values }))).toEqual([
    { form: 'chat.merge', key: into.id, values: { other_id: from.id, take_name: true, take_image: false } },
  ]);
  act(() => refuse('chat.merge', into.id, 'error.merge.sending'));
  expect(screen.getByRole('alert').textContent).toContain('ainda está sendo enviada');
  expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Lu' }).checked).toBe(true);
  await tester.click(confirm());
  act(() => save('chat.merge', into.id, into.id, ['chat.customer']));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await waitFor(() =>
    expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Juntar com outro cliente' })),
  );
});

test('what stands in the way is said before, and another one can be chosen', async () => {
  const { answer, choose, tester, asked } = await show();
  const params = { instance: 'Vendas', name: 'Bruno' };
  await choose({ ...preview, problem: { key: 'error.merge.bothOpen', params } });
  expect(screen.getByRole('alert').textContent).toContain('Os dois têm atendimento aberto em Vendas (Bruno)');
  expect(confirm()).toHaveProperty('disabled', true);
  await tester.click(screen.getByRole('button', { name: 'Escolher outro' }));
  await tester.type(screen.getByRole('searchbox', { name: 'Buscar por nome ou número' }), '4444');
  await waitFor(() => expect(asked('chat.mergeWith')?.search).toBe('4444'));
  // Only themselves are found, then somebody by the number they had before.
  const { id, name, phone } = into;
  act(() => answer({ list: 'chat.mergeWith', rows: [{ id, name, phone, image: null }], total: 1 }));
  expect(screen.getByRole('status').textContent).toBe('Nenhum outro cliente encontrado.');
  await tester.type(screen.getByRole('searchbox', { name: 'Buscar por nome ou número' }), '{Backspace}');
  await waitFor(() => expect(asked('chat.mergeWith')?.search).toBe('444'));
  const double = { id: '901', name: 'Luciana P.', phone: '551155554444', image: null };
  act(() => answer({ list: 'chat.mergeWith', rows: [double], total: 1 }));
  await tester.click(screen.getByRole('button', { name: /Luciana P\.\s*\+55 11 5555-4444/u }));
  expect(asked('chat.merge')?.filters).toEqual({ customer: into.id, other: '901' });
});

test('a message is being sent -> what both have is asked for again, and they can be merged when it is over', async () => {
  const { choose, tester, given, answer } = await show();
  await choose({ ...preview, problem: { key: 'error.merge.sending', params: { instance: '', name: '' } } });
  const looks = () => given('list.fetch').filter(({ list }) => list === 'chat.merge').length;
  const before = looks();
  await tester.click(screen.getByRole('button', { name: 'Tentar de novo' }));
  expect(looks()).toBe(before + 1);
  act(() => answer({ list: 'chat.merge', rows: [preview], total: 1 }));
  expect(screen.queryByRole('alert')).toBeNull();
  expect(confirm()).toHaveProperty('disabled', false);
});

test('a refusal isn’t said of another one who is chosen after it', async () => {
  const { choose, tester, refuse } = await show();
  await choose(preview);
  await tester.click(confirm());
  act(() => refuse('chat.merge', into.id, 'error.merge.sending'));
  expect(screen.getByRole('alert').textContent).toContain('ainda está sendo enviada');
  await tester.click(screen.getByRole('button', { name: 'Escolher outro' }));
  await choose(preview);
  expect(screen.queryByRole('alert')).toBeNull();
});
