import type { ReactNode } from 'react';
import { FormattedMessage } from 'react-intl';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';
import { AlertIcon, RefreshIcon } from './icons.tsx';
import { useText } from './useText.ts';
import styles from './EmptyState.module.css';

interface ErrorStateProps {
  /** What failed: "As conversas não carregaram". */
  readonly title: string;
  /** Why, as text. */
  readonly children?: ReactNode;
  readonly onRetry?: () => void;
  readonly isRetrying?: boolean;
  /** An alternative to retrying. */
  readonly action?: ReactNode;
  /** Lets support find the request in the logs. */
  readonly requestId?: string | undefined;
  readonly className?: string | undefined;
}

/** Says what couldn't be shown, why, and what to do next. */
export function ErrorState({
  title,
  children,
  onRetry,
  isRetrying = false,
  action,
  requestId,
  className,
}: ErrorStateProps) {
  const text = useText();
  return (
    <div role="alert" className={cx(styles.empty, styles.danger, className)}>
      <span className={styles.icon}>
        <AlertIcon />
      </span>
      <h2 className={styles.title}>{title}</h2>
      {children !== undefined && <p className={styles.text}>{children}</p>}
      <div className={styles.action}>
        {onRetry !== undefined && (
          <Button icon={<RefreshIcon />} isPending={isRetrying} onPress={onRetry}>
            {text('action.retry')}
          </Button>
        )}
        {action}
      </div>
      {requestId !== undefined && (
        <p className={styles.code}>
          <FormattedMessage id="kit.requestId" values={{ requestId: <code key="id">{requestId}</code> }} />
        </p>
      )}
    </div>
  );
}
