import { act } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useLocation, useNavigate } from 'react-router-dom';
import type { PeriodNumbers, ReportGroup } from '../../src/machines/entities/reports.ts';
import type { ListName } from '../../src/machines/log/events-administration.ts';
import { AnalyticsScreen } from '../../src/views/administration/reports/AnalyticsScreen.tsx';
import { NoSizes } from '../support/no-sizes.ts';
import { renderScreen } from './administration-support.tsx';

/** jsdom measures nothing: a chart is 600 pixels wide. */
export function measureCharts(): void {
  Object.defineProperty(globalThis, 'ResizeObserver', { value: NoSizes });
  Object.defineProperty(HTMLElement.prototype, 'clientWidth', { get: () => 600 });
}

export function numbers(changes: Partial<PeriodNumbers> = {}): PeriodNumbers {
  return {
    opened: 0,
    finished: 0,
    firstResponses: 0,
    firstResponseMedian: null,
    firstResponseAverage: null,
    handled: 0,
    handlingAverage: null,
    answers: 0,
    waitingAverage: null,
    received: 0,
    sent: 0,
    ...changes,
  };
}

export const group = (id: string, label: string | null, changes: Partial<PeriodNumbers> = {}): ReportGroup => ({
  id,
  label,
  numbers: numbers(changes),
});

export const users = [
  group('1', 'Bruno Carvalho', { opened: 12, handled: 9, handlingAverage: 1_800_000 }),
  group('', null, { opened: 3 }),
];

export async function reportScreen(view: React.ReactNode, at = '/') {
  const shown = await renderScreen(view, { at });
  const calendar = { timezone: 'America/Manaus', today: '2026-11-21' };
  act(() => shown.answer({ list: 'report.calendar', rows: [calendar], total: 1 }));
  const asked = (list: ListName) => shown.given('list.fetch').filter((command) => command.list === list);
  return { ...shown, asked, last: (list: ListName) => asked(list).at(-1)?.query, user: userEvent.setup() };
}

/** The browser's own button. */
function Back() {
  const navigate = useNavigate();
  return (
    <button type="button" onClick={() => void navigate(-1)}>
      Browser: back
    </button>
  );
}

/** What is kept in the address. */
function Query() {
  return <output>{useLocation().search}</output>;
}

export async function analytics(at = '/', of: 'controlPanel' | 'analytics' = 'controlPanel') {
  const shown = await reportScreen(
    <>
      <AnalyticsScreen of={of} />
      <Back />
      <Query />
    </>,
    at,
  );
  act(() => {
    shown.answer({
      list: 'report.numbers',
      rows: [
        {
          id: 'period',
          start: '2026-11-21',
          finish: '2026-11-21',
          numbers: numbers({ opened: 1_280, waitingAverage: 120_000 }),
        },
        {
          id: 'previous',
          start: '2026-11-20',
          finish: '2026-11-20',
          numbers: numbers({ opened: 640, waitingAverage: 60_000 }),
        },
      ],
      total: 2,
    });
    const open = { open: 61, waiting: 14, unanswered: 32, longestWaitSince: Date.UTC(2026, 10, 21, 12) };
    shown.answer({
      list: 'report.now',
      rows: [
        { id: 'total', label: null, numbers: open },
        { id: '7', label: 'Vendas', numbers: { ...open, open: 31 } },
      ],
      total: 2,
      facts: { at: Date.UTC(2026, 10, 21, 13, 30), online: 4 },
    });
    const hours = Array.from({ length: 24 }, (_, hour) => group(String(hour), null, { opened: hour === 9 ? 13 : 0 }));
    shown.answer({ list: 'report.hours', rows: hours, total: 24 });
    shown.answer({ list: 'report.departments', rows: [group('7', 'Vendas', { opened: 23 })], total: 1 });
  });
  return shown;
}
