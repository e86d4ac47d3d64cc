import { useText } from '../../../kit/useText.ts';
import { useFormats } from '../../../layout/LocaleProvider.tsx';
import { NoteView } from '../note/NoteView.tsx';
import type { ThreadLineProps } from './LazyLine.tsx';
import { lineText } from './line-text.ts';
import styles from './ThreadLineView.module.css';

/** A note, or what happened with the conversation: quiet, in the middle, with its time. */
export function ThreadLineView(props: ThreadLineProps) {
  return props.line.kind === 'note' ? <NoteView {...props} /> : <Happened {...props} />;
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
      {line.text !== null && <q className={styles.note}>{line.text}</q>}
    </p>
  );
}
