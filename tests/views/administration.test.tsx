import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { isValidElement } from 'react';
import { Route, Routes } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import type { ManagedUser } from '../../src/machines/entities/administration.ts';
import { DepartmentDialog } from '../../src/views/administration/departments/DepartmentDialog.tsx';
import { AccessScreen } from '../../src/views/administration/access/AccessScreen.tsx';
import { administrationIcons, administrationRoutes } from '../../src/views/administration/administration-routes.tsx';
import { RoleEditScreen } from '../../src/views/administration/roles/RoleEditScreen.tsx';
import { UsersScreen } from '../../src/views/administration/users/UsersScreen.tsx';
import { RoutesContext } from '../../src/views/app/known-routes.tsx';
import { Notices } from '../../src/views/app/Notices.tsx';
import { pagesAround } from '../../src/views/kit/pages-around.ts';
import { SideMenu } from '../../src/views/layout/SideMenu.tsx';
import { ANA, streamAt } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';

function user(n: number, changes: Partial<ManagedUser> = {}): ManagedUser {
  return {
    id: String(n),
    name: `Pessoa ${n}`,
    username: `pessoa.${n}`,
    email: `pessoa${n}@aurora.example`,
    image: null,
    role: { id: '2', name: 'atendente', label: 'Atendente' },
    department: null,
    instances: [],
    links: {},
    connected: false,
    blocked: false,
    twoFactor: false,
    since: Date.UTC(2026, 0, 5, 12),
    ...changes,
  };
}

const bruno = user(92, { name: 'Bruno Carvalho' });

async function usersScreen(rows: readonly ManagedUser[] = [bruno], total = rows.length) {
  const view = await renderScreen(<UsersScreen />);
  const answer = (more = rows, of = total) =>
    act(() => view.answer({ list: 'users', rows: more, total: of, facts: { count: 18, limit: 25 } }));
  answer();
  return { ...view, answer, user: userEvent.setup() };
}

async function openNew() {
  const found = await usersScreen();
  await found.user.click(screen.getByRole('button', { name: 'Novo usuário' }));
  act(() =>
    found.load(
      'user',
      'new',
      { name: '', username: '', email: '', role_id: '', image: null, chosen_instances: [], password: null },
      null,
    ),
  );
  return { ...found, dialog: screen.getByRole('dialog', { name: 'Novo usuário' }) };
}

describe('a list', () => {
  it('loading -> rows, how many of how many, and which of them', async () => {
    const view = await renderScreen(<UsersScreen />);
    expect(screen.getByText('Carregando…')).toBeTruthy();
    act(() => view.answer({ list: 'users', rows: [bruno], total: 312, facts: { count: 18, limit: 25 } }));
    expect(screen.getByRole('grid', { name: 'Usuários' })).toBeTruthy();
    expect(screen.getByRole('row', { name: 'Bruno Carvalho' })).toBeTruthy();
    expect(screen.getByText('18 de 25')).toBeTruthy();
    expect(screen.getByText('1–25 de 312')).toBeTruthy();
  });

  it('loading -> failed -> asked again', async () => {
    const view = await renderScreen(<UsersScreen />);
    const failure = { code: 'NETWORK', key: 'error.network', params: {}, fields: {}, requestId: 'r-7' } as const;
    const request = view.given('list.fetch').findLast(({ list }) => list === 'users')?.request ?? 0;
    act(() => view.append({ type: 'list.failed', list: 'users', request, failure }));
    expect(screen.getByText('A lista não carregou')).toBeTruthy();
    expect(screen.getByText('r-7')).toBeTruthy();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(view.given('list.fetch').filter(({ list }) => list === 'users')).toHaveLength(2);
  });

  it('a title pressed sorts by it, pressed again the other way round; the rows stay meanwhile', async () => {
    const { given, user, answer } = await usersScreen();
    const asked = () => given('list.fetch').findLast(({ list }) => list === 'users')?.query.sort;
    await user.click(screen.getByRole('columnheader', { name: 'E-mail' }));
    expect(asked()).toEqual({ by: 'email', descending: false });
    expect(screen.getByRole('row', { name: 'Bruno Carvalho' })).toBeTruthy();
    const isBusy = () => screen.getByRole('grid').closest('[aria-busy]')?.getAttribute('aria-busy');
    expect(isBusy()).toBe('true');
    answer();
    expect(isBusy()).toBe('false');
    await user.click(screen.getByRole('columnheader', { name: 'E-mail' }));
    expect(asked()).toEqual({ by: 'email', descending: true });
  });

  it('a search is asked for once, when typing has stopped, from the first page', async () => {
    const { given, user, answer } = await usersScreen([bruno], 60);
    await user.click(screen.getByRole('button', { name: 'Página 2' }));
    answer();
    await user.type(screen.getByRole('searchbox'), 'bru');
    const searches = () => given('list.fetch').filter(({ query }) => query.search !== '');
    await waitFor(() => expect(searches()).toHaveLength(1));
    expect(searches()[0]?.query).toMatchObject({ search: 'bru', page: 1 });
    answer([], 0);
    expect(screen.getByText('Nada encontrado')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Limpar filtros' }));
    expect(given('list.fetch').at(-1)?.query).toMatchObject({ search: '', filters: {} });
  });

  it('a column hidden stays hidden, and is kept with the preferences', async () => {
    const { given, user } = await usersScreen();
    await user.click(screen.getByRole('button', { name: 'Colunas' }));
    await user.click(await screen.findByRole('checkbox', { name: 'E-mail' }));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('columnheader', { name: 'E-mail' })).toBeNull();
    expect(given('preferences.keep').at(-1)?.preferences.hiddenColumns).toEqual({ users: ['email'] });
  });

  it.each([
    [1, 3, '1 2 3'],
    [1, 20, '1 2 3 4 5 … 20'],
    [10, 20, '1 … 9 10 11 … 20'],
    [19, 20, '1 … 16 17 18 19 20'],
  ])('page %i of %i: %s', (page, last, shown) => {
    expect(
      pagesAround(page, last)
        .map((each) => (each.kind === 'gap' ? '…' : each.page))
        .join(' '),
    ).toBe(shown);
  });
});

describe('a form', () => {
  it('submitted -> refused: each field says what is wrong, and the first of them has the focus', async () => {
    const { user, dialog, refuse } = await openNew();
    const isBusy = () => dialog.querySelector('form')?.getAttribute('aria-busy');
    expect(isBusy()).toBe('false');
    await user.click(within(dialog).getByRole('button', { name: 'Criar usuário' }));
    expect(isBusy()).toBe('true');
    const fields = { name: 'error.field.required', email: 'error.field.email' };
    act(() => refuse('user', 'new', 'error.form.invalid', fields));
    expect(isBusy()).toBe('false');
    const name = within(dialog).getByRole('textbox', { name: 'Nome' });
    expect(document.activeElement).toBe(name);
    expect(name.getAttribute('aria-invalid')).toBe('true');
    expect(within(dialog).getByText('Preencha este campo.')).toBeTruthy();
    await user.type(name, 'D');
    expect(within(dialog).queryByText('Preencha este campo.')).toBeNull();
  });

  it('the password goes to the vault, never into the log', async () => {
    const { user, dialog, given, secrets } = await openNew();
    await user.type(within(dialog).getByLabelText('Senha'), 'Segredo!!9');
    expect(within(dialog).getByText('Senha forte')).toBeTruthy();
    await user.click(within(dialog).getByRole('button', { name: 'Criar usuário' }));
    expect(secrets).toEqual(['Segredo!!9']);
    expect(given('form.save').at(-1)?.values['password']).toBe('secret-1');
  });

  it('typed -> closed: asks first; staying keeps what was typed, discarding closes', async () => {
    const { user, dialog } = await openNew();
    await user.type(within(dialog).getByRole('textbox', { name: 'Nome' }), 'Davi');
    await user.keyboard('{Escape}');
    await user.click(await screen.findByRole('button', { name: 'Continuar editando' }));
    expect(within(dialog).getByRole('textbox', { name: 'Nome' })).toHaveProperty('value', 'Davi');
    await user.click(within(dialog).getByRole('button', { name: 'Cancelar' }));
    const question = await screen.findByRole('dialog', { name: 'Descartar alterações?' });
    await user.click(within(question).getByText('Descartar'));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  it('conflict -> reloaded: what was typed stays, what the other changed is marked', async () => {
    const { user, load, refuse } = await usersScreen();
    await user.click(screen.getByRole('row', { name: 'Bruno Carvalho' }));
    const values = { name: 'Bruno', username: 'bruno', email: 'b@aurora.example', role_id: '2', chosen_instances: [] };
    act(() => load('user', '92', values, 'v1'));
    const dialog = screen.getByRole('dialog', { name: 'Editar usuário' });
    await user.type(within(dialog).getByRole('textbox', { name: 'Nome' }), ' C');
    await user.click(within(dialog).getByRole('button', { name: 'Salvar' }));
    act(() => refuse('user', '92', 'error.form.conflict'));
    await user.click(within(dialog).getByRole('button', { name: 'Ver o que mudou' }));
    const theirs = { ...values, email: 'bruno@aurora.example' };
    act(() => load('user', '92', theirs, 'v2'));
    expect(within(dialog).getByRole('textbox', { name: 'Nome' })).toHaveProperty('value', 'Bruno C');
    expect(within(dialog).getByRole('textbox', { name: 'E-mail' })).toHaveProperty('value', 'bruno@aurora.example');
    expect(within(dialog).getByText('Mudado agora por outra pessoa.')).toBeTruthy();
  });

  it('saved -> closed, and the list is asked for again', async () => {
    const { user, dialog, given, save } = await openNew();
    await user.type(within(dialog).getByRole('textbox', { name: 'Nome' }), 'Davi');
    await user.click(within(dialog).getByRole('button', { name: 'Criar usuário' }));
    const before = given('list.fetch').length;
    act(() => save('user', 'new', '9', ['users']));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(given('list.fetch').length).toBe(before + 1);
  });

  it('an action: asked, refused with the reason, still there', async () => {
    const { user, refuse, given } = await usersScreen();
    await user.click(screen.getByRole('button', { name: 'Ações de Bruno Carvalho' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Excluir' }));
    const dialog = await screen.findByRole('dialog', { name: 'Excluir Bruno Carvalho?' });
    await user.click(within(dialog).getByRole('button', { name: 'Excluir' }));
    expect(given('form.save').at(-1)).toMatchObject({ form: 'user.delete', key: '92' });
    act(() => refuse('user.delete', '92', 'error.users.lastAdmin'));
    expect(within(dialog).getByText('A empresa precisa de pelo menos um administrador ativo.')).toBeTruthy();
  });
});

describe('a department', () => {
  it('who is in another is marked so, with its name, before they are chosen', async () => {
    const view = await renderScreen(<DepartmentDialog id="7" onClose={() => undefined} />);
    const request = view.given('form.load')[0]?.request ?? 0;
    const values = {
      ...{ name: 'Vendas', activated: true, greeting: null, off_hours_text: null, opening_hours: null, holidays: [] },
      ...{ distribution: 'manual', max_open_tickets: null, transfer_after_minutes: null },
      ...{ member_ids: ['1'], instance_ids: [] },
    };
    act(() => view.append({ type: 'form.loaded', form: 'department', key: '7', request, values, version: '1' }));
    const users = ['Ana Ribeiro', 'Bruno Carvalho', 'Carla Mendes'].map((label, id) => ({ id: String(id), label }));
    act(() => view.answer({ list: 'choices.users', rows: users, total: 3 }));
    const placed = (id: string, department: { id: string; name: string }) => ({ id: `user:${id}`, department });
    const rows = [placed('1', { id: '7', name: 'Vendas' }), placed('2', { id: '8', name: 'Suporte' })];
    act(() => view.answer({ list: 'choices.placements', rows, total: 2 }));
    const members = screen.getByRole('group', { name: 'Membros' });
    expect(
      within(members)
        .getAllByRole('checkbox')
        .map((box) => box.closest('label')?.textContent),
    ).toEqual(['Ana Ribeiro', 'Bruno Carvalho', 'Carla Mendes (hoje em Suporte)']);
  });

  it('its hours and holidays -> each has a button that says which it removes', async () => {
    const view = await renderScreen(<DepartmentDialog id="7" onClose={() => undefined} />);
    const values = {
      ...{ name: 'Vendas', activated: true, greeting: null, off_hours_text: null },
      opening_hours: [1, 2].map((weekday) => ({ weekday, opens: '08:00', closes: '18:00' })),
      holidays: ['Natal', 'Tiradentes'].map((name, at) => ({ day: `2026-0${at + 1}-21`, name, yearly: true })),
      ...{ distribution: 'manual', max_open_tickets: null, transfer_after_minutes: null },
      ...{ member_ids: [], instance_ids: [] },
    };
    act(() => view.load('department', '7', values, '1'));
    const buttons = () => screen.getAllByRole('button', { name: /^Remover/u });
    expect(buttons().map((each) => each.getAttribute('aria-label'))).toEqual([
      'Remover horário: Segunda-feira 08:00',
      'Remover horário: Terça-feira 08:00',
      'Remover feriado: Natal',
      'Remover feriado: Tiradentes',
    ]);
    await userEvent.click(screen.getByRole('button', { name: 'Remover feriado: Natal' }));
    expect(buttons()).toHaveLength(3);
    expect(screen.queryByDisplayValue('Natal')).toBeNull();
  });
});

describe('a file on its way', () => {
  it('how much has come -> given up; taken again -> failed, with the reason -> the same once more', async () => {
    const view = await renderScreen(<AccessScreen />);
    const user = userEvent.setup();
    await user.click(screen.getByRole('radio', { name: 'Auditoria' }));
    act(() => view.answer({ list: 'audit', rows: [], total: 0 }));
    const take = async () => {
      await user.click(screen.getByRole('button', { name: 'Baixar' }));
      await user.click(screen.getByRole('menuitem', { name: 'CSV' }));
    };
    await take();
    const asked = view.given('form.save').at(-1);
    const of = { form: 'download', key: 'audit', request: asked?.request ?? 0 } as const;
    act(() => view.append({ type: 'form.progressed', ...of, bytes: 1_572_864 }));
    expect(screen.getByText('1,5 MB recebidos')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Cancelar download' }));
    expect(view.given('form.stop')).toMatchObject([of]);
    expect(screen.queryByText('1,5 MB recebidos')).toBeNull();
    await take();
    act(() => view.refuse('download', 'audit', 'error.network'));
    expect(screen.getByRole('alert').textContent).toContain('Sem conexão com o servidor');
    await user.click(screen.getByRole('button', { name: 'Tentar de novo' }));
    expect(view.given('form.save').at(-1)?.values).toEqual(asked?.values);
    expect(view.given('form.save')).toHaveLength(3);
  });
});

describe('a role', () => {
  it('that isn’t there: said so, with the way to the others', async () => {
    const view = await renderScreen(<RoleEditScreen />);
    const { key = '', request = 0 } = view.given('form.load')[0] ?? {};
    const failure = { code: 'NOT_FOUND', key: 'error.notFound', params: {}, fields: {}, requestId: null } as const;
    act(() => view.append({ type: 'form.loadFailed', form: 'role.permissions', key, request, failure }));
    expect(screen.getByText('Este perfil não existe')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Ver todos os perfis' }).getAttribute('href')).toBe('/roles/list');
    expect(screen.queryByRole('button', { name: 'Salvar' })).toBeNull();
  });

  it('what has no screen yet is not offered, and who has it keeps it', async () => {
    const routes = { routes: administrationRoutes, icons: {}, state: 'all', load: () => undefined } as const;
    const view = await renderScreen(
      <RoutesContext value={routes}>
        <Routes>
          <Route path="/roles/edit/:id" element={<RoleEditScreen />} />
        </Routes>
      </RoutesContext>,
      { at: '/roles/edit/9' },
    );
    act(() => {
      view.answer({
        list: 'permissions',
        rows: ['users', 'telepathy', 'access'].map((route) => ({
          route,
          category: 'administration',
          isOn: route !== 'access',
        })),
        total: 3,
      });
      const values = { display_name: 'Líder', permissions: ['users', 'telepathy'] };
      view.load('role.permissions', '9', values, '1');
    });
    expect(screen.queryByRole('checkbox', { name: /telepathy/u })).toBeNull();
    const user = userEvent.setup();
    await user.click(screen.getByRole('checkbox', { name: 'Acessos e auditoria opção desligada' }));
    await user.click(screen.getByRole('button', { name: 'Salvar' }));
    expect(view.given('form.save').at(-1)?.values['permissions']).toEqual(['users', 'telepathy', 'access']);
  });
});

describe('a notice of a conversation', () => {
  it.each([
    ['/', 1],
    ['/chat/501', 0],
  ])('at %s: %i ways to it', async (at, ways) => {
    const view = await renderScreen(<Notices />, { at });
    act(() =>
      view.append({
        type: 'notice.arrived',
        noticeId: '70',
        title: 'Joana Dias',
        text: 'Bom dia!',
        attendant: ANA,
        ticketId: '501',
        customerId: '100',
        customerName: 'Joana Dias',
        instanceId: '10',
        stream: streamAt(1),
      }),
    );
    expect(screen.getByText('Joana Dias')).toBeTruthy();
    expect(screen.queryAllByRole('button', { name: 'Abrir conversa' })).toHaveLength(ways);
  });
});

describe('the menu', () => {
  it('on a phone: more -> a sheet with all; Escape or an entry closes it', async () => {
    const items = ['a', 'b', 'c', 'd', 'e', 'f'].map((id) => ({
      id,
      label: `Tela ${id}`,
      icon: <svg />,
      to: `/${id}`,
      isCurrent: id === 'f',
    }));
    await renderScreen(<SideMenu items={items} isExpanded={false} onExpandedChange={() => undefined} />);
    const user = userEvent.setup();
    const more = screen.getByRole('button', { name: 'Mais' });
    expect(more.getAttribute('aria-current')).toBe('true');
    // Its symbol, which becomes another one.
    await user.click(more.querySelector('svg') ?? more);
    expect(more.getAttribute('aria-expanded')).toBe('true');
    await user.keyboard('{Escape}');
    expect(more.getAttribute('aria-expanded')).toBe('false');
    await user.click(more);
    await user.click(screen.getByRole('link', { name: 'Tela e' }));
    expect(more.getAttribute('aria-expanded')).toBe('false');
  });

  it('each entry has its own symbol', () => {
    const shown = administrationRoutes.filter(({ menu }) => menu).map(({ name }) => administrationIcons[name]);
    expect(new Set(shown.map((each) => (isValidElement(each) ? each.type : each))).size).toBe(shown.length);
  });
});
