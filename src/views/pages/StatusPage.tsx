import type { ReactNode } from 'react';
import { useDocumentTitle } from '../layout/useDocumentTitle.ts';
import { Azulejos, type WallState } from './Azulejos.tsx';
import styles from './StatusPage.module.css';

interface StatusPageProps {
  readonly picture: WallState;
  /** The well-known number: 404. */
  readonly code?: string;
  readonly title: string;
  readonly text: ReactNode;
  /** The next steps, primary first. */
  readonly actions: ReactNode;
  /** Lets support find the request in the logs. */
  readonly detail?: ReactNode;
}

/** A page that explains an error, and what to do next. */
export function StatusPage({ picture, code, title, text, actions, detail }: StatusPageProps) {
  useDocumentTitle(title);
  return (
    <div className={styles.page}>
      <Azulejos state={picture} />
      {code !== undefined && <p className={styles.code}>{code}</p>}
      <h1 className={styles.title}>{title}</h1>
      <p className={styles.text}>{text}</p>
      <div className={styles.actions}>{actions}</div>
      {detail !== undefined && <p className={styles.detail}>{detail}</p>}
    </div>
  );
}
