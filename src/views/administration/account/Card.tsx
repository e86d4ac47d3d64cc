import { useId, type ReactNode, type Ref } from 'react';
import styles from './Card.module.css';

interface CardProps {
  readonly title: string;
  /** A line below the title. */
  readonly lead?: ReactNode;
  /** Beside the title: the current state. */
  readonly state?: ReactNode;
  /** At the end of the title row. */
  readonly action?: ReactNode;
  readonly children?: ReactNode;
}

/** One section of a settings screen. */
export function Card({ title, lead, state, action, children }: CardProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.card}>
      <header className={styles.header}>
        <div className={styles.words}>
          <h2 id={id} tabIndex={-1} className={styles.title}>
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

interface CardPageProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly ref?: Ref<HTMLDivElement>;
}

/** A screen of stacked cards. */
export function CardPage({ title, children, ref }: CardPageProps) {
  return (
    <div ref={ref} className={styles.page}>
      <h1 className={styles.heading}>{title}</h1>
      {children}
    </div>
  );
}
