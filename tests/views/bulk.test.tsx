import { act, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import type { ConnectedUser } from '../../src/machines/entities/administration.ts';
import { SupportMark } from '../../src/views/app/SupportMark.tsx';
import { AccessScreen } from '../../src/views/administration/access/AccessScreen.tsx';
import { ConnectionsScreen } from '../../src/views/administration/instances/ConnectionsScreen.tsx';
import { anaViewing, START } from '../support/builders.ts';
import { renderScreen } from './administration-support.tsx';

function online(id: string, name: string): ConnectedUser {
  const role = { id: '2', name: 'atendente', label: 'Atendente' };
  return { id, name, image: null, role, connectedAt: null, lastSeenAt: null, address: null, browser: null };
}
const self = online(anaViewing.userId, 'Ana Ribeiro');
const [bruno, carla, davi] = [online('92', 'Bruno Lima'), online('93', 'Carla Reis'), online('94', 'Davi Melo')];

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
    const view = await renderScreen(<SupportMark from="balcao" />, {
      supportFrom: 'balcao',
      supportIn: 'Aurora Móveis',
    });
    expect(screen.getByText('Você está em “Aurora Móveis” como suporte')).toBeTruthy();
    await userEvent.setup().click(screen.getByRole('button', { name: 'Sair da empresa' }));
    expect(view.given('logout.send')).toHaveLength(1);
  });
});

it('connections: what nobody could take in of webhooks is told above them: how many, why, whose', async () => {
  const view = await renderScreen(<ConnectionsScreen />);
  const kept = { detail: null, company: null, lastAt: START };
  const rows = [
    { ...kept, reasonKey: 'error.webhook.unknownNumber', detail: '999', count: 4 },
    { ...kept, reasonKey: 'error.webhook.sender', company: 'Brisa Turismo', count: 1 },
    { ...kept, reasonKey: 'error.webhook.noConversation', company: 'Brisa Turismo', count: 2 },
    { ...kept, reasonKey: 'unreadable', detail: 'body: not JSON', count: 1 },
  ];
  act(() => view.answer({ list: 'keptAside', rows, total: rows.length }));
  expect(screen.getByText('8 avisos do WhatsApp não puderam ser recebidos')).toBeTruthy();
  const said = screen.getAllByRole('listitem').map((item) => item.textContent);
  expect(said[0]).toMatch(/^4 para um número que não está em nenhuma instância.*ID do número no provedor: 999/u);
  expect(said[1]).toMatch(/^1 sem remetente\.Brisa Turismo/u);
  expect(said[2]).toMatch(/^2 sem uma conversa a que pertença\.Brisa Turismo/u);
  expect(said[3]).toMatch(/^1 em formato que o Balcão não lê.*body: not JSON/u);
});
