import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Route, Routes, useLocation } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import type { Failure } from '../../src/machines/entities/failure.ts';
import type { ListName } from '../../src/machines/log/events-administration.ts';
import { ReportScreen } from '../../src/views/administration/reports/ReportScreen.tsx';
import { RoleEditScreen } from '../../src/views/administration/roles/RoleEditScreen.tsx';
import { UsersScreen } from '../../src/views/administration/users/UsersScreen.tsx';
import { ChooseInstanceScreen } from '../../src/views/choose-instance/ChooseInstanceScreen.tsx';
import { anInstance } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';

const failure: Failure = { code: 'NETWORK', key: 'error.network', params: {}, fields: {}, requestId: null };

const newUser = {
  name: '',
  username: '',
  email: '',
  image: null,
  password: null,
  role_id: null,
  user_department_id: null,
  chosen_instances: [],
};

function Where() {
  const { pathname } = useLocation();
  return <p>at {pathname}</p>;
}

type View = Awaited<ReturnType<typeof renderScreen>>;

function fail(view: View, list: ListName): void {
  const request = view.given('list.fetch').findLast((asked) => asked.list === list)?.request ?? 0;
  act(() => view.append({ type: 'list.failed', list, request, failure }));
}

const asked = (view: View, list: ListName) => view.given('list.fetch').filter((each) => each.list === list).length;

describe('a look-up that failed', () => {
  it('roles and instances of a new user -> said in the form, and asked for again', async () => {
    const view = await renderScreen(<UsersScreen />);
    act(() => view.answer({ list: 'users', rows: [], total: 0, facts: { count: 0, limit: 10 } }));
    await userEvent.click(screen.getAllByRole('button', { name: 'Novo usuário' })[0] ?? document.body);
    act(() => view.load('user', 'new', newUser, null));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.queryByText('Algumas opções não carregaram.')).toBeNull();
    fail(view, 'choices.roles');
    act(() => view.append({ type: 'instances.listFailed', failure }));
    expect(dialog.getByText('Algumas opções não carregaram.')).toBeTruthy();
    const before = [asked(view, 'choices.roles'), view.given('instances.fetch').length];
    await userEvent.click(dialog.getByRole('button', { name: 'Tentar de novo' }));
    const after = [asked(view, 'choices.roles'), view.given('instances.fetch').length];
    expect(after).toEqual(before.map((count) => count + 1));
    act(() => view.answer({ list: 'choices.roles', rows: [{ id: '2', label: 'Atendente' }], total: 1 }));
    act(() => view.append({ type: 'instances.listed', instances: [anInstance()] }));
    expect(dialog.queryByText('Algumas opções não carregaram.')).toBeNull();
  });

  it('the permissions of a role -> said in their place, and asked for again', async () => {
    const view = await renderScreen(
      <Routes>
        <Route path="/roles/edit/:id" element={<RoleEditScreen />} />
      </Routes>,
      { at: '/roles/edit/2' },
    );
    act(() => view.load('role.permissions', '2', { display_name: 'Atendente', permissions: [] }, 'v1'));
    fail(view, 'permissions');
    expect(screen.getByText('As permissões não carregaram')).toBeTruthy();
    const before = asked(view, 'permissions');
    await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(asked(view, 'permissions')).toBe(before + 1);
  });

  it('the instances to choose from -> said, and asked for again', async () => {
    const view = await renderScreen(<ChooseInstanceScreen />);
    act(() => view.append({ type: 'instances.listFailed', failure }));
    expect(screen.getByText('As instâncias não carregaram')).toBeTruthy();
    const before = view.given('instances.fetch').length;
    await userEvent.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(view.given('instances.fetch')).toHaveLength(before + 1);
    act(() => view.append({ type: 'instances.listed', instances: [anInstance({ name: 'Vendas' })] }));
    expect(screen.getByRole('button', { name: /Vendas/u })).toBeTruthy();
  });

  it.each([
    ['/chat/77', '&instance=6', '6', '6'],
    ['/chat/77', '&instance=6', null, null],
    ['/chat', '&view=queue', null, null],
  ] as const)(
    'a click on a desktop notice to %s%s, with %s chosen -> goes on by itself',
    async (to, more, before, after) => {
      const view = await renderScreen(
        <Routes>
          <Route path="/instances/list/choose-instance" element={<ChooseInstanceScreen />} />
          <Route path="*" element={<Where />} />
        </Routes>,
        { at: `/instances/list/choose-instance?to=${encodeURIComponent(to)}${more}` },
      );
      act(() => view.append({ type: 'instance.chosen', instanceId: before === null ? null : '5' }));
      act(() =>
        view.append({ type: 'instances.listed', instances: [anInstance({ id: '5' }), anInstance({ id: '6' })] }),
      );
      expect(screen.getByText(`at ${to}`)).toBeTruthy();
      expect(view.given('preferences.keep').at(-1)?.preferences.activeInstanceId ?? null).toBe(after);
      const { scope } = view.given('tickets.fetch').at(-1)?.query ?? {};
      expect(scope === 'queue').toBe(more === '&view=queue');
    },
  );

  it('the instance of a desktop notice isn’t theirs -> they choose', async () => {
    const view = await renderScreen(<ChooseInstanceScreen />, {
      at: '/instances/list/choose-instance?to=%2Fchat%2F77&instance=9',
    });
    act(() => view.append({ type: 'instances.listed', instances: [anInstance({ name: 'Vendas' })] }));
    expect(screen.getByRole('button', { name: /Vendas/u })).toBeTruthy();
  });

  it('the users of a report -> said among them, not “nobody”', async () => {
    const view = await renderScreen(<ReportScreen />);
    const calendar = { id: 'calendar', timezone: 'America/Sao_Paulo', today: '2026-11-23' };
    act(() => view.answer({ list: 'report.calendar', rows: [calendar], total: 1 }));
    fail(view, 'choices.users');
    await userEvent.click(screen.getByRole('button', { name: /^Atendentes/u }));
    expect(screen.getByText('Algumas opções não carregaram.')).toBeTruthy();
    expect(screen.queryByText('Ninguém encontrado.')).toBeNull();
  });
});
