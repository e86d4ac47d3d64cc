import { noticesArea } from '../../../../i18n/areas/notices.ts';
import { part } from '../../../kit/part.tsx';
import { useText } from '../../../kit/useText.ts';
import { useFormats } from '../../../layout/LocaleProvider.tsx';
import { NoteView } from '../note/NoteView.tsx';
import type { ThreadLineProps } from './LazyLine.tsx';
import { lineText } from './line-text.ts';
import styles from './ThreadLineView.module.css';

const ScheduledLine = part<ThreadLineProps>(
  async () => (await import('../scheduled/ScheduledLine.tsx')).ScheduledLine,
  [noticesArea],
  { isInPlace: true },
);

/** A note, or what happened with the conversation: quiet, in the middle, with its time. */
export function ThreadLineView(props: ThreadLineProps) {
  const { kind } = props.line;
  if (kind === 'note') return <NoteView {...props} />;
  if (kind === 'schedule_late' || kind === 'schedule_refused') {
    return <ScheduledLine {...props} />;
  }
  return <Happened {...props} />;
}

function Happened({ line }: ThreadLineProps) {
  const text = useText();
  const formats = useFormats();
  const said = lineText(line, text('thread.somebody'));
  if (said === undefined) return null;
  return (
    <p className={styles.happened} data-line={line.kind}>
      <span>{text(said.id, said.values)}</span>
      <time dateTime={new Date(line.at).toISOString()} title={formats.full(line.at)}>
        {formats.time(line.at)}
      </time>
      {line.text !== null && line.kind !== 'finished' && <q className={styles.note}>{line.text}</q>}
      {line.text !== null && line.kind === 'finished' && (
        <span className={styles.note}>{text('thread.outcome', { name: line.text })}</span>
      )}
    </p>
  );
}
