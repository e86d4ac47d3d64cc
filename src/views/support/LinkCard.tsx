import type { ReactNode } from 'react';
import { Link } from '../kit/Link.tsx';
import styles from './LinkCard.module.css';

interface LinkCardProps {
  readonly to: string;
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
}

/** A link to another screen, with a line about it. */
export function LinkCard({ to, icon, title, children }: LinkCardProps) {
  return (
    <Link to={to} className={styles.way}>
      <span className={styles.symbol}>{icon}</span>
      <strong>{title}</strong>
      <span>{children}</span>
    </Link>
  );
}
