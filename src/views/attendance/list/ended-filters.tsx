import type { ReactNode } from 'react';
import type { InboxFilters } from '../../../machines/log/events-inbox.ts';
import { useListing, wholeList, type Listing } from '../../administration/list/use-listing.ts';
import type { MenuGroup } from '../../kit/menu-items.ts';
import { useText } from '../../kit/useText.ts';
import { usePeriod } from './use-period.tsx';

/** A filter that is set, and what takes it away. */
export interface FilterChip {
  readonly name: string;
  readonly label: string;
  readonly remove: () => void;
}

const ANY_OUTCOME = 'anyOutcome';
const OUTCOME = 'outcome:';

interface EndedFiltersProps {
  readonly only: InboxFilters;
  readonly isFinished: boolean;
  /** Whether the menu is about to be opened. */
  readonly isNear: boolean;
  readonly narrow: (filters: InboxFilters) => void;
}

interface EndedFilters {
  readonly groups: readonly MenuGroup[];
  readonly chips: readonly FilterChip[];
  readonly outcomes: Listing<'chat.outcomes'>;
  readonly dialog: ReactNode;
}

/** Filters of finished conversations: in which days of the company they ended, and with which outcome. */
export function useEndedFilters({ only, isFinished, isNear, narrow }: EndedFiltersProps): EndedFilters {
  const text = useText();
  const { ended = {} } = only;
  const change = (changed: NonNullable<InboxFilters['ended']>) => {
    const { ended: _, ...rest } = only;
    const next = { ...ended, ...changed };
    const isAny = next.from === undefined && next.to === undefined && next.outcome === undefined;
    narrow(isAny ? rest : { ...rest, ended: next });
  };
  const isWanted = isFinished && (isNear || only.ended !== undefined);
  const outcomes = useListing('chat.outcomes', wholeList, isWanted ? 'opens' : 'known');
  const period = usePeriod({
    period: ended,
    onChange: ({ from, to }) => change({ from, to }),
    title: text('listFilters.period'),
    isWanted,
  });
  if (!isFinished) return { groups: [], chips: [], outcomes, dialog: null };
  const names = outcomes.rows?.map(({ name }) => name) ?? [];
  const groups: MenuGroup[] = [period.group];
  if (names.length > 0 || ended.outcome !== undefined) {
    groups.push({
      id: 'outcome',
      title: text('listFilters.outcome'),
      entries: [
        { id: ANY_OUTCOME, label: text('listFilters.outcome.any') },
        ...names.map((name) => ({ id: OUTCOME + name, label: name })),
        { id: OUTCOME, label: text('listFilters.outcome.none') },
      ],
      selected: ended.outcome === undefined ? ANY_OUTCOME : OUTCOME + ended.outcome,
      onSelect: (id) => change({ outcome: id === ANY_OUTCOME ? undefined : id.slice(OUTCOME.length) }),
    });
  }
  const chips: FilterChip[] = [];
  if (period.label !== null)
    chips.push({ name: 'period', label: period.label, remove: () => change({ from: undefined, to: undefined }) });
  if (ended.outcome !== undefined) {
    chips.push({
      name: 'outcome',
      label: ended.outcome === '' ? text('listFilters.outcome.none') : ended.outcome,
      remove: () => change({ outcome: undefined }),
    });
  }
  return { groups, chips, outcomes, dialog: period.dialog };
}
