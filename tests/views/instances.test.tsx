import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test } from 'vitest';
import type { ManagedInstance } from '../../src/machines/entities/administration.ts';
import { InstancesScreen } from '../../src/views/administration/instances/InstancesScreen.tsx';
import { TenantsScreen } from '../../src/views/administration/tenants/TenantsScreen.tsx';
import { START } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';

/** Menus load with their first use. */
const LATE = { timeout: 10_000 };

const official: ManagedInstance = {
  id: '1',
  name: 'Vendas',
  tenant: 'aurora',
  active: true,
  official: true,
  unlimited: false,
  phone: null,
  providerNumber: null,
  tokenEnd: null,
  state: 'unverified',
  reasonKey: null,
  stateAt: START,
  lastSeenAt: null,
  reconnects: 0,
  sync: null,
  since: START,
};

test('an instance on a gateway: Meta’s credentials, test and sync aren’t offered, and it says what it waits for', async () => {
  const view = await renderScreen(<InstancesScreen />);
  const rows = [official, { ...official, id: '2', name: 'Loja', official: false }];
  act(() => view.answer({ list: 'instances', rows, total: 2 }));
  const tester = userEvent.setup();
  const offeredOf = async (name: string) => {
    await tester.click(screen.getByRole('button', { name: `Ações de ${name}` }));
    const offered = (await screen.findAllByRole('menuitem', {}, LATE)).map(({ textContent }) => textContent);
    await tester.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull(), LATE);
    return offered;
  };
  expect(await offeredOf('Vendas')).toContain('Credenciais da API');
  expect(await offeredOf('Loja')).toEqual(['Editar', 'Desativar']);
  expect(within(screen.getByRole('row', { name: /Loja/u })).getByText('Gateway não configurado')).toBeTruthy();

  await tester.click(screen.getByRole('button', { name: 'Nova instância' }));
  act(() => view.load('instance', 'new', { name: '', isOfficial: true, isUnlimited: false }, null));
  const dialog = screen.getByRole('dialog');
  expect(within(dialog).getByText(/com janela de 24 horas/u)).toBeTruthy();
  await tester.click(within(dialog).getByRole('switch', { name: /API oficial/u }));
  expect(within(dialog).getByText(/O gateway é configurado depois/u)).toBeTruthy();
});

test('a new company: only options that hide something are offered', async () => {
  const view = await renderScreen(<TenantsScreen />);
  const tester = userEvent.setup();
  const [create] = screen.getAllByRole('button', { name: 'Nova empresa' });
  if (create === undefined) expect.unreachable();
  await tester.click(create);
  act(() => view.load('tenant', 'new', { name: '', features: ['reports', 'campaigns', 'blocked-contacts'] }, null));
  const dialog = screen.getByRole('dialog');
  expect(within(dialog).getByText('Painéis e relatórios')).toBeTruthy();
  expect(within(dialog).getByText('Contatos bloqueados')).toBeTruthy();
  expect(within(dialog).queryByText('Campanhas')).toBeNull();
});
