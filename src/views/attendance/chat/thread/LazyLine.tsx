import type { ThreadLine } from '../../../../machines/entities/entities.ts';
import { conversationArea } from '../../../../i18n/areas/conversation.ts';
import { part } from '../../../kit/part.tsx';
import { loadThreadLine } from '../preloads.ts';
import styles from '../MessageList.module.css';

export interface ThreadLineProps {
  readonly line: ThreadLine;
  /** `customer@instance` */
  readonly conversationKey: string;
}

const Line = part<ThreadLineProps>(loadThreadLine, [conversationArea], {
  fallback: ({ line }) => line.kind === 'note' && <div className={styles.note} />,
  isInPlace: 'below',
});

/** A line among the messages. Its place is kept until its code and texts are loaded. */
export function LazyLine(props: ThreadLineProps) {
  return (
    <div className={styles.line}>
      <Line {...props} />
    </div>
  );
}
