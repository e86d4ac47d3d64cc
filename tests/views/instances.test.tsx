import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import type { ManagedInstance } from '../../src/machines/entities/administration.ts';
import { InstancesScreen } from '../../src/views/administration/instances/InstancesScreen.tsx';
import { TenantsScreen } from '../../src/views/administration/tenants/TenantsScreen.tsx';
import { START, streamAt } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';

/** Menus load with their first use. */
const official: ManagedInstance = {
  id: '1',
  name: 'Vendas',
  tenant: 'aurora',
  active: true,
  official: true,
  unlimited: false,
  provider: 'meta',
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

test('an instance off Meta’s API without a gateway: Meta’s credentials, test and sync aren’t offered, and it says what it waits for', async () => {
  const view = await renderScreen(<InstancesScreen />);
  const rows = [official, { ...official, id: '2', name: 'Loja', official: false }];
  act(() => view.answer({ list: 'instances', rows, total: 2 }));
  const tester = userEvent.setup();
  const offeredOf = async (name: string) => {
    await tester.click(screen.getByRole('button', { name: `Ações de ${name}` }));
    const offered = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    await tester.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('menu')).toBeNull());
    return offered;
  };
  expect(await offeredOf('Vendas')).toContain('Credenciais da API');
  expect(await offeredOf('Loja')).toEqual(['Editar', 'Desativar']);
  expect(within(screen.getByRole('row', { name: /Loja/u })).getByText('Gateway não configurado')).toBeTruthy();

  await tester.click(screen.getByRole('button', { name: 'Nova instância' }));
  act(() => view.load('instance', 'new', { name: '', isOfficial: true, isUnlimited: false }, null));
  const dialog = screen.getByRole('dialog');
  expect(within(dialog).getByText(/com janela de 24 horas/u)).toBeTruthy();
  // Which it is, the channel says.
  expect(within(dialog).queryByRole('switch', { name: /API oficial/u })).toBeNull();
});

describe('the setup', () => {
  const lists = ['instances'] as const;
  const step = () => within(screen.getByRole('dialog')).getByRole('list', { name: 'Etapas' });
  const current = () => step().querySelector('[aria-current=step]')?.textContent;
  const enter = async (tester: ReturnType<typeof userEvent.setup>, button: string) =>
    tester.click(within(screen.getByRole('dialog')).getByRole('button', { name: button }));
  const opened = async () => {
    const view = await renderScreen(<InstancesScreen />);
    act(() => view.append({ type: 'permissions.listed', routes: ['instances', 'users'] }));
    return view;
  };
  const ready: ManagedInstance = {
    ...official,
    providerNumber: '123456',
    tokenEnd: '9f3c',
    state: 'connected',
    people: ['1'],
  };

  test('new: name, credentials, test, people, earlier messages; a failed test says why, and leads back', async () => {
    const view = await opened();
    const tester = userEvent.setup();
    act(() => view.answer({ list: 'instances', rows: [], total: 0 }));
    const [create] = screen.getAllByRole('button', { name: 'Nova instância' });
    if (create === undefined) expect.unreachable();
    await tester.click(create);
    act(() => view.load('instance', 'new', { name: '', isOfficial: true, isUnlimited: false }, null));
    expect(current()).toBe('Nome');
    // By keyboard: the name has the focus, Enter goes on.
    await tester.keyboard('Loja{Enter}');
    act(() => view.save('instance', 'new', '7', lists));
    act(() => view.answer({ list: 'instances', rows: [{ ...official, id: '7', name: 'Loja', people: [] }], total: 1 }));
    expect(screen.getByRole('dialog', { name: 'Configurar Loja' })).toBeTruthy();
    expect(current()).toBe('Número e token');
    act(() => view.load('instance.credentials', '7', { phone_number_id: null, access_token: null }, '1'));
    await tester.type(screen.getByLabelText('ID do número no provedor'), '123456');
    await tester.type(screen.getByLabelText('Token de acesso'), 'EAAG-9f3c');
    await enter(tester, 'Continuar');
    expect(view.secrets).toEqual(['EAAG-9f3c']);
    act(() => view.save('instance.credentials', '7', '7', lists));
    expect(current()).toBe('Teste da conexão');
    await enter(tester, 'Testar conexão');
    act(() => view.refuse('instance.test', '7', 'error.instance.noNumber'));
    expect(within(screen.getByRole('dialog')).getByText(/Informe primeiro o identificador/u)).toBeTruthy();
    await enter(tester, 'Voltar');
    expect(current()).toBe('Número e token');
    act(() => view.load('instance.credentials', '7', { phone_number_id: '123456', access_token: null }, '2'));
    await enter(tester, 'Continuar');
    act(() => view.save('instance.credentials', '7', '7', lists));
    await enter(tester, 'Testar conexão');
    act(() => view.save('instance.test', '7', '7', lists));
    expect(current()).toBe('Quem atende');
    act(() => view.load('instance.people', '7', { user_ids: [] }, '3'));
    act(() => view.answer({ list: 'choices.users', rows: [{ id: '92', label: 'Bruno Carvalho' }], total: 1 }));
    await tester.click(screen.getByRole('checkbox', { name: 'Bruno Carvalho' }));
    await enter(tester, 'Continuar');
    expect(view.given('form.save').at(-1)).toMatchObject({ form: 'instance.people', values: { user_ids: ['92'] } });
    act(() => view.save('instance.people', '7', '7', lists));
    expect(current()).toBe('Mensagens anteriores');
    await enter(tester, 'Sincronizar e concluir');
    expect(view.given('form.save').at(-1)).toMatchObject({ form: 'instance.sync', key: '7' });
    act(() => view.save('instance.sync', '7', '1', lists));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  });

  test('SMS: the channel is chosen first, and its provider’s own words are asked for; nothing earlier is brought in', async () => {
    const view = await opened();
    const tester = userEvent.setup();
    act(() => view.answer({ list: 'instances', rows: [], total: 0 }));
    const [create] = screen.getAllByRole('button', { name: 'Nova instância' });
    if (create === undefined) expect.unreachable();
    await tester.click(create);
    const values = { name: '', provider: 'meta', isOfficial: true, isUnlimited: false };
    act(() => view.load('instance', 'new', values, null));
    const dialog = screen.getByRole('dialog');
    await tester.keyboard('Avisos');
    await tester.click(within(dialog).getByRole('button', { name: /Canal/u }));
    await tester.click(await screen.findByRole('option', { name: 'SMS, pela Twilio' }));
    expect(within(dialog).getByText(/Só textos, sem janela/u)).toBeTruthy();
    await enter(tester, 'Continuar');
    expect(view.given('form.save').at(-1)).toMatchObject({ values: { name: 'Avisos', provider: 'twilio' } });
    act(() => view.save('instance', 'new', '7', lists));
    const row: ManagedInstance = { ...official, id: '7', name: 'Avisos', provider: 'twilio', people: [] };
    act(() => view.answer({ list: 'instances', rows: [row], total: 1 }));
    const steps = within(step()).getAllByRole('listitem');
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      'Nome',
      'Número e token',
      'Teste da conexão',
      'Quem atende',
    ]);
    const stored = { phone_number_id: null, provider_account: null, access_token: null };
    act(() => view.load('instance.credentials', '7', stored, '1'));
    expect(screen.getByLabelText('Account SID')).toBeTruthy();
    expect(screen.getByLabelText('Número na Twilio')).toBeTruthy();
    expect(screen.getByLabelText('Auth Token')).toBeTruthy();
    await enter(tester, 'Continuar');
    act(() => view.save('instance.credentials', '7', '7', lists));
    expect(within(screen.getByRole('dialog')).getByText(/pedimos que ele nos avise do que chegar/u)).toBeTruthy();
  });

  test('a gateway: its address and key, then a code to scan that renews itself, until the phone is paired', async () => {
    const view = await opened();
    const tester = userEvent.setup();
    const row: ManagedInstance = { ...official, name: 'Celular', official: false, provider: 'evolution', people: [] };
    act(() => view.answer({ list: 'instances', rows: [row], total: 1 }));
    expect(
      screen.getByText('Continuar configuração. Falta: endereço e chave, parear o celular, quem atende'),
    ).toBeTruthy();
    await tester.click(screen.getByRole('button', { name: 'Ações de Celular' }));
    await tester.click(await screen.findByRole('menuitem', { name: 'Continuar configuração' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Configurar Celular' }));
    act(() => view.load('instance.credentials', '1', { gateway_url: null, access_token: null }, '1'));
    await tester.type(dialog.getByLabelText('Endereço do gateway'), 'https://gateway.aurora.example');
    await tester.type(dialog.getByLabelText('Chave do gateway'), 'chave-9f3c');
    await enter(tester, 'Continuar');
    act(() => view.save('instance.credentials', '1', '1', lists));
    expect(current()).toBe('Pareamento');
    await enter(tester, 'Mostrar o código QR');
    expect(view.given('form.save').at(-1)).toMatchObject({ form: 'instance.pair', key: '1' });
    act(() => view.save('instance.pair', '1', '1', lists));
    // The step stays until the phone is paired.
    expect(current()).toBe('Pareamento');
    const instance = { id: '1', name: 'Celular', active: true };
    let position = 0;
    const told = () =>
      act(() => view.append({ type: 'instance.updated', instance, stream: streamAt((position += 1)) }));
    const shown = {
      ...row,
      gatewayUrl: 'https://gateway.aurora.example',
      tokenEnd: '9f3c',
      state: 'disconnected' as const,
    };
    const withCode = (qr: string, until: number) => [{ ...shown, pairing: { qr, until } }];
    act(() => view.answer({ list: 'instances', rows: withCode('<svg>1</svg>', START + 60_000), total: 1 }));
    const code = () => dialog.getByRole('img', { name: 'Código QR para parear o celular' }).getAttribute('src');
    expect(code()).toContain(encodeURIComponent('<svg>1</svg>'));
    expect(dialog.getByText(/muda sozinho/u)).toBeTruthy();
    // The gateway told the next one.
    told();
    act(() => view.answer({ list: 'instances', rows: withCode('<svg>2</svg>', START - 1), total: 1 }));
    expect(code()).toContain(encodeURIComponent('<svg>2</svg>'));
    expect(dialog.getByText('Este código expirou. Gere outro.')).toBeTruthy();
    await enter(tester, 'Gerar outro código');
    expect(view.given('form.save').filter(({ form }) => form === 'instance.pair')).toHaveLength(2);
    told();
    const paired: ManagedInstance = { ...shown, state: 'connected', phone: '5511940005001' };
    act(() => view.answer({ list: 'instances', rows: [paired], total: 1 }));
    expect(dialog.getByText('Celular pareado')).toBeTruthy();
    await enter(tester, 'Continuar');
    expect(current()).toBe('Quem atende');
  });

  test.each([
    [
      { ...ready, providerNumber: null, state: 'unverified' as const },
      'número e token, testar a conexão',
      'Número e token',
    ],
    [{ ...ready, state: 'disconnected' as const }, 'testar a conexão', 'Teste da conexão'],
    [{ ...ready, people: [] }, 'quem atende', 'Quem atende'],
  ])('left -> its row says what is missing, and goes on from there (%#)', async (row, missing, at) => {
    const view = await opened();
    const tester = userEvent.setup();
    act(() => view.answer({ list: 'instances', rows: [row], total: 1 }));
    expect(screen.getByText(`Continuar configuração. Falta: ${missing}`)).toBeTruthy();
    await tester.click(screen.getByRole('button', { name: 'Ações de Vendas' }));
    await tester.click(await screen.findByRole('menuitem', { name: 'Continuar configuração' }));
    await screen.findByRole('dialog', { name: 'Configurar Vendas' });
    expect(current()).toBe(at);
  });

  test('an inactive one is activated last; nothing missing -> nothing to continue', async () => {
    const view = await opened();
    const tester = userEvent.setup();
    act(() => view.answer({ list: 'instances', rows: [{ ...ready, active: false, people: [] }], total: 1 }));
    await tester.click(screen.getByRole('button', { name: 'Ações de Vendas' }));
    await tester.click(await screen.findByRole('menuitem', { name: 'Continuar configuração' }));
    act(() => view.load('instance.people', '1', { user_ids: ['92'] }, '3'));
    await enter(tester, 'Continuar');
    act(() => view.save('instance.people', '1', '1', lists));
    await enter(tester, 'Concluir sem sincronizar');
    expect(current()).toBe('Ativação');
    await enter(tester, 'Ativar');
    expect(view.given('form.save').at(-1)).toMatchObject({ form: 'instance.activate', values: { activated: true } });
    act(() => view.save('instance.activate', '1', '1', lists));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => view.answer({ list: 'instances', rows: [ready], total: 1 }));
    expect(screen.queryByText(/Continuar configuração/u)).toBeNull();
  });
});

test('a new company: only options that hide something are offered', async () => {
  const view = await renderScreen(<TenantsScreen />);
  const tester = userEvent.setup();
  const [create] = screen.getAllByRole('button', { name: 'Nova empresa' });
  if (create === undefined) expect.unreachable();
  await tester.click(create);
  act(() => view.load('tenant', 'new', { name: '', features: ['reports', 'telepathy', 'blocked-contacts'] }, null));
  const dialog = screen.getByRole('dialog');
  expect(within(dialog).getByText('Painéis e relatórios')).toBeTruthy();
  expect(within(dialog).getByText('Contatos bloqueados')).toBeTruthy();
  expect(within(dialog).queryByText(/telepathy/u)).toBeNull();
});
