import { useId, type ReactNode } from 'react';
import styles from './Card.module.css';

interface CardProps {
  readonly title: string;
  /** A line below the title. */
  readonly lead?: ReactNode;
  /** Beside the title: how it stands. */
  readonly state?: ReactNode;
  /** At the right end of the title. */
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

/** One matter of a screen that settles several. */
export function Card({ title, lead, state, action, children }: CardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.card}>
      <header className={styles.header}>
        <div className={styles.words}>
          <h2 id={id} className={styles.title}>
            {title}
            {state}
          </h2>
          {lead !== undefined && <p className={styles.lead}>{lead}</p>}
        </div>
        {action !== undefined && <div className={styles.action}>{action}</div>}
      </header>
      {children !== undefined && <div className={styles.body}>{children}</div>}
    </section>
  );
}

/** A screen of cards below each other. */
export function CardPage({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className={styles.page}>
      <h1 className={styles.heading}>{title}</h1>
      {children}
    </div>
  );
}
