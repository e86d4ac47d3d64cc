import type { Attendance } from '../../../machines/entities/entities.ts';
import type { TransferTarget } from '../../../machines/log/events-send.ts';
import { useListing, wholeList } from '../../administration/list/use-listing.ts';
import { Button } from '../../kit/Button.tsx';
import { InboxIcon, PeopleIcon } from '../../kit/icons.tsx';
import { SkeletonRows } from '../../kit/Skeleton.tsx';
import { useText } from '../../kit/useText.ts';
import styles from './TransferDialog.module.css';

/** A queue that the ticket may be put into. */
export type Queue = Exclude<TransferTarget, { readonly kind: 'person' }>;

interface QueuesProps {
  readonly ticket: Attendance;
  /** Name of the group of radio buttons. */
  readonly name: string;
  readonly chosen: Queue | undefined;
  readonly onChoose: (queue: Queue) => void;
}

/** The queues a ticket may be put into: its own while somebody has it, and those of the other departments. */
export function Queues({ ticket, name, chosen, onChoose }: QueuesProps) {
  const text = useText();
  const { rows, failure, retry } = useListing('choices.departments', wholeList);
  const others = (rows ?? []).filter(({ id, isInactive }) => id !== ticket.departmentId && isInactive !== true);
  const isWaiting = rows === null && failure === null;
  if (ticket.owner === null && rows !== null && others.length === 0) return null;
  return (
    <fieldset className={styles.people}>
      <legend className={styles.legend}>{text('transfer.places')}</legend>
      {ticket.owner !== null && (
        <label className={styles.person}>
          <input
            type="radio"
            name={name}
            checked={chosen?.kind === 'queue'}
            onChange={() => onChoose({ kind: 'queue' })}
          />
          <InboxIcon />
          <span className={styles.who}>
            <strong>{text('transfer.queue')}</strong>
            <small>{text('transfer.queue.hint')}</small>
          </span>
        </label>
      )}
      {isWaiting && <SkeletonRows count={1} />}
      {failure !== null && rows === null && (
        <p className={styles.missing}>
          {text('transfer.places.failed')}{' '}
          <Button size="sm" onPress={retry}>
            {text('action.retry')}
          </Button>
        </p>
      )}
      {others.map(({ id, label }) => (
        <label key={id} className={styles.person}>
          <input
            type="radio"
            name={name}
            checked={chosen?.kind === 'department' && chosen.id === id}
            onChange={() => onChoose({ kind: 'department', id, name: label })}
          />
          <PeopleIcon />
          <span className={styles.who}>
            <strong>{label}</strong>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
