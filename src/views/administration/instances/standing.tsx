import type { ConnectionState } from '../../../machines/entities/administration.ts';
import { useIsText } from '../../app/failure-text.ts';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
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
