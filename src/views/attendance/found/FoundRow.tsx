import type { FoundMessage } from '../../../machines/entities/customers.ts';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { tagNames } from '../chat/use-preview.ts';
import { Marked } from './Marked.tsx';
import styles from './Found.module.css';

interface FoundRowProps {
  readonly message: FoundMessage;
  readonly viewerId: string;
  readonly now: number;
}

/** A message found: whose conversation, who wrote it, when, and the words around the hit. */
export function FoundRow({ message, viewerId, now }: FoundRowProps) {
  const text = useText();
  const formats = useFormats();
  const author = message.bot
    ? text('found.bot')
    : message.author?.id === viewerId
      ? text('found.you')
      : (message.author?.name.split(' ', 1)[0] ?? text('attendance.fromPhone'));
  const { customerName: customer } = message;
  return (
    <div className={styles.row}>
      <span className={styles.line}>
        <span className={styles.who}>{message.received ? customer : text('found.in', { customer, author })}</span>
        <time className={styles.time} dateTime={new Date(message.at).toISOString()} title={formats.full(message.at)}>
          {formats.listTime(message.at, now)}
        </time>
      </span>
      <span className={styles.excerpt}>
        {message.excerpt === '' ? text(tagNames[message.tag]) : <Marked text={message.excerpt} marks={message.marks} />}
      </span>
    </div>
  );
}
