import type { Connection, ConnectionState, ManagedInstance } from '../../../machines/entities/administration.ts';
import { useIsText } from '../../app/failure-text.ts';
import { useNow } from '../../app/use-now.ts';
import type { TableColumn } from '../../kit/DataTable.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { NoValue } from '../list/FirstCell.tsx';
import styles from './standing.module.css';

const tones = { connected: 'success', disconnected: 'danger', unverified: 'warning' } as const;

interface StandingProps {
  readonly state: ConnectionState;
  /** Names the text of why it is disconnected. */
  readonly reasonKey: string | null;
}

/** How an instance stands with its provider, and why. */
export function StandingTag({ state, reasonKey }: StandingProps) {
  const text = useText();
  const isText = useIsText();
  const reason = reasonKey !== null && isText(reasonKey) ? text(reasonKey, { code: '' }) : undefined;
  return (
    <span className={styles.standing}>
      <Tag tone={tones[state]}>{text(`instances.state.${state}`)}</Tag>
      {reason !== undefined && state !== 'connected' && <span className={styles.reason}>{reason}</span>}
    </span>
  );
}

/** The states to filter by. */
export function useStateFilter() {
  const text = useText();
  return {
    name: 'state',
    label: text('instances.state'),
    options: (['connected', 'disconnected', 'unverified'] as const).map((id) => ({
      id,
      label: text(`instances.state.${id}`),
    })),
  };
}

/** What is told of an instance wherever one is listed; `sortBy` are the list's own names to sort by. */
export function useStandingColumns(sortBy: {
  readonly lastSeen: string;
}): Readonly<
  Record<'phone' | 'state' | 'lastSeen' | 'reconnects' | 'active', TableColumn<Connection | ManagedInstance>>
> {
  const text = useText();
  const formats = useFormats();
  const now = useNow();
  return {
    phone: {
      id: 'phone',
      title: text('instances.phone'),
      cell: ({ phone }) => (phone === null ? <NoValue /> : formats.phone(phone)),
    },
    state: {
      id: 'state',
      title: text('instances.state'),
      sortBy: 'state',
      cell: ({ state, reasonKey }) => <StandingTag state={state} reasonKey={reasonKey} />,
    },
    lastSeen: {
      id: 'lastSeen',
      title: text('instances.lastSeen'),
      sortBy: sortBy.lastSeen,
      cell: ({ lastSeenAt }) =>
        lastSeenAt === null ? text('instances.lastSeen.never') : formats.listTime(lastSeenAt, now),
    },
    reconnects: {
      id: 'reconnects',
      title: text('instances.reconnects'),
      sortBy: 'reconnects',
      cell: ({ reconnects }) => formats.number(reconnects),
    },
    active: {
      id: 'active',
      title: text('instances.active'),
      cell: ({ active }) => (
        <Tag tone={active ? 'success' : 'neutral'}>{text(active ? 'instances.active.on' : 'instances.active.off')}</Tag>
      ),
    },
  };
}
