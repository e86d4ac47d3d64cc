import type { ReactNode } from 'react';
import { Logo } from '../kit/Logo.tsx';
import { useText } from '../kit/useText.ts';
import styles from './BareLayout.module.css';

interface BareLayoutProps {
  /** At the top right: language and theme. */
  readonly actions?: ReactNode;
  readonly children: ReactNode;
}

/** The frame without a menu: the login, and pages that explain an error. */
export function BareLayout({ actions, children }: BareLayoutProps) {
  const text = useText();
  return (
    <div className={styles.layout}>
      <header className={styles.header}>
        <span className={styles.brand}>
          <Logo size={30} />
          {text('app.name')}
        </span>
        {actions}
      </header>
      <main className={styles.main}>{children}</main>
    </div>
  );
}
