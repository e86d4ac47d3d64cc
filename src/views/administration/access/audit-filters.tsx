import { useSelector } from '@xstate/react';
import { useState, type ReactNode } from 'react';
import { formatDays } from '../../../i18n/calendar-days.ts';
import { selectLocale } from '../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { useNow } from '../../app/use-now.ts';
import { useText } from '../../kit/useText.ts';
import type { ListFilter } from '../list/FilterChoice.tsx';
import { useChoices, type Listing } from '../list/use-listing.ts';
import { DaysDialog } from '../reports/DaysDialog.tsx';

/** What one can filter by: a name, and the actions or their beginnings. The name is the first of them. */
const kinds = [
  ['login', 'login,login.,logout,tenant.enter,session.reuse'],
  ['session.', 'session.,user.disconnect'],
  ['password.', 'password.,user.password'],
  ['twoFactor.', 'twoFactor.,security.,login.codeFailed'],
  ['identity.', 'identity.,login.identityRefused'],
  ['user.', 'user.'],
  ['user.invite', 'user.invite,user.inviteRevoked,user.register'],
  ['role.', 'role.'],
  ['department.', 'department.'],
  ['instance.', 'instance.'],
  ['ticket.', 'ticket.'],
  ['transfer.', 'transfer.'],
  ['customer.', 'customer.'],
  ['setting.', 'setting.'],
  ['terms.', 'terms.'],
  ['sheet.', 'sheet.,audit.export,protocol.export'],
  ['tenant.', 'tenant.'],
  ['maintenance.', 'maintenance.'],
] as const;

/** Days that one can look back, today among them. */
const periods = [1, 7, 30, 90] as const;

/** Where a day began, so many days before or after the one of a moment, by the reader's clock. */
function dayFrom(moment: number, days: number): string {
  const day = new Date(moment);
  day.setHours(0, 0, 0, 0);
  day.setDate(day.getDate() + days);
  return day.toISOString();
}

/** The moment at which a day of the calendar begins, by the reader's clock. */
function startOf(day: string): number {
  return new Date(`${day}T00:00:00`).getTime();
}

/** The day of the calendar that a moment is on, as `2026-11-20`. */
function dayOf(moment: number): string {
  return new Date(moment).toLocaleDateString('sv-SE');
}

/** Who, what and when one looks for; `dialog` is where the days are chosen. */
export function useAuditFilters(listing: Listing<'audit'>): {
  readonly filters: readonly ListFilter[];
  readonly dialog: ReactNode;
} {
  const text = useText();
  const now = useNow();
  const users = useChoices('choices.users');
  const { directory } = useApp();
  const locale = useSelector(directory.shell, selectLocale);
  const [isChoosing, setChoosing] = useState(false);
  const { from, to } = listing.query.filters;
  // `to` is the first moment that isn't of the last day any more.
  const chosen =
    from === undefined || to === undefined
      ? undefined
      : { start: dayOf(Date.parse(from)), finish: dayOf(Date.parse(to) - 1) };
  const today = dayOf(now);
  return {
    filters: [
      { name: 'user', label: text('access.who'), options: users },
      {
        name: 'action',
        label: text('access.action'),
        options: kinds.map(([kind, id]) => ({ id, label: text(`access.action.${kind}`) })),
      },
      {
        name: 'from',
        label: text('access.period'),
        all: text('access.from.all'),
        options: periods.map((days) => ({
          id: dayFrom(now, 1 - days),
          label: text(days === 1 ? 'access.from.today' : 'access.from.days', { days }),
        })),
        clears: ['to'],
        other: {
          label: text('reports.period.custom'),
          chosen: chosen && formatDays(locale, chosen.start, chosen.finish),
          onChoose: () => setChoosing(true),
        },
      },
    ],
    dialog: isChoosing && (
      <DaysDialog
        days={chosen ?? { start: today, finish: today }}
        today={today}
        onClose={() => setChoosing(false)}
        onChoose={({ start, finish }) => {
          setChoosing(false);
          const days = { from: dayFrom(startOf(start), 0), to: dayFrom(startOf(finish), 1) };
          listing.ask({ filters: { ...listing.query.filters, ...days } });
        }}
      />
    ),
  };
}
