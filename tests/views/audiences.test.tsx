import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { expect, it } from 'vitest';
import type { ListedCustomer } from '../../src/machines/entities/customers.ts';
import type { FormValue } from '../../src/machines/entities/forms.ts';
import type { ListName } from '../../src/machines/log/events-administration.ts';
import { AudiencesScreen } from '../../src/views/administration/audiences/AudiencesScreen.tsx';
import { CustomersScreen } from '../../src/views/administration/customers/CustomersScreen.tsx';
import { GroupsScreen } from '../../src/views/administration/groups/GroupsScreen.tsx';
import { renderScreen } from './administration-support.tsx';
import { expectExplained } from './numbers-support.ts';

const nina: ListedCustomer = {
  id: '7',
  name: 'Nina Alves',
  phone: '5511984000031',
  image: null,
  email: null,
  tags: [],
  isBlocked: false,
  createdAt: Date.UTC(2026, 2, 1),
  lastContactAt: null,
};
const counted = (total: number) => ({
  total,
  base: 1_000,
  whatsapp: total - 1,
  sms: total - 2,
  unreachable: 1,
  isPartial: false,
});

async function build(parts: readonly FormValue[]) {
  const view = await renderScreen(<AudiencesScreen />, { at: '/target-audience?id=5' });
  act(() => {
    view.load('audience', '5', { name: 'Ouro', tree: { all: parts } }, '1');
  });
  act(() => {
    view.answer({ list: 'choices.tags', rows: [{ id: '1', name: 'Ouro', color: 'green' }], total: 1 });
    view.answer({ list: 'choices.customerFields', rows: [], total: 0 });
    view.answer({ list: 'choices.groups', rows: [], total: 0 });
  });
  return view;
}
type View = Awaited<ReturnType<typeof build>>;
const treesAsked = (view: View, list: ListName) =>
  view.given('list.fetch').flatMap((asked) => (asked.list === list ? [asked.query.filters['tree']] : []));
const isTag = { field: 'tag', op: 'in', value: ['1'] };
const created = { field: 'created', op: 'within', value: 30 };
const asText = (...all: readonly object[]) => JSON.stringify({ all });

it('opened: in words, counted with each part, a sample, and why one of it is in', async () => {
  const view = await build([isTag, { not: [created] }]);
  const tree = asText(isTag, { not: [created] });
  await waitFor(() => expect(treesAsked(view, 'audience.count').at(-1)).toBe(tree));
  act(() => {
    view.answer({ list: 'audience.count', rows: [counted(1_234)], total: 1 });
    view.answer({
      list: 'audience.parts',
      rows: [
        { path: '', count: 1_234 },
        { path: '0', count: 4_321 },
      ],
      total: 2,
    });
    view.answer({ list: 'audience.sample', rows: [nina], total: 1 });
  });
  expectExplained(view.events, [
    'row:audience.count:total:',
    'row:audience.count:unreachable:',
    'row:audience.parts:count:',
    'row:audience.parts:count:0',
  ]);
  expect(
    screen.getByText(/Quem atende a: Etiqueta é um de Ouro; \(nenhuma destas: Cliente há no máximo 30 dias\)\./u),
  ).toBeTruthy();
  expect(screen.getByText('2 de 50 condições · 2 de 5 níveis')).toBeTruthy();
  const findings = within(screen.getByRole('complementary', { name: 'O que as condições encontram' }));
  expect([findings.getByText('1.234'), findings.getByText('1.233'), screen.getByText('4.321')]).toHaveLength(3);
  await userEvent.setup().click(screen.getByRole('button', { name: /Nina Alves/u }));
  act(() =>
    view.answer({
      list: 'audience.why',
      rows: [
        { path: '', holds: true, values: [] },
        { path: '0', holds: true, values: ['Ouro'] },
        { path: '1', holds: true, values: [] },
        { path: '1.0', holds: false, values: ['2025-03-01T12:00:00.000Z'] },
      ],
      total: 4,
    }),
  );
  const why = within(screen.getByRole('region', { name: 'Por que está dentro ou fora' }));
  expect(why.getByRole('heading', { name: 'Por que Nina Alves está dentro?' })).toBeTruthy();
  expect(why.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Todas as condições (vale)',
    'Etiqueta é um de Ouro (vale)Ouro',
    'Fora das exceções (vale)',
    expect.stringContaining('Cliente há no máximo 30 dias (não vale)'),
  ]);
});

it('a group among them is filled -> counted anew while the count is partial, and not afterwards', async () => {
  const view = await build([isTag]);
  await waitFor(() => expect(treesAsked(view, 'audience.count').at(-1)).toBe(asText(isTag)));
  const lists = ['audience.count', 'audience.parts', 'audience.sample'] as const;
  const answer = (isPartial: boolean) =>
    act(() => {
      view.answer({ list: 'audience.count', rows: [{ ...counted(10), isPartial }], total: 1 });
      view.answer({ list: 'audience.parts', rows: [], total: 0 });
      view.answer({ list: 'audience.sample', rows: [], total: 0 });
    });
  const asked = () => lists.map((list) => treesAsked(view, list).length);
  const fill = (seq: number) => {
    const stream = { epoch: 'e', seq, prev: seq - 1, id: `e:${seq}` };
    act(() => view.append({ type: 'customerGroup.updated', groupId: '4', name: 'Ouros', stream }));
  };
  answer(true);
  const before = asked();
  fill(1);
  expect(asked()).toEqual(before.map((count) => count + 1));
  answer(false);
  fill(2);
  expect(asked()).toEqual(before.map((count) => count + 1));
});

it('anybody of the base, by name -> why they are out', async () => {
  const view = await build([{ field: 'consent', op: 'whatsapp', value: 'revoked' }]);
  const tester = userEvent.setup();
  const check = within(screen.getByRole('region', { name: 'Verificar um cliente' }));
  await tester.type(check.getByRole('searchbox', { name: 'Buscar por nome ou telefone' }), 'Nina{Enter}');
  expect(view.given('form.save')).toEqual([]);
  await waitFor(() => {
    const asked = view.given('list.fetch').findLast(({ list }) => list === 'audience.customers');
    expect(asked?.query.search).toBe('Nina');
  });
  act(() => view.answer({ list: 'audience.customers', rows: [], total: 0 }));
  expect(check.getByText('Ninguém encontrado.')).toBeTruthy();
  act(() => view.append({ type: 'list.outdated', list: 'audience.customers' }));
  act(() => view.answer({ list: 'audience.customers', rows: [nina], total: 1 }));
  await tester.click(check.getByRole('button', { name: /Nina Alves/u }));
  const asked = view.given('list.fetch').findLast(({ list }) => list === 'audience.why');
  expect(asked?.query.filters['customer']).toBe('7');
  expect(screen.getByRole('heading', { name: 'Nina Alves: dentro ou fora?' })).toBeTruthy();
  const out = ['', '0'].map((path) => ({ path, holds: false, values: path === '' ? [] : ['granted'] }));
  act(() => view.answer({ list: 'audience.why', rows: out, total: 2 }));
  expect(screen.getByRole('heading', { name: 'Por que Nina Alves está fora?' })).toBeTruthy();
  const why = within(screen.getByRole('region', { name: 'Por que está dentro ou fora' }));
  expect(why.getByText('dado').tagName).toBe('SMALL');
});

it('changed while a count is on its way -> the stale answer never shows', async () => {
  const view = await build([isTag, created]);
  const tester = userEvent.setup();
  await waitFor(() => expect(treesAsked(view, 'audience.count').at(-1)).toBe(asText(isTag, created)));
  const stale = view.given('list.fetch').findLast(({ list }) => list === 'audience.count')?.request ?? 0;
  await tester.click(screen.getByRole('button', { name: 'Remover: Cliente há no máximo 30 dias' }));
  await waitFor(() => expect(treesAsked(view, 'audience.count').at(-1)).toBe(asText(isTag)));
  act(() => view.answer({ list: 'audience.count', rows: [counted(22)], total: 1 }));
  act(() =>
    view.append({
      type: 'list.answered',
      list: 'audience.count',
      request: stale,
      page: { list: 'audience.count', rows: [counted(99)], total: 1 },
    }),
  );
  const status = within(screen.getByRole('complementary')).getByRole('status');
  expect(status.textContent).toContain('22');
});

it('an incomplete condition -> not counted, and refused where it is; joined anew and saved -> the tree', async () => {
  const view = await build([isTag]);
  const tester = userEvent.setup();
  await waitFor(() => expect(treesAsked(view, 'audience.count').at(-1)).toBe(asText(isTag)));
  await tester.click(screen.getByRole('button', { name: 'Condição' }));
  expect(screen.getByText('Complete as condições para contar.')).toBeTruthy();
  await tester.click(screen.getByRole('button', { name: 'Salvar' }));
  act(() =>
    view.refuse('audience', '5', 'error.form.invalid', {
      'tree.1': 'error.field.required',
      tree: 'error.field.required',
    }),
  );
  const rows = within(screen.getByRole('group', { name: 'as condições abaixo' })).getAllByRole('group');
  expect(rows.filter((row) => within(row).queryByRole('alert') !== null)).toEqual([rows[1]]);
  await tester.click(screen.getByRole('button', { name: 'Remover: Etiqueta é um de …' }));
  await tester.click(screen.getByRole('radio', { name: 'Exceto' }));
  await tester.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(view.given('form.save').at(-1)?.values).toMatchObject({ tree: { not: [isTag] } });
  act(() => view.save('audience', '5', '5', ['audiences']));
  expect(await screen.findByRole('heading', { name: 'Públicos' })).toBeTruthy();
});

it('an audience’s customers -> the customers’ list, by that audience, whatever page of them was looked at', async () => {
  const view = await renderScreen(
    <Routes>
      <Route path="/target-audience" element={<AudiencesScreen />} />
      <Route path="/customers" element={<CustomersScreen />} />
    </Routes>,
    { at: '/target-audience' },
  );
  const tester = userEvent.setup();
  act(() => view.append({ type: 'permissions.listed', routes: ['target-audience', 'customers'] }));
  act(() => view.answer({ list: 'audiences', rows: [{ id: '5', name: 'Ouro', updatedAt: 0, groups: 0 }], total: 1 }));
  await tester.click(within(screen.getByRole('row', { name: /Ouro/u })).getByRole('button'));
  await tester.click(await screen.findByRole('menuitem', { name: 'Ver os clientes' }));
  await waitFor(() => {
    const asked = view.given('list.fetch').findLast(({ list }) => list === 'customers');
    expect(asked?.query.filters).toEqual({ audience: '5' });
  });
  const rows = ['Prata', 'Ouro'].map((name, at) => ({ id: `${4 + at}`, name, updatedAt: 0, groups: 0 }));
  act(() => view.answer({ list: 'choices.audiences', rows, total: 2 }));
  await tester.click(screen.getByRole('button', { name: /Público.*Ouro/u }));
  expect(await screen.findByRole('menuitemradio', { name: 'Prata' })).toBeTruthy();
});

it('groups: counts and what feeds them; filled elsewhere -> asked for anew; fed ones can be refreshed', async () => {
  const view = await renderScreen(<GroupsScreen />, { at: '/customer-groups' });
  const group = {
    id: '3',
    name: 'Vips',
    audience: null,
    members: 12,
    filledAt: null,
    isFilling: false,
    isFailing: false,
  };
  const fed = {
    ...group,
    id: '4',
    name: 'Ouros',
    audience: { id: '5', name: 'Com ouro' },
    isFilling: true,
    isFailing: false,
  };
  act(() => view.answer({ list: 'customerGroups', rows: [group, fed], total: 2 }));
  expectExplained(view.events, ['row:customerGroups:members:3']);
  const row = within(screen.getByRole('row', { name: /Ouros/u }));
  expect([row.getByText('Com ouro'), row.getByText('Preenchendo…')]).toHaveLength(2);
  const asked = () => view.given('list.fetch').filter(({ list }) => list === 'customerGroups').length;
  const before = asked();
  const stream = { epoch: 'e', seq: 1, prev: 0, id: 'e:1' };
  act(() => view.append({ type: 'customerGroup.updated', groupId: '4', name: 'Ouros', stream }));
  expect(asked()).toBe(before + 1);
});

it('a member is taken out of the group on the screen', async () => {
  const view = await renderScreen(<GroupsScreen />, { at: '/customer-groups?id=3' });
  const group = {
    id: '3',
    name: 'Vips',
    audience: null,
    members: 1,
    filledAt: null,
    isFilling: false,
    isFailing: false,
  };
  act(() => {
    view.answer({ list: 'choices.groups', rows: [group], total: 1 });
    view.answer({ list: 'customerGroupMembers', rows: [nina], total: 1 });
  });
  const tester = userEvent.setup();
  await tester.click(within(screen.getByRole('row', { name: /Nina Alves/u })).getByRole('checkbox'));
  await tester.click(screen.getByRole('button', { name: 'Tirar do grupo' }));
  const dialog = within(await screen.findByRole('dialog'));
  await tester.click(dialog.getByRole('button', { name: 'Tirar do grupo' }));
  expect(view.given('form.save').at(-1)).toMatchObject({ form: 'customerGroup.remove', key: '3@7' });
});

it('ticked customers -> put into a group in one call; without the permission neither action nor filter', async () => {
  const view = await renderScreen(<CustomersScreen />);
  act(() => view.append({ type: 'permissions.listed', routes: ['customers', 'customer-groups'] }));
  const group = {
    id: '3',
    name: 'Vips',
    audience: null,
    members: 1,
    filledAt: null,
    isFilling: false,
    isFailing: false,
  };
  act(() => {
    view.answer({ list: 'customers', rows: [nina, { ...nina, id: '8', name: 'Otto' }], total: 2 });
    view.answer({ list: 'choices.groups', rows: [group], total: 1 });
  });
  const tester = userEvent.setup();
  for (const name of [/Nina/u, /Otto/u]) {
    await tester.click(within(screen.getByRole('row', { name })).getByRole('checkbox'));
  }
  await tester.click(screen.getByRole('button', { name: 'Pôr num grupo' }));
  const dialog = within(await screen.findByRole('dialog'));
  await tester.click(await dialog.findByRole('button', { name: /Grupo/u }));
  await tester.click(await screen.findByRole('option', { name: 'Vips' }));
  await tester.click(dialog.getByRole('button', { name: 'Pôr num grupo' }));
  expect(view.given('form.save').at(-1)).toMatchObject({
    form: 'customerGroup.add',
    values: { group_id: '3', customer_ids: ['7', '8'] },
  });
  view.unmount();
  const plain = await renderScreen(<CustomersScreen />);
  act(() => plain.append({ type: 'permissions.listed', routes: ['customers'] }));
  act(() => plain.answer({ list: 'customers', rows: [nina], total: 1 }));
  expect(screen.queryByRole('checkbox')).toBeNull();
  expect(plain.given('list.fetch').some(({ list }) => list === 'choices.groups')).toBe(false);
});
