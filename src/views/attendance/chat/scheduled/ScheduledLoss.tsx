import { useEffect, useEffectEvent } from 'react';
import { useListing, wholeList } from '../../../administration/list/use-listing.ts';
import { useApp } from '../../../app/app-context.tsx';
import { Prepared } from '../../../app/Prepared.tsx';
import { useText } from '../../../kit/useText.ts';
import styles from './ScheduledLoss.module.css';

interface ScheduledLossProps {
  readonly ticketIds: readonly string[];
}

/** Says how many scheduled messages won't be sent if these tickets are finished; nothing for none. */
export function ScheduledLoss(props: ScheduledLossProps) {
  return (
    <Prepared fallback={null} isExtra>
      <Loss {...props} />
    </Prepared>
  );
}

const LIST = 'finish.scheduled';

function Loss({ ticketIds }: ScheduledLossProps) {
  const { directory, append } = useApp();
  const text = useText();
  const tickets = ticketIds.join(',');
  const query = { ...wholeList, filters: { tickets } };
  const { rows } = useListing(LIST, query, 'known');
  const ask = useEffectEvent(() => {
    if (directory.list(LIST) === undefined) append({ type: 'list.opened', list: LIST, query });
    else append({ type: 'list.queried', list: LIST, change: query });
  });
  useEffect(() => ask(), [tickets]);
  const count = rows?.find((row) => row.tickets === tickets)?.count ?? 0;
  return (
    // Always there: what comes later is read out.
    <div role="status">{count > 0 && <p className={styles.loss}>{text('scheduled.loss', { count })}</p>}</div>
  );
}
