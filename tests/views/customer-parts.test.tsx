import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { conversationArea } from '../../src/i18n/areas/conversation.ts';
import type { CustomerCard, CustomerField } from '../../src/machines/entities/customers.ts';
import { FieldFilterDialog } from '../../src/views/administration/customers/FieldFilterDialog.tsx';
import type { FieldFilter } from '../../src/views/administration/customers/field-filter.ts';
import { CustomerPage } from '../../src/views/administration/customers/CustomerPage.tsx';
import { CustomersScreen } from '../../src/views/administration/customers/CustomersScreen.tsx';
import { AreasContext } from '../../src/views/kit/areas.ts';
import { anaViewing, brunoViewing } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';

/* The filters of the customers' list, and what a customer's page offers whom. */

const tester = userEvent.setup();
const areas = { loaded: [conversationArea], failure: undefined, request: () => undefined };
const fields: readonly CustomerField[] = (['text', 'number', 'date', 'boolean', 'choice'] as const).map((type, n) => ({
  id: `${20 + n}`,
  name: `Campo ${type}`,
  type,
  options: type === 'choice' ? ['Ouro', 'Prata'] : [],
  position: n,
}));

describe('a field’s filter', () => {
  async function show(filter?: FieldFilter) {
    const chosen: FieldFilter[] = [];
    await renderScreen(
      <FieldFilterDialog
        fields={fields}
        filter={filter}
        onClose={() => undefined}
        onChoose={(each) => chosen.push(each)}
      />,
    );
    return chosen;
  }
  const choose = async (name: RegExp, option: string) => {
    await tester.click(screen.getByRole('button', { name }));
    await tester.click(await screen.findByRole('option', { name: option }));
  };
  const apply = () => tester.click(screen.getByRole('button', { name: 'Filtrar' }));

  it.each([
    ['text', ['é', 'preenchido']],
    ['number', ['é', 'acima de', 'abaixo de', 'preenchido']],
    ['date', ['é', 'depois de', 'antes de', 'preenchido']],
    ['boolean', ['é', 'preenchido']],
    ['choice', ['é', 'preenchido']],
  ])('a %s -> compared by %s', async (type, ops) => {
    await show();
    await choose(/^Escolher.*Campo$/u, `Campo ${type}`);
    await tester.click(screen.getByRole('button', { name: /Comparação$/u }));
    expect((await screen.findAllByRole('option')).map(({ textContent }) => textContent)).toEqual(ops);
  });

  it('nothing is chosen, or what isn’t a number -> said once it is tried, and not filtered', async () => {
    const chosen = await show();
    expect(screen.queryByText('Preencha este campo.')).toBeNull();
    await apply();
    expect(screen.getByText('Preencha este campo.')).toBeTruthy();
    await choose(/^Escolher.*Campo$/u, 'Campo number');
    expect(screen.getByText('Preencha este campo.')).toBeTruthy();
    await tester.type(screen.getByRole('textbox', { name: 'Valor' }), 'muito');
    expect(screen.queryByText('Preencha este campo.')).toBeNull();
    expect(screen.getByRole('textbox', { name: 'Valor' }).getAttribute('aria-invalid')).toBe('true');
    expect(screen.getByText('Informe um número, como 12,5.')).toBeTruthy();
    await apply();
    expect(chosen).toEqual([]);
    await choose(/Comparação$/u, 'preenchido');
    expect(screen.queryByRole('textbox', { name: 'Valor' })).toBeNull();
    await apply();
    expect(chosen).toEqual([{ field: '21', op: 'filled', value: '' }]);
  });

  it('opened again -> as it was chosen; another field -> its value is gone', async () => {
    const chosen = await show({ field: '20', op: 'in', value: 'Ouro' });
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Valor' }).value).toBe('Ouro');
    await tester.type(screen.getByRole('textbox', { name: 'Valor' }), '  ');
    await apply();
    expect(chosen).toEqual([{ field: '20', op: 'in', value: 'Ouro' }]);
    await choose(/Campo$/u, 'Campo boolean');
    await apply();
    expect(screen.getByText('Preencha este campo.')).toBeTruthy();
    expect(chosen).toHaveLength(1);
    await choose(/^Escolher.*Valor$/u, 'Não');
    await apply();
    expect(chosen.at(-1)).toEqual({ field: '23', op: 'in', value: 'false' });
  });
});

describe('the list’s filters', () => {
  async function show(routes: readonly string[], rows: readonly CustomerField[] = fields) {
    const view = await renderScreen(
      <AreasContext value={areas}>
        <CustomersScreen />
      </AreasContext>,
    );
    act(() => view.append({ type: 'permissions.listed', routes: [...routes] }));
    act(() => view.answer({ list: 'choices.customerFields', rows, total: rows.length }));
    const last = () => view.given('list.fetch').findLast(({ list }) => list === 'customers')?.query.filters;
    return { ...view, last };
  }
  const names = () =>
    screen.getAllByRole('button').flatMap((each) => /^(.+): /u.exec(each.getAttribute('aria-label') ?? '')?.[1] ?? []);
  const usual = ['Etiqueta', 'Campo', 'Instância', 'Último contato', 'Bloqueio', 'Consentimento'];

  it('by groups and audiences only with their permission; by fields only where there are any', async () => {
    const plain = await show(['customers']);
    expect(names()).toEqual(usual);
    plain.unmount();
    const all = await show(['customers', 'customer-groups', 'target-audience']);
    expect(names()).toEqual(['Etiqueta', 'Campo', 'Grupo', 'Público', ...usual.slice(2)]);
    all.unmount();
    await show(['customers'], []);
    expect(names()).toEqual(usual.filter((name) => name !== 'Campo'));
  });

  it('blocked ones, and those who left a channel -> asked for', async () => {
    const { last } = await show(['customers']);
    await tester.click(screen.getByRole('button', { name: /^Bloqueio: / }));
    await tester.click(await screen.findByRole('menuitemradio', { name: 'Só bloqueados' }));
    expect(last()).toEqual({ blocked: 'true' });
    await tester.click(screen.getByRole('button', { name: /^Consentimento: / }));
    await tester.click(await screen.findByRole('menuitemradio', { name: 'SMS: saiu' }));
    expect(last()).toEqual({ blocked: 'true', consent: 'sms_revoked' });
    await tester.click(screen.getByRole('button', { name: /^Último contato: / }));
    await tester.click(await screen.findByRole('menuitemradio', { name: 'Nos últimos 7 dias' }));
    expect(last()?.['contact']).toBe('7');
  });
});

describe('a customer’s page', () => {
  const nina: CustomerCard = {
    id: '7',
    name: 'Nina Alves',
    phone: '5511984000031',
    image: null,
    isBlocked: false,
    createdAt: Date.UTC(2026, 2, 1),
    email: null,
    note: '',
    tags: [],
    fields: [],
    values: {},
    groups: [],
  };
  async function show(routes: readonly string[], changes: Partial<CustomerCard> = {}, viewer = anaViewing) {
    const view = await renderScreen(
      <AreasContext value={areas}>
        <Routes>
          <Route path="/customers/:id" element={<CustomerPage />} />
        </Routes>
      </AreasContext>,
      { at: '/customers/7', viewer },
    );
    act(() => view.append({ type: 'permissions.listed', routes: [...routes] }));
    act(() => view.answer({ list: 'chat.customer', rows: [{ ...nina, ...changes }], total: 1 }));
    return view;
  }
  const offered = (name: string | RegExp) => screen.queryByRole('button', { name }) !== null;

  it('who may not attend -> neither conversations nor files; who is no administrator -> no erasing', async () => {
    const admin = await show(['customers', 'chat', 'blocked-contacts']);
    expect([offered('Iniciar conversa'), offered('Bloquear cliente'), offered(/^Apagar a pedido/u)]).toEqual([
      true,
      true,
      true,
    ]);
    admin.unmount();
    await show(['customers', 'blocked-contacts'], {}, brunoViewing);
    expect([offered('Iniciar conversa'), offered('Bloquear cliente'), offered(/^Apagar a pedido/u)]).toEqual([
      false,
      false,
      false,
    ]);
    expect(screen.queryByRole('region', { name: 'Atendimentos anteriores' })).toBeNull();
  });

  it('blocked -> can be let write again without that list’s permission, and no conversation is begun', async () => {
    const blocked = await show(['customers', 'chat'], { isBlocked: true });
    expect([offered('Iniciar conversa'), offered(/^Desbloquear/u)]).toEqual([false, true]);
    blocked.unmount();
    await show(['customers', 'chat']);
    expect([offered('Iniciar conversa'), offered('Bloquear cliente')]).toEqual([true, false]);
  });

  it('without a name -> called by the number; without a number -> nothing is begun', async () => {
    const nameless = await show(['customers', 'chat'], { name: nina.phone });
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('+55 11 98400-0031');
    nameless.unmount();
    await show(['customers', 'chat'], { phone: 'BR.13491208655302741918' });
    expect(offered('Iniciar conversa')).toBe(false);
    await waitFor(() =>
      expect(within(document.body).getByRole('heading', { level: 1 }).textContent).toBe('Nina Alves'),
    );
  });
});
