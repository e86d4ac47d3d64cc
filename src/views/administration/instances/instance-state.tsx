import type { InstanceState } from '../../../../contract/facts/administration.ts';
import { INSTANCE_STATES } from '../../../../contract/facts/administration.ts';
import type { Connection, ManagedInstance } from '../../../machines/entities/administration.ts';
import { numberIn } from '../../../machines/replay/row-numbers.ts';
import { useIsText } from '../../app/failure-text.ts';
import { useNow } from '../../app/use-now.ts';
import type { TableColumn } from '../../kit/DataTable.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { NoValue } from '../list/FirstCell.tsx';
import styles from './instance-state.module.css';

const tones = { connected: 'success', disconnected: 'danger', unverified: 'warning' } as const;

interface InstanceStateProps {
  readonly state: InstanceState;
  /** Message id of why it is disconnected. */
  readonly reasonKey: string | null;
}

/** An instance's connection state, and why it is disconnected. */
function InstanceStateTag({ state, reasonKey }: InstanceStateProps) {
  const text = useText();
  const isText = useIsText();
  const reason = reasonKey !== null && isText(reasonKey) ? text(reasonKey, { code: '' }) : undefined;
  return (
    <span className={styles.state}>
      <Tag tone={tones[state]}>{text(`instances.state.${state}`)}</Tag>
      {reason !== undefined && state !== 'connected' && <span className={styles.reason}>{reason}</span>}
    </span>
  );
}

/** Filter by connection state. */
export function useStateFilter() {
  const text = useText();
  return {
    name: 'state',
    label: text('instances.state'),
    options: INSTANCE_STATES.map((id) => ({
      id,
      label: text(`instances.state.${id}`),
    })),
  };
}

/** The columns of every list of instances; `sortBy` are the list's own sort keys. */
export function useInstanceStateColumns(sortBy: {
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
      // Of unofficial instances, only those with a configured gateway have a tested state.
      cell: ({ state, reasonKey, official, ...rest }) =>
        official || state !== 'unverified' || ('gatewayUrl' in rest && rest.gatewayUrl !== undefined) ? (
          <InstanceStateTag state={state} reasonKey={reasonKey} />
        ) : (
          <Tag tone="warning">{text('instances.state.noGateway')}</Tag>
        ),
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
      numberOf: numberIn('connections', 'reconnects'),
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
