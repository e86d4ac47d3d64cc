import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeAll, describe, expect, it } from 'vitest';
import { METRICS } from '../../contract/facts/metrics.ts';
import type { ListName } from '../../src/machines/log/events-administration.ts';
import { metrics } from '../../src/views/administration/reports/metrics.ts';
import { comparedDays, daysOfPreset, presets } from '../../src/views/administration/reports/period.ts';
import { ProductivityScreen } from '../../src/views/administration/reports/ProductivityScreen.tsx';
import { ReportScreen } from '../../src/views/administration/reports/ReportScreen.tsx';
import { SheetsDialog } from '../../src/views/administration/tenants/SheetsDialog.tsx';
import { dateField, typeDate } from './date-support.ts';
import { renderScreen } from './administration-support.tsx';
import { expectExplained } from './numbers-support.ts';
import { analytics, group, measureCharts, numbers, reportScreen, users } from './report-support.tsx';

// A busy machine draws a chart's table and a menu later than a second.

beforeAll(measureCharts);

it('every number of the contract has its name, its definition and its tickets here', () => {
  const ofDays = METRICS.filter(({ of }) => of === 'period').map(({ labelId, definitionId, tickets, unit }) => ({
    label: labelId,
    definition: definitionId,
    tickets,
    unit,
  }));
  const here = metrics.map(({ label, definition, tickets, unit }) => ({ label, definition, tickets, unit }));
  expect(here).toHaveLength(ofDays.length);
  expect(here).toEqual(expect.arrayContaining(ofDays));
});

describe('days', () => {
  it.each([
    ['today', '2026-03-01', '2026-03-01 2026-03-01', '2026-02-28 2026-02-28', '2025-03-01 2025-03-01'],
    ['yesterday', '2026-03-01', '2026-02-28 2026-02-28', '2026-02-27 2026-02-27', '2025-02-28 2025-02-28'],
    ['last7', '2026-03-01', '2026-02-23 2026-03-01', '2026-02-16 2026-02-22', '2025-02-23 2025-03-01'],
    ['last30', '2026-03-01', '2026-01-31 2026-03-01', '2026-01-01 2026-01-30', '2025-01-31 2025-03-01'],
    ['thisMonth', '2024-02-29', '2024-02-01 2024-02-29', '2024-01-03 2024-01-31', '2023-02-01 2023-03-01'],
    ['lastMonth', '2026-01-15', '2025-12-01 2025-12-31', '2025-10-31 2025-11-30', '2024-12-01 2024-12-31'],
  ] as const)('%s on %s: %s, beside %s or %s', (preset, today, days, previous, year) => {
    const found = daysOfPreset(preset, today);
    const told = ({ start, finish }: { start: string; finish: string }) => `${start} ${finish}`;
    expect(told(found)).toBe(days);
    expect(told(comparedDays(found, 'previous'))).toBe(previous);
    expect(told(comparedDays(found, 'year'))).toBe(year);
    expect(presets).toContain(preset);
  });

  it('of a leap day the year before has the last of its February', () => {
    expect(comparedDays({ start: '2024-02-29', finish: '2024-02-29' }, 'year').start).toBe('2023-02-28');
  });
});

describe('the control panel', () => {
  it('shows what is now and what was, beside the days before, in the company’s time zone', async () => {
    const { last, events } = await analytics();
    expectExplained(events, [
      'row:report.numbers:numbers.opened:period',
      'row:report.now:numbers.open:total',
      'row:report.now:numbers.open:7',
      'row:report.now:facts.online:',
    ]);
    expect(screen.getByRole('button', { name: 'Em aberto: 61. Ver os atendimentos' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Maior espera: 1 h 30 min. Ver os atendimentos' })).toBeTruthy();
    // 13:30 in Greenwich is 9:30 in Manaus, wherever the screen is.
    expect(screen.getByText('Atualizado às 09:30')).toBeTruthy();
    expect(screen.getByText(/: Manaus \(GMT−4\)/u)).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Instância: Todas' })).toBeTruthy();
    const opened = screen.getByRole('group', { name: 'Atendimentos abertos' });
    expect(opened.textContent).toContain('1.280');
    expect(within(opened).getByRole('img', { name: 'subiu 100%' })).toBeTruthy();
    expect(opened.textContent).toContain('antes 640');
    expect(last('report.numbers')?.filters).toEqual({
      start: '2026-11-21',
      finish: '2026-11-21',
      compareStart: '2026-11-20',
    });
    // One day alone has no course of days.
    expect(last('report.days')).toBeUndefined();
  });

  it('the tab hidden -> no more renewed; seen again -> asked at once', async () => {
    const { append, last, asked } = await analytics();
    expect(last('report.now')?.renewMs).toBe(10_000);
    act(() => append({ type: 'page.visibilityChanged', visible: false }));
    expect(last('report.now')?.renewMs).toBeNull();
    const before = asked('report.now').length;
    act(() => append({ type: 'page.visibilityChanged', visible: true }));
    expect(asked('report.now').length).toBe(before + 1);
    expect(last('report.now')?.renewMs).toBe(10_000);
  });

  it('a number says in words what it is, by keyboard too', async () => {
    const { user } = await analytics();
    const waiting = screen.getByRole('group', { name: 'Tempo médio de espera' });
    act(() =>
      within(waiting)
        .getByRole('button', { name: /O que é/u })
        .focus(),
    );
    await user.keyboard('{Enter}');
    const words = await screen.findByRole('dialog', { name: /O que é.*Tempo médio de espera/iu });
    expect(words.textContent).toContain('desde a primeira mensagem ainda não respondida');
  });

  it('from a number to its tickets, from there to the conversation -> back: the tickets again, on their page', async () => {
    const { user, answer, last, append } = await analytics();
    act(() => append({ type: 'permissions.listed', routes: ['chat', 'dashboard-control-panel'] }));
    await user.click(screen.getByRole('button', { name: 'Vendas: 23. Ver os atendimentos' }));
    expect(last('report.tickets')?.filters).toEqual({
      start: '2026-11-21',
      finish: '2026-11-21',
      tickets: 'opened',
      groupBy: 'department',
      groupKey: '7',
    });
    act(() =>
      answer({
        list: 'report.tickets',
        rows: [
          {
            id: '900',
            protocol: '20261121-0001',
            customer: { id: '5', name: 'João Teixeira' },
            user: null,
            instance: { id: '1', name: 'Vendas' },
            startedAt: Date.UTC(2026, 10, 21, 13),
            finishedAt: null,
            waitingSince: null,
            firstResponse: 65_000,
            handling: null,
            received: 2,
            sent: 1,
          },
        ],
        total: 11,
      }),
    );
    const dialog = screen.getByRole('dialog', { name: 'Atendimentos abertos: Vendas (11 atendimentos)' });
    expect(dialog.textContent).toContain('21 nov. 2026 09:00');
    expect(dialog.textContent).toContain('1 min 05 s');
    const link = within(dialog).getByRole('link', { name: 'Abrir a conversa: 20261121-0001' });
    expect(link.getAttribute('href')).toBe('/chat/900');
    await user.click(within(dialog).getByRole('button', { name: 'Próxima página' }));
    await user.click(link);
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Browser: back' }));
    const again = await screen.findByRole('dialog', { name: 'Atendimentos abertos: Vendas' });
    expect(last('report.tickets')).toMatchObject({ page: 2, filters: { groupKey: '7' } });
    await user.click(within(again).getByRole('button', { name: 'Fechar' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await user.click(screen.getByRole('button', { name: 'Na fila: 14. Ver os atendimentos' }));
    expect(last('report.tickets')?.filters).toEqual({ tickets: 'waiting' });
    await user.keyboard('{Escape}');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Na fila: 14. Ver os atendimentos');
  });

  it('a chart by arrow keys and as a table; another metric asks for the most of that', async () => {
    const { user, last } = await analytics();
    const chart = screen.getByRole('button', { name: /^Atendimentos abertos, Por hora do dia/u });
    act(() => chart.focus());
    fireEvent.keyDown(chart, { key: 'Home' });
    for (let hour = 0; hour < 9; hour += 1) fireEvent.keyDown(chart, { key: 'ArrowRight' });
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain('9 hPeríodo 13Comparação —');
    const view = screen.getByRole('radiogroup', { name: 'Como mostrar Por hora do dia' });
    await user.click(within(view).getByRole('radio', { name: 'Tabela' }));
    const table = await screen.findByRole('grid', { name: 'Por hora do dia' });
    expect((await within(table).findByRole('row', { name: '9 h' })).textContent).toContain('13');
    await user.click(screen.getByRole('button', { name: 'Métrica: Atendimentos abertos' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Tempo médio de espera' }));
    await waitFor(() => expect(last('report.departments')?.sort).toEqual({ by: 'waitingAverage', descending: true }));
  });

  it('other days -> every list is asked for them; an end before its start is refused where it stands', async () => {
    const { user, last } = await analytics();
    await user.click(screen.getByRole('button', { name: 'Período: Hoje' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Últimos 7 dias' }));
    expect(last('report.days')?.filters).toEqual({ start: '2026-11-15', finish: '2026-11-21' });
    expect(last('report.daysBefore')?.filters).toEqual({
      start: '2026-11-08',
      finish: '2026-11-14',
      comparedTo: '2026-11-15',
    });
    expect(last('report.hours')?.filters).toEqual({ start: '2026-11-15', finish: '2026-11-21' });
    await user.click(screen.getByRole('button', { name: 'Período: Últimos 7 dias' }));
    await user.click(await screen.findByRole('menuitemradio', { name: 'Escolher dias…' }));
    const dialog = await screen.findByRole('dialog', { name: 'Escolher o período' });
    await typeDate('Último dia', '2026-11-01');
    await user.click(within(dialog).getByRole('button', { name: 'Mostrar' }));
    expect(within(dialog).getByText('A data final não pode ser anterior à data inicial.')).toBeTruthy();
    await typeDate('Primeiro dia', '2026-10-01');
    await user.click(within(dialog).getByRole('button', { name: 'Mostrar' }));
    expect(last('report.hours')?.filters).toEqual({ start: '2026-10-01', finish: '2026-11-01' });
  });
});

describe('the productivity report', () => {
  async function productivity() {
    const shown = await reportScreen(<ProductivityScreen />);
    act(() => {
      shown.answer({ list: 'report.users', rows: users, total: 2 });
      shown.answer({ list: 'report.usersBefore', rows: [group('1', 'Bruno Carvalho', { handled: 6 })], total: 1 });
      shown.answer({
        list: 'report.numbers',
        rows: [
          { id: 'period', start: '2026-11-15', finish: '2026-11-21', numbers: numbers({ opened: 15, handled: 9 }) },
          { id: 'previous', start: '2026-11-08', finish: '2026-11-14', numbers: numbers({ opened: 30, handled: 6 }) },
        ],
        total: 2,
      });
    });
    return shown;
  }

  it('each attendant beside their days before, all together last; a title sorts, a number leads to its tickets', async () => {
    const { user, last, events } = await productivity();
    expectExplained(events, [
      'row:report.users:numbers.handled:1',
      'row:report.users:numbers.opened:',
      'row:report.numbers:numbers.opened:period',
    ]);
    const bruno = screen.getByRole('row', { name: 'Bruno Carvalho' });
    expect(
      within(bruno)
        .getAllByRole('img')
        .map((delta) => delta.getAttribute('aria-label')),
    ).toEqual(['subiu 50%']);
    expect(screen.getAllByRole('row').at(-1)?.textContent).toMatch(/^Total15▼ 50%antes 30/u);
    await user.click(screen.getByRole('columnheader', { name: 'Tempo de espera' }));
    expect(last('report.users')?.sort).toEqual({ by: 'waitingAverage', descending: false });
    await user.click(
      screen.getByRole('button', { name: 'Atendimentos abertos, Bruno Carvalho: 12. Ver os atendimentos' }),
    );
    expect(last('report.tickets')?.filters).toMatchObject({ tickets: 'opened', groupBy: 'user', groupKey: '1' });
  });

  it('taken as a file: what is shown; refused -> told in words; once there the button is free again', async () => {
    const { user, given, refuse, append } = await productivity();
    await user.click(screen.getByRole('button', { name: 'Baixar' }));
    await user.click(await screen.findByRole('menuitem', { name: 'Excel (XLSX)' }));
    expect(given('form.save').at(-1)).toMatchObject({
      form: 'download',
      key: 'report.groups',
      values: { group_by: 'user', start_at: '2026-11-15', finish_at: '2026-11-21', format: 'xlsx', locale: 'pt_BR' },
    });
    expect(await screen.findByRole('button', { name: /Baixando/u })).toBeTruthy();
    act(() => refuse('download', 'report.groups', 'error.sheet.busy'));
    expect((await screen.findByRole('alert')).textContent).toContain('Há planilhas demais sendo geradas agora.');
    await user.click(screen.getByRole('button', { name: 'Baixar' }));
    await user.click(await screen.findByRole('menuitem', { name: 'CSV' }));
    expect(screen.queryByRole('alert')).toBeNull();
    const request = given('form.save').at(-1)?.request ?? 0;
    const lists: readonly ListName[] = [];
    const saved = { form: 'download', key: 'report.groups', request, id: 'x.csv', version: null, lists } as const;
    act(() => append({ type: 'form.saved', ...saved }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Baixar' })).toBeTruthy());
  });
});

describe('the report by period', () => {
  it('days and people chosen -> asked for; the answer with its totals; days that the server refuses are told', async () => {
    const { user, answer, last, append, asked } = await reportScreen(<ReportScreen />);
    act(() => answer({ list: 'choices.users', rows: [{ id: '1', label: 'Bruno Carvalho' }], total: 1 }));
    expect(screen.getByText('Escolha o período e os atendentes')).toBeTruthy();
    await typeDate('Primeiro dia', '2026-12-01');
    await user.click(screen.getByRole('button', { name: 'Gerar relatório' }));
    expect(screen.getByText('A data final não pode ser anterior à data inicial.')).toBeTruthy();
    expect(asked('report.dashboard')).toHaveLength(0);
    await typeDate('Primeiro dia', '2026-10-01');
    await user.click(screen.getByRole('button', { name: 'Atendentes: Todos os atendentes' }));
    await user.click(await screen.findByRole('checkbox', { name: 'Bruno Carvalho' }));
    await user.keyboard('{Escape}');
    await user.click(screen.getByRole('button', { name: 'Gerar relatório' }));
    expect(last('report.dashboard')?.filters).toEqual({ start: '2026-10-01', finish: '2026-10-31', users: '1' });
    act(() => answer({ list: 'report.dashboard', rows: [group('total', null, { opened: 15 }), ...users], total: 3 }));
    expect(screen.getAllByRole('row').at(-1)?.textContent).toMatch(/^Total15/u);
    const fields = { finish_at: 'error.report.tooLong' };
    const failure = { code: 'INVALID', key: 'error.form.invalid', params: {}, fields, requestId: 'r-9' } as const;
    act(() => append({ type: 'list.outdated', list: 'report.dashboard' }));
    const request = asked('report.dashboard').at(-1)?.request ?? 0;
    act(() => append({ type: 'list.failed', list: 'report.dashboard', request, failure }));
    expect(screen.getByRole('alert').textContent).toContain('O período pode ter no máximo três anos.');
  });
});

describe('a company’s sheets', () => {
  it('chosen -> asked for; a day refused stands at its field, and nothing chosen is lost', async () => {
    const { given, refuse } = await renderScreen(<SheetsDialog tenant={null} onClose={() => undefined} />);
    const user = userEvent.setup();
    await user.click(screen.getByRole('button', { name: /Planilha/u }));
    const offered = (await screen.findAllByRole('option')).map(({ textContent }) => textContent);
    expect(offered).toEqual(['Atendimentos', 'Registro das instâncias']);
    await user.click(screen.getByRole('option', { name: 'Registro das instâncias' }));
    await typeDate('Primeiro dia', '2024-01-01');
    await user.click(screen.getByRole('button', { name: 'Baixar' }));
    const values = { sheet: 'instance_logs', tenantName: null, startAt: '2024-01-01', format: 'csv', locale: 'pt_BR' };
    expect(given('form.save').at(-1)).toMatchObject({ form: 'download', key: 'tenant', values });
    act(() => refuse('download', 'tenant', 'error.form.invalid', { finishAt: 'error.sheet.tooLong' }));
    expect(screen.getByText('Escolha no máximo um ano.')).toBeTruthy();
    expect((await dateField('Primeiro dia')).textContent).toContain('01/01/2024');
  });
});
