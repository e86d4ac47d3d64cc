import { Skeleton } from '../../kit/Skeleton.tsx';
import styles from './CustomerCard.module.css';

/** Stands in for a part of the card that is on its way. */
export function CardSkeleton() {
  return (
    <div aria-busy="true" className={styles.ghosts}>
      {[60, 80, 45].map((width) => (
        <Skeleton key={width} width={`${width}%`} />
      ))}
    </div>
  );
}
