import type { ReactNode } from 'react';
import styles from './FormFoot.module.css';

interface FormFootProps {
  /** Beside the buttons: what is saved, or will be. */
  readonly said: ReactNode;
  readonly isStatus?: boolean;
  readonly children: ReactNode;
}

/** The foot of a form that fills a screen: its buttons, always in sight. */
export function FormFoot({ said, isStatus = false, children }: FormFootProps) {
  return (
    <footer className={styles.foot}>
      <div className={styles.said} role={isStatus ? 'status' : undefined}>
        {said}
      </div>
      {children}
    </footer>
  );
}
