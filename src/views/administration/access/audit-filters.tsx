import { useSelector } from '@xstate/react';
import { useState, type ReactNode } from 'react';
import { dayAfter } from '../../../../contract/facts/days.ts';
import { formatDays, startOfDay } from '../../../i18n/calendar-days.ts';
import { selectLocale } from '../../../machines/shell/shell.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { useNow } from '../../app/use-now.ts';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import type { ListFilter } from '../list/FilterChoice.tsx';
import { useChoices, type Listing } from '../list/use-listing.ts';
import { DaysDialog } from '../reports/DaysDialog.tsx';

/** Action filters: a name, and its actions or prefixes, of which the name is the first. */
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
  ['note.', 'note.'],
  ['customer.', 'customer.'],
  ['tag.', 'tag.'],
  ['outcome.', 'outcome.'],
  ['customer_field.', 'customer_field.'],
  ['audience.', 'audience.'],
  ['customer_group.', 'customer_group.'],
  ['quick_reply.', 'quick_reply.'],
  ['setting.', 'setting.'],
  ['terms.', 'terms.'],
  ['sheet.', 'sheet.,audit.export,protocol.export'],
  ['tenant.', 'tenant.'],
  ['maintenance.', 'maintenance.'],
] as const;

/** Selectable periods in days, today included. */
const periods = [1, 7, 30, 90] as const;

/** Filters by user, action and time; `dialog` chooses custom days. */
export function useAuditFilters(listing: Listing<'audit'>): {
  readonly filters: readonly ListFilter[];
  readonly dialog: ReactNode;
} {
  const text = useText();
  const now = useNow();
  const { dayKey } = useFormats();
  const users = useChoices('choices.users');
  const { directory } = useApp();
  const locale = useSelector(directory.shell, selectLocale);
  const [isChoosing, setChoosing] = useState(false);
  const { from, to } = listing.query.filters;
  // `to` is exclusive.
  const chosen =
    from === undefined || to === undefined
      ? undefined
      : { start: dayKey(Date.parse(from)), finish: dayKey(Date.parse(to) - 1) };
  const today = dayKey(now);
  const beginningOf = (day: string) => new Date(startOfDay(day, dayKey)).toISOString();
  return {
    filters: [
      { name: 'user', label: text('access.who'), options: users.options, lookup: users },
      {
        name: 'action',
        label: text('access.action'),
        all: text('access.action.all'),
        options: kinds.map(([kind, id]) => ({ id, label: text(`access.action.${kind}`) })),
      },
      {
        name: 'from',
        label: text('access.period'),
        all: text('access.from.all'),
        options: periods.map((days) => ({
          id: beginningOf(dayAfter(today, 1 - days)),
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
          const days = { from: beginningOf(start), to: beginningOf(dayAfter(finish, 1)) };
          listing.updateQuery({ filters: { ...listing.query.filters, ...days } });
        }}
      />
    ),
  };
}
