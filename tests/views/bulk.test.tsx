import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ConnectedUser, ManagedTenant, ManagedUser } from '../../src/machines/entities/administration.ts';
import { SupportBanner } from '../../src/views/app/SupportBanner.tsx';
import { AccessScreen } from '../../src/views/administration/access/AccessScreen.tsx';
import { ConnectionsScreen } from '../../src/views/administration/instances/ConnectionsScreen.tsx';
import { POLL_MS } from '../../src/views/administration/list/use-polled.ts';
import { TenantsScreen } from '../../src/views/administration/tenants/TenantsScreen.tsx';
import { UsersScreen } from '../../src/views/administration/users/UsersScreen.tsx';
import { anaViewing, START } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';

function online(id: string, name: string): ConnectedUser {
  const role = { id: '2', name: 'atendente', label: 'Atendente' };
  return { id, name, image: null, role, connectedAt: null, lastSeenAt: null, address: null, browser: null };
}
const self = online(anaViewing.userId, 'Ana Ribeiro');
const [bruno, carla, davi] = [online('92', 'Bruno Lima'), online('93', 'Carla Reis'), online('94', 'Davi Melo')];

const someUser: ManagedUser = {
  id: '92',
  name: 'Bruno Lima',
  username: 'bruno',
  email: 'bruno@aurora.example',
  image: null,
  role: { id: '2', name: 'atendente', label: 'Atendente' },
  department: null,
  instances: [],
  links: {},
  connected: false,
  blocked: false,
  twoFactor: true,
  since: START,
};
const company: ManagedTenant = {
  id: '1',
  name: 'Aurora Móveis',
  address: 'aurora',
  cnpj: null,
  features: [],
  template: null,
  pool: null,
  limits: { users: 10, instances: null, messages: null },
  usage: { users: 0, instances: 0, messages: 0 },
  timezone: 'America/Sao_Paulo',
  isServed: true,
  isBackoffice: false,
  since: START,
  deletedAt: null,
};

async function accessScreen() {
  const view = await renderScreen(<AccessScreen />);
  const show = (rows: readonly ConnectedUser[]) =>
    act(() => view.answer({ list: 'connectedUsers', rows, total: rows.length }));
  show([self, bruno, carla, davi]);
  const tester = userEvent.setup();
  const tick = (name: string) => tester.click(within(screen.getByRole('row', { name })).getByRole('checkbox'));
  const press = (name: string) => tester.click(screen.getByRole('button', { name }));
  const saved = () => view.given('form.save').map(({ key }) => key);
  const end = (key: string, failureKey?: string) => {
    const request = view.given('form.save').findLast((command) => command.key === key)?.request ?? 0;
    const of = { form: 'user.disconnect', key, request } as const;
    const failure = { code: 'CONFLICT', key: failureKey ?? '', params: {}, fields: {}, requestId: null } as const;
    act(() =>
      view.append(
        failureKey === undefined
          ? { type: 'form.saved', ...of, id: key, version: null, lists: ['connectedUsers'] }
          : { type: 'form.refused', ...of, failure },
      ),
    );
  };
  return { ...view, show, tick, press, saved, end };
}

describe('several rows at once', () => {
  it('ticked -> counted, asked once -> done with each; what failed stays with its reason -> tried again alone', async () => {
    const { show, tick, press, saved, end } = await accessScreen();
    for (const name of ['Ana Ribeiro', 'Bruno Lima', 'Carla Reis']) await tick(name);
    expect(screen.getByText('3 selecionados')).toBeTruthy();
    await press('Desconectar');
    const dialog = screen.getByRole('dialog', { name: 'Desconectar 2 pessoas?' });
    expect(within(dialog).getByText('1 selecionado fica de fora.')).toBeTruthy();
    await press('Desconectar');
    expect(saved()).toEqual(['92', '93']);
    end('92');
    // Bruno is gone from the list beneath.
    show([self, carla, davi]);
    end('93', 'error.network');
    expect(within(dialog).getByText('Carla Reis')).toBeTruthy();
    expect(within(dialog).getByRole('alert').textContent).toContain('1 não pôde ser feito');
    await press('Tentar de novo');
    expect(saved()).toEqual(['92', '93', '93']);
    end('93');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Limpar seleção' })).toBeNull();
  });

  it('all ticked by the heading -> all of the page; cleared -> none, and nothing was asked', async () => {
    const { tick, press, saved } = await accessScreen();
    await tick('Davi Melo');
    await userEvent.setup().click(screen.getByRole('checkbox', { name: 'Selecionar tudo' }));
    expect(screen.getByText('4 selecionados')).toBeTruthy();
    await press('Limpar seleção');
    expect(screen.queryByRole('button', { name: 'Desconectar' })).toBeNull();
    expect(document.activeElement?.querySelector('h1')?.textContent).toBe('Acessos e auditoria');
    expect(saved()).toEqual([]);
  });
});

describe('the mark of who came in as support', () => {
  it('says what it is, and leads out', async () => {
    const view = await renderScreen(<SupportBanner from="balcao" />, {
      supportFrom: 'balcao',
      supportIn: 'Aurora Móveis',
    });
    expect(screen.getByText('Você está em “Aurora Móveis” como suporte')).toBeTruthy();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Sair da empresa' }));
    expect(view.given('logout.send')).toHaveLength(1);
  });

  it.each([
    ['left', '/balcao/tenants'],
    ['ended by somebody else', '/balcao/tenants?support=ended'],
  ] as const)('%s -> back where they came from, not to this company’s login: %s', async (how, address) => {
    const open = vi.fn<(to: string) => void>();
    const view = await renderScreen(<SupportBanner from="balcao" open={open} />, { supportFrom: 'balcao' });
    if (how === 'left') {
      await userEvent.setup().click(screen.getByRole('button', { name: 'Sair da empresa' }));
      expect(open).not.toHaveBeenCalled();
      const generation = view.given('logout.send')[0]?.generation ?? -1;
      act(() => view.append({ type: 'logout.finished', generation }));
    } else {
      act(() => view.append({ type: 'call.unauthorized', call: 'c-1', generation: 1, status: 'Unauthorized' }));
    }
    expect(open.mock.calls).toEqual([[address]]);
  });

  it('back in the companies -> told that the visit is over', async () => {
    await renderScreen(<TenantsScreen />, { at: '/tenants?support=ended' });
    expect(screen.getByText(/A visita de suporte terminou/u)).toBeTruthy();
  });

  it('among the users -> what support may never do isn’t offered', async () => {
    const view = await renderScreen(<UsersScreen />, { supportFrom: 'balcao' });
    act(() => view.answer({ list: 'users', rows: [someUser], total: 1 }));
    expect(screen.queryByRole('button', { name: 'Novo usuário' })).toBeNull();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Ações de Bruno Lima' }));
    const offered = (await screen.findAllByRole('menuitem')).map(({ textContent }) => textContent);
    expect(offered).toEqual(['Editar', 'Bloquear', 'Excluir']);
  });
});

describe('what nobody tells of', () => {
  afterEach(() => vi.useRealTimers());

  const screens = [
    ['users', UsersScreen],
    ['connectedUsers', AccessScreen],
    ['connections', ConnectionsScreen],
  ] as const;
  const failure = { code: 'NETWORK', key: '', params: {}, fields: {}, requestId: null } as const;

  async function renewed([list, Screen]: (typeof screens)[number]) {
    vi.useFakeTimers();
    const view = await renderScreen(<Screen />);
    const questions = () => view.given('list.fetch').filter((command) => command.list === list);
    return {
      ...view,
      asked: () => questions().length,
      show: () => act(() => view.answer({ list, rows: [], total: 0 })),
      fail: () => {
        const request = questions().at(-1)?.request ?? 0;
        act(() => view.append({ type: 'list.failed', list, request, failure }));
      },
      wait: (minutes: number) => act(() => void vi.advanceTimersByTime(minutes * POLL_MS)),
      isDimmed: () => screen.getByRole('grid').classList.contains('stale'),
    };
  }

  it.each(screens)('%s are asked for again while they are in sight, and no more when they are left', async (...of) => {
    const view = await renewed(of);
    view.show();
    const before = view.asked();
    view.wait(1);
    expect(view.asked()).toBe(before + 1);
    view.show();
    view.unmount();
    vi.advanceTimersByTime(10 * POLL_MS);
    expect(view.asked()).toBe(before + 1);
  });

  it.each([
    [
      'another tab',
      { type: 'page.visibilityChanged', visible: false },
      { type: 'page.visibilityChanged', visible: true },
    ],
    ['the lock', { type: 'screen.locked' }, { type: 'screen.unlocked' }],
  ] as const)('behind %s -> not asked for; back -> at once, and each minute from then', async (_, away, back) => {
    const view = await renewed(screens[1]);
    view.show();
    const before = view.asked();
    act(() => view.append(away));
    view.wait(10);
    expect(view.asked()).toBe(before);
    act(() => view.append(back));
    expect(view.asked()).toBe(before + 1);
    view.show();
    view.wait(1);
    expect(view.asked()).toBe(before + 2);
  });

  it('renewed -> the rows aren’t dimmed; asked for by the person meanwhile -> they are, and stay so', async () => {
    const view = await renewed(screens[1]);
    view.show();
    const before = view.asked();
    view.wait(1);
    expect([view.asked(), view.isDimmed()]).toEqual([before + 1, false]);
    act(() => view.append({ type: 'list.queried', list: 'connectedUsers', change: { search: 'bru' } }));
    expect(view.isDimmed()).toBe(true);
    view.wait(1);
    expect([view.asked(), view.isDimmed()]).toEqual([before + 2, true]);
  });

  it('failed -> the error stays until the person tries again', async () => {
    const view = await renewed(screens[1]);
    view.fail();
    const before = view.asked();
    const retry = screen.getByRole('button', { name: 'Tentar de novo' });
    view.wait(3);
    act(() => view.append({ type: 'page.visibilityChanged', visible: false }));
    act(() => view.append({ type: 'page.visibilityChanged', visible: true }));
    expect([view.asked(), retry.isConnected]).toEqual([before, true]);
    act(() => retry.click());
    expect(view.asked()).toBe(before + 1);
    view.show();
    view.wait(1);
    expect(view.asked()).toBe(before + 2);
  });
});

describe('a company’s use', () => {
  it.each([
    [7, '7 de 10'],
    [8, '8 de 10 · perto do limite'],
    [10, '10 de 10 · no limite'],
    [11, '11 de 10 · acima do contrato'],
  ])('%i users of ten -> %s', async (users, said) => {
    const view = await renderScreen(<TenantsScreen />);
    act(() => view.answer({ list: 'tenants', rows: [{ ...company, usage: { ...company.usage, users } }], total: 1 }));
    expect(screen.getByText(said)).toBeTruthy();
  });
});

it('connections: what nobody could take in of webhooks is told above them: how many, why, whose', async () => {
  const view = await renderScreen(<ConnectionsScreen />);
  const kept = { detail: null, company: null, waiting: 0, stuck: 0, lastError: null, lastAt: START };
  const brisa = { name: 'Brisa Turismo', address: 'brisa' };
  const rows = [
    { ...kept, reasonKey: 'error.webhook.unknownNumber', detail: '999', count: 4 },
    { ...kept, reasonKey: 'error.webhook.sender', company: brisa, count: 1 },
    { ...kept, reasonKey: 'error.webhook.noConversation', company: brisa, count: 2 },
    { ...kept, reasonKey: 'unreadable', detail: 'body: not JSON', count: 1 },
  ];
  act(() => view.answer({ list: 'keptAside', rows, total: rows.length }));
  expect(screen.getByText('8 avisos do WhatsApp não puderam ser recebidos')).toBeTruthy();
  const said = screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(said[0]).toMatch(/^4 para um número que não está em nenhuma instância.*ID do número no provedor: 999/u);
  expect(said[1]).toMatch(/^1 sem remetente\.Brisa Turismo/u);
  expect(said[2]).toMatch(/^2 sem uma conversa a que pertença\.Brisa Turismo/u);
  expect(said[3]).toMatch(/^1 em formato que o Balcão não lê.*body: not JSON/u);
  expect(screen.queryByRole('button', { name: /^Tentar de novo/u })).toBeNull();
});

it('connections: of one company what is tried again and what isn’t stand apart', async () => {
  const complained = vi.spyOn(console, 'error');
  const view = await renderScreen(<ConnectionsScreen />);
  const company = { name: 'Brisa Turismo', address: 'brisa' };
  const kept = { reasonKey: 'error.server', detail: null, company, stuck: 0, lastError: null, lastAt: START };
  const rows = [
    { ...kept, count: 2, waiting: 2 },
    { ...kept, count: 1, waiting: 0 },
  ];
  act(() => view.answer({ list: 'keptAside', rows, total: rows.length }));
  const said = screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(said).toEqual([
    expect.stringMatching(/^2 por uma falha nossa.*continua tentando.*2 serão tentados de novo/u),
    expect.stringMatching(/^1 por uma falha nossa.*guardado por 90 dias/u),
  ]);
  expect(screen.getAllByRole('button', { name: /^Tentar de novo/u })).toHaveLength(1);
  // Two rows of one key would be told of there.
  expect(complained).not.toHaveBeenCalled();
});

it('connections: what waits says how it stands, and is tried again at once when asked to', async () => {
  const view = await renderScreen(<ConnectionsScreen />);
  const row = {
    reasonKey: 'error.server',
    detail: null,
    company: { name: 'Brisa Turismo', address: 'brisa' },
    count: 5,
    waiting: 4,
    stuck: 1,
    lastError: 'division by zero',
    lastAt: START,
  };
  act(() => view.answer({ list: 'keptAside', rows: [row], total: 1 }));
  const [said] = screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(said).toMatch(/^5 por uma falha nossa.*4 serão tentados de novo.*1 continua falhando/u);
  expect(said).not.toContain('division by zero');
  expect(said).not.toContain('90 dias');
  act(() => screen.getByRole('button', { name: 'Tentar de novo: Brisa Turismo' }).click());
  const dialog = await screen.findByRole('dialog', { name: 'Tentar de novo as mensagens de Brisa Turismo?' });
  act(() => within(dialog).getByRole('button', { name: 'Tentar de novo' }).click());
  expect(view.given('form.save').at(-1)).toMatchObject({ form: 'connection.replay', key: 'brisa' });
});
