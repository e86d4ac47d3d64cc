import type { ThreadLine } from '../../../../machines/entities/entities.ts';
import { conversationArea } from '../../../../i18n/areas/conversation.ts';
import { LazyPart } from '../LazyPart.tsx';
import { loadThreadLine } from '../preloads.ts';
import styles from '../MessageList.module.css';

export interface ThreadLineProps {
  readonly line: ThreadLine;
  /** `customer@instance` */
  readonly conversationKey: string;
}

const areas = [conversationArea];

/** A line among the messages. Its place is kept until its code and texts are loaded. */
export function LazyLine(props: ThreadLineProps) {
  return (
    <div className={styles.line}>
      <LazyPart
        load={loadThreadLine}
        areas={areas}
        given={props}
        isMissed
        placeholder={props.line.kind === 'note' && <div className={styles.note} />}
      />
    </div>
  );
}
