import { scheduledReason } from '../../../../machines/entities/scheduled.ts';
import { useText } from '../../../kit/useText.ts';
import { useFormats } from '../../../layout/LocaleProvider.tsx';
import type { ThreadLineProps } from '../thread/LazyLine.tsx';
import styles from '../thread/ThreadLineView.module.css';

/** Says among the messages that a scheduled one was sent late, or why it wasn't sent. */
export function ScheduledLine({ line }: ThreadLineProps) {
  const text = useText();
  const formats = useFormats();
  const name = line.by?.name ?? '—';
  const at = Date.parse(line.text ?? '');
  const when = Number.isNaN(at) ? '—' : `${formats.shortDate(at, line.at)}, ${formats.time(at)}`;
  return (
    <p className={styles.happened} data-line={line.kind}>
      <span>
        {line.kind === 'schedule_late'
          ? text('thread.scheduleLate', { name, when })
          : `${text('thread.scheduleRefused', { name })} ${text(`scheduled.why.${scheduledReason(line.text)}`)}`}
      </span>
      <time dateTime={new Date(line.at).toISOString()} title={formats.full(line.at)}>
        {formats.time(line.at)}
      </time>
    </p>
  );
}
