import type { ReactNode } from 'react';
import { Tag } from './Tag.tsx';
import styles from './PageHead.module.css';

interface PageHeadProps {
  readonly title: string;
  /** Beside the title: how many of how many. */
  readonly count?: string | undefined;
  /** Selects what the page shows. */
  readonly lead?: ReactNode;
  /** Narrows what is shown: period, search, filters. */
  readonly tools?: ReactNode;
  /** The page's main action. */
  readonly action?: ReactNode;
}

/** The head of a page: title, filters and actions. */
export function PageHead({ title, count, lead, tools, action }: PageHeadProps) {
  return (
    <header className={styles.header}>
      <h1 className={styles.title}>{title}</h1>
      {count !== undefined && (
        <span className={styles.count}>
          <Tag>{count}</Tag>
        </span>
      )}
      {lead !== undefined && <div className={styles.lead}>{lead}</div>}
      {tools !== undefined && <div className={styles.tools}>{tools}</div>}
      {action !== undefined && <div className={styles.action}>{action}</div>}
    </header>
  );
}
