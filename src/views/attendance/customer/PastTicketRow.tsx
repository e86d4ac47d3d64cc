import type { PastTicket } from '../../../machines/entities/entities.ts';
import { Link } from '../../kit/Link.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { takingFocus } from '../focus.ts';
import styles from './PastTickets.module.css';

interface PastTicketRowProps {
  readonly past: PastTicket;
  /** The instance of the ticket on the screen. */
  readonly instanceId: string;
  readonly now: number;
  readonly onOpen?: () => void;
}

/** An earlier ticket: who had it, when it ended; links to its conversation, if that can be opened alone. */
export function PastTicketRow({ past, instanceId, now, onOpen }: PastTicketRowProps) {
  const text = useText();
  const formats = useFormats();
  const { id, owner, protocol, instance, startedAt, finishedAt, outcome, isWithin } = past;
  const period =
    startedAt === undefined
      ? formats.full(finishedAt)
      : `${formats.date(startedAt)} ${formats.time(startedAt)} – ${formats.date(finishedAt)} ${formats.time(finishedAt)}`;
  const facts = (
    <>
      <span className={styles.owner}>{owner?.name ?? text('attendance.unowned')}</span>
      <time dateTime={new Date(finishedAt).toISOString()} title={period}>
        {formats.shortDate(finishedAt, now)}
      </time>
      <small>
        {protocol}
        {instance.id !== instanceId && ` · ${instance.name}`}
        {outcome !== undefined && ` · ${outcome}`}
      </small>
    </>
  );
  if (isWithin === true) return <div className={styles.within}>{facts}</div>;
  return (
    <Link to={`/chat/${id}`} state={takingFocus} className={styles.past} onClick={onOpen}>
      {facts}
    </Link>
  );
}
