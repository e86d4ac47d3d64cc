import type { ReactNode } from 'react';
import { Link } from '../kit/Link.tsx';
import styles from './WayCard.module.css';

interface WayCardProps {
  readonly to: string;
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
}

/** The way to another screen, and what is there. */
export function WayCard({ to, icon, title, children }: WayCardProps) {
  return (
    <Link to={to} className={styles.way}>
      <span className={styles.symbol}>{icon}</span>
      <strong>{title}</strong>
      <span>{children}</span>
    </Link>
  );
}
