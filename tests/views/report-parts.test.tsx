import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ListName } from '../../src/machines/log/events-administration.ts';
import { Delta } from '../../src/views/administration/reports/StatTile.tsx';
import { ProductivityScreen } from '../../src/views/administration/reports/ProductivityScreen.tsx';
import { ReportScreen } from '../../src/views/administration/reports/ReportScreen.tsx';
import { renderScreen } from './administration-support.tsx';
import { typeDate } from './date-support.ts';
import { analytics, group, measureCharts, numbers, reportScreen } from './report-support.tsx';

/* The parts of reports: charts, cards, tables, what is behind a number, whose numbers are chosen. */

beforeAll(measureCharts);

type View = Awaited<ReturnType<typeof reportScreen>>;

/** The last question about a list isn't answered. */
function fail(view: View, list: ListName): void {
  const request = view.asked(list).at(-1)?.request ?? 0;
  const failure = { code: 'NETWORK', key: 'error.network', params: {}, fields: {}, requestId: null } as const;
  act(() => view.append({ type: 'list.failed', list, request, failure }));
}
const query = () => new URLSearchParams(document.querySelector('output')?.textContent ?? '');
const radio = (of: string, name: string) =>
  within(screen.getByRole('radiogroup', { name: of })).getByRole<HTMLInputElement>('radio', { name });
const pages = (total: number) => Array.from({ length: Math.min(total, 10) }, (_, n) => group(`${n + 1}`, `Dep ${n}`));

describe('a chart', () => {
  const chart = () => screen.getByRole('button', { name: /^Atendimentos abertos, Por hora do dia/u });
  const told = () => document.querySelector(`[id="${chart().getAttribute('aria-describedby')}"]`)?.textContent;
  const press = (key: string) => fireEvent.keyDown(chart(), { key });

  it('keys stay at its ends, begin at either, and scroll nothing; left -> nothing is told', async () => {
    await analytics();
    act(() => chart().focus());
    expect(press('ArrowLeft')).toBe(false);
    expect(told()).toContain('23 h');
    press('ArrowRight');
    expect(told()).toContain('23 h');
    press('Home');
    expect(told()).toContain('0 hPeríodo 0');
    press('ArrowLeft');
    expect(told()).toContain('0 hPeríodo 0');
    press('End');
    expect(told()).toContain('23 h');
    expect(press('x')).toBe(true);
    act(() => chart().blur());
    expect(told()).toBe('');
    press('ArrowRight');
    expect(told()).toContain('0 hPeríodo 0');
  });

  it('pointed at -> the bar there; beside its bars none, and nothing opens; pressed -> the tickets of that hour', async () => {
    const { user, last } = await analytics();
    fireEvent.pointerMove(chart(), { clientX: 592 });
    expect(told()).toContain('23 h');
    fireEvent.pointerMove(chart(), { clientX: 2 });
    expect(told()).toBe('');
    fireEvent.click(chart());
    expect(last('report.tickets')).toBeUndefined();
    act(() => chart().focus());
    press('Home');
    for (let hour = 0; hour < 9; hour += 1) press('ArrowRight');
    await user.keyboard('{Enter}');
    expect(await screen.findByRole('dialog', { name: 'Atendimentos abertos: 9 h' })).toBeTruthy();
    expect(last('report.tickets')?.filters).toMatchObject({ tickets: 'opened', groupBy: 'hour', groupKey: '9' });
  });

  it('shown as a table -> kept in the address, each for itself; back -> no more', async () => {
    const { user } = await analytics('/?table=hour');
    expect(await screen.findByRole('grid', { name: 'Por hora do dia' })).toBeTruthy();
    await user.click(radio('Como mostrar Distribuição', 'Tabela'));
    expect(query().get('table')).toBe('hour,breakdown');
    await user.click(radio('Como mostrar Por hora do dia', 'Gráfico'));
    expect(query().get('table')).toBe('breakdown');
    await user.click(radio('Como mostrar Distribuição', 'Gráfico'));
    expect(query().has('table')).toBe(false);
  });

  it('nothing happened -> said; before alone -> drawn; it doesn’t load -> said, and tried again', async () => {
    const view = await analytics();
    const hours = (opened: number) => [group('0', null, { opened }), group('1', null)];
    act(() => view.append({ type: 'list.outdated', list: 'report.hours' }));
    act(() => view.answer({ list: 'report.hours', rows: hours(0), total: 2 }));
    const card = within(screen.getByRole('region', { name: 'Por hora do dia' }));
    expect(card.getByText('Nada aconteceu neste período.')).toBeTruthy();
    act(() => view.answer({ list: 'report.hoursBefore', rows: hours(5), total: 2 }));
    expect(card.queryByText('Nada aconteceu neste período.')).toBeNull();
    press('Home');
    expect(told()).toBe('0 hPeríodo 0Comparação 5');
    act(() => view.append({ type: 'list.outdated', list: 'report.hours' }));
    fail(view, 'report.hours');
    const before = view.asked('report.hours').length;
    await view.user.click(card.getByRole('button', { name: 'Tentar de novo' }));
    expect(view.asked('report.hours')).toHaveLength(before + 1);
  });

  it('of several days -> a course of them, compared day by day in their order', async () => {
    const view = await analytics('/?period=last7');
    act(() => {
      view.answer({ list: 'report.days', rows: [group('2026-11-15', null, { opened: 4 })], total: 1 });
      view.answer({ list: 'report.daysBefore', rows: [group('2026-11-08', null, { opened: 2 })], total: 1 });
    });
    const days = screen.getByRole('button', { name: /^Atendimentos abertos, Por dia/u });
    fireEvent.keyDown(days, { key: 'Home' });
    const tip = document.querySelector(`[id="${days.getAttribute('aria-describedby')}"]`)?.textContent;
    expect(tip).toMatch(/15\/11\/2026Período 4.*08\/11\/2026 2$/u);
  });
});

describe('the distribution', () => {
  it('by attendant -> asked for and kept in the address; nobody’s lead to nobody’s tickets', async () => {
    const view = await analytics();
    expect(screen.getByRole('button', { name: 'O que é “Por departamento”?' })).toBeTruthy();
    await view.user.click(radio('Por', 'Atendente'));
    expect(query().get('by')).toBe('user');
    expect(view.last('report.users')).toMatchObject({ limit: 10, sort: { by: 'opened', descending: true } });
    expect(screen.queryByRole('button', { name: /^O que é “Por/u })).toBeNull();
    const rows = [group('1', 'Bruno', { opened: 4 }), group('', null, { opened: 3 })];
    act(() => view.answer({ list: 'report.users', rows, total: 2 }));
    const ranks = within(screen.getByRole('list', { name: 'Atendimentos abertos, Por atendente' }));
    await view.user.click(ranks.getByRole('button', { name: 'Sem atendente: 3. Ver os atendimentos' }));
    expect(view.last('report.tickets')?.filters).toMatchObject({ groupBy: 'user', groupKey: '' });
  });

  it('ten are on one page; eleven -> the next one is asked for', async () => {
    const view = await analytics();
    const card = within(screen.getByRole('region', { name: 'Distribuição' }));
    const answer = (total: number) => {
      act(() => view.append({ type: 'list.outdated', list: 'report.departments' }));
      const rows = pages(total).map((row) => ({ ...row, numbers: numbers({ opened: 1 }) }));
      act(() => view.answer({ list: 'report.departments', rows, total }));
    };
    answer(10);
    expect(card.queryByRole('button', { name: 'Próxima página' })).toBeNull();
    answer(11);
    await view.user.click(card.getByRole('button', { name: 'Próxima página' }));
    expect(view.last('report.departments')?.page).toBe(2);
  });
});

describe('the numbers of now', () => {
  const now = () => within(screen.getByRole('region', { name: 'Agora' }));
  const at = Date.UTC(2026, 10, 21, 13, 30);

  it('a row says how long its customers wait, and leads to its open ones; by attendant -> asked for', async () => {
    const view = await analytics();
    const row = within(now().getByRole('row', { name: 'Vendas' }));
    expect(row.getAllByRole('gridcell').map(({ textContent }) => textContent)).toEqual([
      '31',
      '14',
      '32',
      '1 h 30 min',
    ]);
    await view.user.click(row.getByText('31'));
    expect(await screen.findByRole('dialog', { name: 'Em aberto: Vendas' })).toBeTruthy();
    expect(view.last('report.tickets')?.filters).toEqual({ tickets: 'open', groupBy: 'department', groupKey: '7' });
    await view.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await view.user.click(radio('Agrupar os números de agora por', 'Atendente'));
    expect(view.last('report.now')?.filters).toEqual({ groupBy: 'user' });
  });

  it('the longest wait leads to those without an answer; none -> nothing to open; not renewed -> said', async () => {
    const view = await analytics();
    await view.user.click(now().getByRole('button', { name: /^Maior espera: / }));
    expect(view.last('report.tickets')?.filters).toEqual({ tickets: 'unanswered' });
    await view.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    const none = { open: 0, waiting: 0, unanswered: 0, longestWaitSince: null };
    act(() => view.append({ type: 'list.outdated', list: 'report.now' }));
    const rows = [{ id: 'total', label: null, numbers: none }];
    act(() => view.answer({ list: 'report.now', rows, total: 1, facts: { at, online: 0 } }));
    expect(now().queryByRole('button', { name: /Ver os atendimentos$/u })).toBeNull();
    expect(screen.getByRole('group', { name: 'Maior espera' }).textContent).toContain('—');
    expect(screen.getByRole('group', { name: 'Atendentes on-line' }).textContent).toContain('0');
    expect(now().getByText('Nenhum atendimento em aberto.')).toBeTruthy();
    act(() => view.append({ type: 'list.outdated', list: 'report.now' }));
    fail(view, 'report.now');
    expect(now().getByText(/^Não conseguimos atualizar os números de agora/u)).toBeTruthy();
  });
});

describe('what is behind a number', () => {
  const columns = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
  const ticket = {
    id: '900',
    protocol: '20261121-0001',
    customer: { id: '5', name: 'João' },
    user: null,
    instance: { id: '1', name: 'Vendas' },
    startedAt: Date.UTC(2026, 10, 21, 13),
    finishedAt: null,
    waitingSince: null,
    firstResponse: null,
    handling: null,
    received: 1,
    sent: 0,
  };

  it('of now: how long they wait, nothing that only an end has; without the permissions no links', async () => {
    const view = await analytics();
    act(() => view.append({ type: 'permissions.listed', routes: ['dashboard-control-panel'] }));
    await view.user.click(screen.getByRole('button', { name: 'Na fila: 14. Ver os atendimentos' }));
    const dialog = within(await screen.findByRole('dialog'));
    act(() => view.answer({ list: 'report.tickets', rows: [ticket], total: 1 }));
    expect(columns()).toContain('Esperando há');
    expect(columns()).not.toContain('Finalizado em');
    expect(dialog.queryByRole('link')).toBeNull();
    expect(dialog.queryByRole('button', { name: /^Desfecho/u })).toBeNull();
    act(() => view.append({ type: 'permissions.listed', routes: ['chat'] }));
    expect(dialog.getAllByRole('link').map((link) => link.getAttribute('aria-label'))).toEqual([
      'Abrir a conversa: 20261121-0001',
    ]);
  });

  it('finished ones: by outcome, also those without one, and downloaded so', async () => {
    const view = await analytics();
    act(() => view.append({ type: 'list.outdated', list: 'report.numbers' }));
    const finished = numbers({ finished: 3 });
    const period = { id: 'period', start: '2026-11-21', finish: '2026-11-21', numbers: finished } as const;
    act(() => view.answer({ list: 'report.numbers', rows: [period], total: 1 }));
    await view.user.click(screen.getByRole('button', { name: 'Atendimentos finalizados: 3. Ver os atendimentos' }));
    const dialog = within(await screen.findByRole('dialog'));
    const outcomes = [
      { id: '4', name: 'Vendeu', isDeleted: true, tickets: 2 },
      { id: '', name: null, isDeleted: false, tickets: 1 },
    ];
    act(() => {
      view.answer({ list: 'report.outcomes', rows: outcomes, total: 2 });
      view.answer({ list: 'report.tickets', rows: [ticket], total: 1 });
    });
    expect(columns()).toContain('Finalizado em');
    expect(columns()).not.toContain('Esperando há');
    await view.user.click(dialog.getByRole('button', { name: 'Desfecho: Todos' }));
    const offered = (await screen.findAllByRole('menuitemradio')).map(({ textContent }) => textContent);
    expect(offered).toEqual(['Todos', 'Vendeu (excluído) · 2', 'Sem desfecho · 1']);
    await view.user.click(screen.getByRole('menuitemradio', { name: 'Sem desfecho · 1' }));
    expect(view.last('report.tickets')?.filters).toMatchObject({ tickets: 'finished', outcome: '' });
    await view.user.click(dialog.getByRole('button', { name: 'Baixar' }));
    await view.user.click(await screen.findByRole('menuitem', { name: 'CSV' }));
    expect(view.given('form.save').at(-1)?.values).toMatchObject({
      tickets: 'finished',
      start_at: '2026-11-21',
      finish_at: '2026-11-21',
      outcome_id: '',
      group_by: null,
    });
  });
});

describe('whose numbers', () => {
  it('a department -> of every list, and of what is behind it; cleared -> of all', async () => {
    const view = await analytics();
    act(() => view.answer({ list: 'choices.departments', rows: [{ id: '7', label: 'Vendas' }], total: 1 }));
    expect(screen.queryByRole('button', { name: 'Limpar filtros' })).toBeNull();
    await view.user.click(screen.getByRole('button', { name: 'Departamento: Todos' }));
    await view.user.click(await screen.findByRole('menuitemradio', { name: 'Vendas' }));
    expect(view.last('report.numbers')?.filters['departments']).toBe('7');
    expect(view.last('report.now')?.filters['departments']).toBe('7');
    expect(view.last('report.hoursBefore')?.filters['departments']).toBe('7');
    await view.user.click(screen.getByRole('button', { name: 'Limpar filtros' }));
    expect(view.last('report.now')?.filters).toEqual({ groupBy: 'department' });
    expect(query().has('departments')).toBe(false);
  });

  it('compared with a year before -> said, with the days, and that today isn’t over', async () => {
    const view = await analytics();
    const until = 'Até o mesmo horário, pois o dia de hoje ainda não acabou';
    expect(screen.getByText(until)).toBeTruthy();
    await view.user.click(screen.getByRole('button', { name: 'Período: Hoje' }));
    await view.user.click(await screen.findByRole('menuitemradio', { name: 'Mesmos dias do ano anterior' }));
    expect(view.last('report.numbers')?.filters['compareStart']).toBe('2025-11-21');
    expect(screen.getByText(/^Comparado com .*2025/u)).toBeTruthy();
    await view.user.click(screen.getByRole('button', { name: 'Período: Hoje' }));
    await view.user.click(await screen.findByRole('menuitemradio', { name: 'Ontem' }));
    expect(screen.queryByText(until)).toBeNull();
    expect(query().get('compare')).toBe('year');
  });

  it('an address that is wrong -> the screen’s own days, and everybody', async () => {
    const { last } = await analytics('/?start=2026-11-20&finish=2026-11-02&users=a&by=x&metric=y', 'analytics');
    expect(last('report.days')?.filters).toEqual({ start: '2026-10-23', finish: '2026-11-21' });
  });

  it('attendants: three by their names, more as a number; those a search hides stay chosen; none -> all', async () => {
    const view = await reportScreen(<ReportScreen />);
    const rows = ['Ana', 'Bia', 'Caio', 'Davi'].map((label, n) => ({ id: `${n + 1}`, label }));
    act(() => view.answer({ list: 'choices.users', rows, total: 4 }));
    const button = () => screen.getByRole('button', { name: /^Atendentes: / }).getAttribute('aria-label');
    await view.user.click(screen.getByRole('button', { name: 'Atendentes: Todos os atendentes' }));
    await screen.findByRole('searchbox', { name: 'Buscar por nome' });
    const tick = (name: string) => view.user.click(screen.getByRole('checkbox', { name }));
    for (const name of ['Ana', 'Bia', 'Caio']) await tick(name);
    const label = () => screen.getByRole('button', { name: /^Atendentes: /u, hidden: true }).getAttribute('aria-label');
    expect(label()).toBe('Atendentes: Ana, Bia, Caio');
    await view.user.type(screen.getByRole('searchbox', { name: 'Buscar por nome' }), 'DAV');
    expect(screen.getAllByRole('checkbox')).toHaveLength(1);
    await tick('Davi');
    expect(label()).toBe('Atendentes: 4 escolhidos');
    await view.user.clear(screen.getByRole('searchbox', { name: 'Buscar por nome' }));
    await view.user.type(screen.getByRole('searchbox', { name: 'Buscar por nome' }), 'xyz');
    expect(screen.getByText('Ninguém encontrado.')).toBeTruthy();
    await view.user.click(screen.getByRole('button', { name: 'Limpar escolha' }));
    await view.user.keyboard('{Escape}{Escape}');
    await waitFor(() => expect(button()).toBe('Atendentes: Todos os atendentes'));
    await view.user.click(screen.getByRole('button', { name: 'Gerar relatório' }));
    expect(view.last('report.dashboard')?.filters).toEqual({ start: '2026-10-01', finish: '2026-10-31' });
    act(() => view.answer({ list: 'report.dashboard', rows: [group('total', null)], total: 1 }));
    expect(screen.getByText('O total inclui também o que não tem atendente.')).toBeTruthy();
  });
});

describe('the productivity report', () => {
  it('a hidden number has no column; the total leads to everybody’s tickets; 26 are on two pages', async () => {
    const view = await reportScreen(<ProductivityScreen />);
    const period = {
      id: 'period',
      start: '2026-11-15',
      finish: '2026-11-21',
      numbers: numbers({ opened: 9 }),
    } as const;
    act(() => {
      view.append({ type: 'columns.chosen', table: 'report.users', hidden: ['finished'] });
      view.answer({ list: 'report.users', rows: [group('1', 'Bruno', { opened: 9 })], total: 25 });
      view.answer({ list: 'report.numbers', rows: [period], total: 1 });
    });
    const titles = screen.getAllByRole('columnheader').map(({ textContent }) => textContent);
    expect([titles.includes('Abertos'), titles.includes('Finalizados')]).toEqual([true, false]);
    expect(screen.queryByRole('button', { name: 'Próxima página' })).toBeNull();
    await view.user.click(screen.getByRole('button', { name: 'Atendimentos abertos, Total: 9. Ver os atendimentos' }));
    expect(view.last('report.tickets')?.filters).toEqual({
      start: '2026-11-15',
      finish: '2026-11-21',
      tickets: 'opened',
    });
    await view.user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    act(() => view.append({ type: 'list.outdated', list: 'report.users' }));
    act(() => view.answer({ list: 'report.users', rows: [group('1', 'Bruno', { opened: 9 })], total: 26 }));
    await view.user.click(screen.getByRole('button', { name: 'Próxima página' }));
    expect(view.last('report.users')?.page).toBe(2);
  });

  it.each<[number | null, number | null, string | null]>([
    [3, 4, 'caiu 25%'],
    [5, 4, 'subiu 25%'],
    [1_004, 1_000, 'igual'],
    [1_005, 1_000, 'subiu 1%'],
    [4, 0, null],
    [null, 4, null],
    [4, null, null],
  ])('%s after %s -> %s', async (value, before, words) => {
    await renderScreen(<Delta value={value} before={before} beforeText={`${before}`} />);
    expect(screen.queryByRole('img')?.getAttribute('aria-label') ?? null).toBe(words);
    expect(screen.getByText(`antes ${before}`)).toBeTruthy();
  });
});

it('days of a form: one that is none is told at its field; more than three years are too many', async () => {
  const view = await reportScreen(<ReportScreen />);
  const user = userEvent.setup();
  await typeDate('Primeiro dia', '2021-10-01');
  await user.click(screen.getByRole('button', { name: 'Gerar relatório' }));
  expect(screen.getByText('O período pode ter no máximo três anos.')).toBeTruthy();
  expect(view.asked('report.dashboard')).toEqual([]);
});
