import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { ManagedRole, ManagedUser } from '../../src/machines/entities/administration.ts';
import { RolesScreen } from '../../src/views/administration/roles/RolesScreen.tsx';
import { UsersScreen } from '../../src/views/administration/users/UsersScreen.tsx';
import { anInstance, anaViewing, brunoViewing, START } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';
import { expectExplained } from './numbers-support.ts';

/* What may be done with whom, from the menu of their row. */

const davi: ManagedUser = {
  id: '94',
  name: 'Davi Melo',
  username: 'davi',
  email: 'davi@aurora.example',
  image: null,
  role: { id: '2', name: 'atendente', label: 'Atendente' },
  department: null,
  instances: [],
  links: {},
  connected: false,
  blocked: false,
  twoFactor: false,
  since: START,
};

/** The entries of somebody's menu. */
async function menuOf(name: string) {
  const tester = userEvent.setup();
  await tester.click(screen.getByRole('button', { name: `Ações de ${name}` }));
  const entries = await screen.findAllByRole('menuitem');
  const found = entries.map((entry) => `${entry.ariaDisabled === 'true' ? '(' : ''}${entry.textContent}`);
  await tester.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  return found;
}

describe('users', () => {
  async function show(rows: readonly ManagedUser[], options: Parameters<typeof renderScreen>[1] = {}, count = 5) {
    const view = await renderScreen(<UsersScreen />, options);
    act(() => view.answer({ list: 'users', rows, total: rows.length, facts: { count, limit: 25 } }));
    return { ...view, tester: userEvent.setup() };
  }

  it.each<[string, Partial<ManagedUser>, string[]]>([
    ['disconnected', {}, ['Editar', 'Trocar a senha', 'Bloquear', 'Excluir']],
    ['connected', { connected: true }, ['Editar', 'Trocar a senha', 'Desconectar', 'Bloquear', 'Excluir']],
    ['away', { away: true }, ['Editar', 'Trocar a senha', 'Desconectar', 'Bloquear', 'Excluir']],
    ['blocked', { blocked: true }, ['Editar', 'Trocar a senha', 'Desbloquear', 'Excluir']],
    [
      'with a second factor and an instance',
      { twoFactor: true, instances: [anInstance({ id: '10', name: 'Vendas' })] },
      ['Editar', 'Trocar a senha', 'Retirar de Vendas', 'Desligar duas etapas', 'Bloquear', 'Excluir'],
    ],
    ['oneself', { id: anaViewing.userId, twoFactor: true, connected: true }, ['Editar']],
  ])('%s -> what an administrator may do', async (_, changes, entries) => {
    await show([{ ...davi, ...changes }]);
    expect(await menuOf('Davi Melo')).toEqual(entries);
  });

  it('as support, and as somebody who isn’t an administrator -> neither passwords nor second factors', async () => {
    const guarded = { ...davi, twoFactor: true };
    const support = await show([guarded], { supportFrom: 'plataforma' });
    expect(await menuOf('Davi Melo')).toEqual(['Editar', 'Bloquear', 'Excluir']);
    expect(screen.queryByRole('button', { name: 'Novo usuário' })).toBeNull();
    support.unmount();
    await show([guarded], { viewer: brunoViewing });
    expect(await menuOf('Davi Melo')).toEqual(['Editar', 'Trocar a senha', 'Bloquear', 'Excluir']);
  });

  it.each<[Partial<ManagedUser>, string]>([
    [{}, 'Desconectado'],
    [{ away: true }, 'Ausente'],
    [{ away: true, connected: true }, 'Conectado'],
    [{ connected: true, blocked: true }, 'Bloqueado'],
  ])('%o -> “%s”', async (changes, situation) => {
    await show([{ ...davi, ...changes }]);
    expect(screen.getByRole('gridcell', { name: situation })).toBeTruthy();
  });

  it.each([
    [22, false, false],
    [23, true, false],
    [25, true, true],
    [26, true, true],
  ])('%i of 25 users -> near the limit: %s, full: %s', async (count, isNear, isFull) => {
    await show([davi], {}, count);
    expect(screen.queryByText(/contrato/u) !== null).toBe(isNear);
    for (const name of ['Novo usuário', 'Convidar por e-mail'])
      expect(screen.getByRole('button', { name })).toHaveProperty('disabled', isFull);
  });

  it('an entry opens what it says, for that person', async () => {
    const { tester, given } = await show([{ ...davi, connected: true }]);
    await tester.click(screen.getByRole('button', { name: 'Ações de Davi Melo' }));
    await tester.click(await screen.findByRole('menuitem', { name: 'Excluir' }));
    await screen.findByRole('dialog', { name: 'Excluir Davi Melo?' });
    await tester.click(screen.getByRole('button', { name: 'Excluir' }));
    expect(given('form.save').map(({ form, key }) => [form, key])).toEqual([['user.delete', '94']]);
  });

  it('of two instances one is taken away -> their link to that one', async () => {
    const instances = [anInstance({ id: '10', name: 'Vendas' }), anInstance({ id: '11', name: 'Suporte' })];
    const { tester, given } = await show([{ ...davi, instances, links: { '10': '70', '11': '71' } }]);
    await tester.click(screen.getByRole('button', { name: 'Ações de Davi Melo' }));
    await tester.click(await screen.findByRole('menuitem', { name: 'Retirar de Suporte' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Retirar Davi Melo de Suporte?' }));
    await tester.click(dialog.getByRole('button', { name: 'Retirar' }));
    expect(given('form.save').at(-1)).toMatchObject({ form: 'user.removeInstance', key: '71' });
  });

  it('invitations -> who invited, the platform where nobody did; called back after a question', async () => {
    const { tester, given, answer } = await show([davi]);
    await tester.click(screen.getByRole('radio', { name: 'Convites' }));
    const role = { id: '2', label: 'Atendente' };
    const invitation = {
      id: '3',
      email: 'eva@aurora.example',
      role,
      invitedBy: 'Ana Ribeiro',
      since: START,
      until: START,
    };
    const rows = [invitation, { ...invitation, id: '4', email: 'ivo@aurora.example', invitedBy: null }];
    act(() => answer({ list: 'invitations', rows, total: 2 }));
    expect(screen.getByText('Ana Ribeiro')).toBeTruthy();
    expect(screen.getByText('Plataforma')).toBeTruthy();
    await tester.click(screen.getByRole('button', { name: 'Ações de ivo@aurora.example' }));
    await tester.click(await screen.findByRole('menuitem', { name: 'Cancelar convite' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Cancelar o convite de ivo@aurora.example?' }));
    await tester.click(dialog.getByRole('button', { name: 'Cancelar convite' }));
    expect(given('form.save').at(-1)).toMatchObject({ form: 'invitation.revoke', key: '4' });
  });
});

describe('roles', () => {
  const sales: ManagedRole = { id: '4', name: 'vendas', label: 'Vendas', fixed: false, users: 0, routes: ['chat'] };

  async function show(rows: readonly ManagedRole[], routes = ['roles', 'roles-edit']) {
    const view = await renderScreen(<RolesScreen />);
    act(() => view.append({ type: 'permissions.listed', routes }));
    act(() => view.answer({ list: 'roles', rows, total: rows.length }));
    expectExplained(view.events, ['row:roles:users:4']);
    return view;
  }

  it.each<[string, Partial<ManagedRole>, string[]]>([
    ['nobody has', {}, ['Editar permissões', 'Renomear', 'Duplicar', 'Excluir']],
    ['somebody has', { users: 1 }, ['Editar permissões', 'Renomear', 'Duplicar', '(Excluir']],
    ['is fixed', { fixed: true }, ['Ver permissões', 'Renomear', 'Duplicar']],
  ])('one that %s -> what may be done with it', async (_, changes, entries) => {
    await show([{ ...sales, ...changes }]);
    expect(await menuOf('Vendas')).toEqual(entries);
  });

  it('without the permission to edit them -> they can be read, and nothing is offered', async () => {
    await show([sales], ['roles']);
    expect(screen.getByRole('rowheader', { name: 'Vendas' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Ações de Vendas' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Novo perfil' })).toBeNull();
  });
});
