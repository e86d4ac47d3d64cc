import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { ManagedInstance, ManagedTenant } from '../../src/machines/entities/administration.ts';
import { InstancesScreen } from '../../src/views/administration/instances/InstancesScreen.tsx';
import { MaintenanceScreen } from '../../src/views/administration/maintenance/MaintenanceScreen.tsx';
import { TenantsScreen } from '../../src/views/administration/tenants/TenantsScreen.tsx';
import { START } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';

/* The platform’s companies and their connections, and what an instance’s row says and offers. */

const tester = userEvent.setup();

/** The entries of a row's menu. */
async function menuOf(name: string): Promise<(string | null)[]> {
  await tester.click(screen.getByRole('button', { name: `Ações de ${name}` }));
  const entries = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
  await tester.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
  return entries;
}
const cells = () =>
  within(screen.getAllByRole('row')[1] ?? document.body)
    .getAllByRole('gridcell')
    .map(({ textContent }) => textContent);

describe('companies', () => {
  const company: ManagedTenant = {
    id: '1',
    name: 'Aurora',
    address: 'aurora',
    cnpj: '12345678000195',
    features: [],
    template: null,
    pool: null,
    limits: { users: 10, instances: null, messages: 1_000 },
    usage: { users: 7, instances: 1_200, messages: 0 },
    timezone: 'America/Sao_Paulo',
    isServed: true,
    isBackoffice: false,
    since: START,
    deletedAt: null,
  };
  async function show(changes: Partial<ManagedTenant> = {}) {
    const view = await renderScreen(<TenantsScreen />);
    act(() => view.answer({ list: 'tenants', rows: [{ ...company, ...changes }], total: 1 }));
    return view;
  }

  it.each<[string, Partial<ManagedTenant>, string[]]>([
    ['a company', {}, ['Editar', 'Recursos', 'Baixar planilhas', 'Entrar como suporte', 'Excluir']],
    ['the platform’s own', { isBackoffice: true }, ['Editar', 'Recursos', 'Baixar planilhas']],
    ['one that was deleted', { deletedAt: START }, ['Restaurar']],
  ])('%s -> what may be done with it', async (_, changes, entries) => {
    await show(changes);
    expect(await menuOf('Aurora')).toEqual(entries);
  });

  it('its number as one writes it; served by none, or deleted -> said', async () => {
    const view = await show();
    expect(screen.getByText('12.345.678/0001-95')).toBeTruthy();
    expect(screen.getByText('/aurora')).toBeTruthy();
    expect(screen.getByText('Ativa')).toBeTruthy();
    // Without a limit.
    expect(screen.getByText(/^1,2\s?mil$/u)).toBeTruthy();
    view.unmount();
    const unserved = await show({ isServed: false });
    expect(screen.getByText('Sem servidor: envios na fila')).toBeTruthy();
    unserved.unmount();
    await show({ isServed: false, deletedAt: START });
    expect(screen.getByText('Excluída')).toBeTruthy();
  });

  it('a press on it -> edited, with its own time zone among those offered; a deleted one -> restored', async () => {
    const view = await show({ timezone: 'Asia/Tokyo' });
    await tester.click(screen.getByText('/aurora'));
    const dialog = within(await screen.findByRole('dialog', { name: 'Editar empresa' }));
    act(() => view.load('tenant', '1', { name: 'Aurora', timezone: 'Asia/Tokyo', features: [] }, '1'));
    expect(dialog.getByRole('button', { name: /^Tokyo .*Fuso horário$/u })).toBeTruthy();
    // What it began with can't be changed.
    expect(dialog.queryByRole('button', { name: /Modelo$/u })).toBeNull();
    view.unmount();
    const deleted = await show({ deletedAt: START });
    await tester.click(screen.getByText('/aurora'));
    await tester.click(
      within(await screen.findByRole('dialog', { name: 'Restaurar Aurora?' })).getByRole('button', {
        name: 'Restaurar',
      }),
    );
    expect(deleted.given('form.save').at(-1)).toMatchObject({ form: 'tenant.restore', key: '1' });
  });

  it('support enters by its address', async () => {
    const view = await show();
    await tester.click(screen.getByRole('button', { name: 'Ações de Aurora' }));
    await tester.click(await screen.findByRole('menuitem', { name: 'Entrar como suporte' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Entrar em Aurora como suporte?' }));
    await tester.click(dialog.getByRole('button', { name: 'Entrar' }));
    expect(view.given('form.save').at(-1)).toMatchObject({ form: 'tenant.enter', key: 'aurora' });
  });

  it('sheets of one: its campaigns’ states too, which are chosen; of all: not', async () => {
    await show();
    await tester.click(screen.getByRole('button', { name: 'Ações de Aurora' }));
    await tester.click(await screen.findByRole('menuitem', { name: 'Baixar planilhas' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Planilhas de Aurora' }));
    expect(dialog.queryByRole('checkbox', { name: 'Lidas' })).toBeNull();
    await tester.click(dialog.getByRole('button', { name: /Planilha$/u }));
    await tester.click(await screen.findByRole('option', { name: 'Situação das campanhas' }));
    expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Lidas' }).checked).toBe(true);
  });
});

describe('an instance', () => {
  const official: ManagedInstance = {
    id: '1',
    name: 'Vendas',
    tenant: 'aurora',
    active: true,
    official: true,
    unlimited: false,
    provider: 'meta',
    phone: '551140000001',
    providerNumber: '123',
    tokenEnd: '9f3c',
    state: 'connected',
    reasonKey: null,
    stateAt: START,
    lastSeenAt: null,
    reconnects: 1_234,
    people: ['1'],
    sync: null,
    since: START,
  };
  const gateway: Partial<ManagedInstance> = { provider: 'evolution', official: false, gatewayUrl: 'https://g.example' };
  async function show(changes: Partial<ManagedInstance>) {
    const view = await renderScreen(<InstancesScreen />);
    act(() => view.append({ type: 'permissions.listed', routes: ['instances', 'users'] }));
    act(() => view.answer({ list: 'instances', rows: [{ ...official, ...changes }], total: 1 }));
    return view;
  }

  it.each<[string, Partial<ManagedInstance>, string[]]>([
    ['Meta’s', {}, ['Editar', 'Credenciais da API', 'Testar conexão', 'Sincronizar mensagens', 'Desativar']],
    ['by SMS', { provider: 'zenvia' }, ['Editar', 'Credenciais da API', 'Testar conexão', 'Desativar']],
    ['a gateway that is paired', gateway, ['Editar', 'Credenciais da API', 'Testar conexão', 'Desativar']],
    [
      'a gateway that lost its phone',
      { ...gateway, state: 'disconnected' },
      ['Continuar configuração', 'Editar', 'Credenciais da API', 'Desativar'],
    ],
    [
      'that is off',
      { active: false },
      ['Editar', 'Credenciais da API', 'Testar conexão', 'Sincronizar mensagens', 'Ativar'],
    ],
  ])('%s -> what may be done with it', async (_, changes, entries) => {
    await show(changes);
    expect(await menuOf('Vendas')).toEqual(entries);
  });

  it.each<[ManagedInstance['sync'], string | null]>([
    [{ state: 'running', done: 5, total: 20 }, 'Sincronizando: 5 de 20'],
    [{ state: 'failed', done: 5, total: 20 }, 'A sincronização falhou'],
    [{ state: 'waiting', done: 0, total: 0 }, 'Sincronização na fila'],
    [{ state: 'done', done: 20, total: 20 }, null],
  ])('earlier messages: %o -> “%s”', async (sync, words) => {
    await show({ sync });
    expect(screen.queryByText(/[Ss]incroniza/u)?.textContent ?? null).toBe(words);
  });

  it('its number, its state with the reason while it isn’t connected, when it was last heard of', async () => {
    const reasonKey = 'channel.error.undeliverable';
    const view = await show({ state: 'disconnected', reasonKey });
    expect(cells()).toEqual(expect.arrayContaining(['+55 11 4000-0001', 'Nunca', '1.234', 'Ativa']));
    expect(screen.getByText(/^Desconectada/u).parentElement?.children).toHaveLength(2);
    view.unmount();
    await show({ reasonKey, active: false });
    expect(screen.getByText('Conectada').parentElement?.children).toHaveLength(1);
    expect(screen.getByText('Inativa')).toBeTruthy();
  });

  it('turned off after a question that says so', async () => {
    const view = await show({});
    await tester.click(screen.getByRole('button', { name: 'Ações de Vendas' }));
    await tester.click(await screen.findByRole('menuitem', { name: 'Desativar' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Desativar Vendas?' }));
    await tester.click(dialog.getByRole('button', { name: 'Desativar' }));
    expect(view.given('form.save').at(-1)).toMatchObject({
      form: 'instance.activate',
      key: '1',
      values: { activated: false },
    });
  });
});

it('a maintenance: only what is turned on has a message and an end; that it is on is said', async () => {
  const view = await renderScreen(<MaintenanceScreen />);
  act(() => view.load('maintenance', 'platform', { on: false, message: null, minutes: null }, '1'));
  expect(screen.queryByRole('textbox')).toBeNull();
  await tester.click(screen.getByRole('switch'));
  const [message] = screen.getAllByRole('textbox');
  await tester.type(message ?? document.body, 'x');
  await tester.clear(message ?? document.body);
  await tester.click(screen.getByRole('button', { name: 'Salvar' }));
  expect(view.given('form.save').at(-1)?.values).toMatchObject({ on: true, message: null });
  expect(screen.queryByRole('status')).toBeNull();
  act(() => view.save('maintenance', 'platform', 'platform', []));
});
