import { Skeleton } from '../../kit/Skeleton.tsx';
import styles from './ChatSkeleton.module.css';

/** Skeleton of a conversation that hasn't loaded. */
export function ChatSkeleton() {
  return (
    <div className={styles.chat} aria-busy="true">
      <div className={styles.header}>
        <Skeleton shape="circle" width={36} height={36} />
        <div className={styles.words}>
          <Skeleton width={180} />
          <Skeleton width={240} />
        </div>
      </div>
      <div className={styles.messages}>
        <GhostMessages />
      </div>
      <div className={styles.composer}>
        <Skeleton shape="block" height={50} className={styles.box} />
      </div>
    </div>
  );
}

/** Skeleton of messages that are loading. */
export function GhostMessages() {
  return [46, 62, 38, 55, 30].map((width, index) => (
    <Skeleton
      key={width}
      shape="block"
      width={`${width}%`}
      height={38}
      className={index % 2 === 0 ? styles.ghostIn : styles.ghostOut}
    />
  ));
}
