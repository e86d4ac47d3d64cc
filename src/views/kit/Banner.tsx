import type { ReactNode } from 'react';
import { IconButton } from './Button.tsx';
import { cx } from './cx.ts';
import { AlertIcon, CheckIcon, CloseIcon, InfoIcon } from './icons.tsx';
import { useText } from './useText.ts';
import styles from './Banner.module.css';

interface BannerProps {
  readonly tone?: 'info' | 'success' | 'warning' | 'danger';
  readonly title?: ReactNode;
  readonly children?: ReactNode;
  /** The next step, as a button. */
  readonly action?: ReactNode;
  readonly onClose?: () => void;
  readonly className?: string | undefined;
}

/** An inline message. Danger is announced at once, other tones politely. */
export function Banner({ tone = 'info', title, children, action, onClose, className }: BannerProps) {
  const text = useText();
  const Symbol = tone === 'info' ? InfoIcon : tone === 'success' ? CheckIcon : AlertIcon;
  return (
    <div role={tone === 'danger' ? 'alert' : 'status'} className={cx(styles.banner, styles[tone], className)}>
      <Symbol className={styles.symbol} />
      <div className={styles.words}>
        {title !== undefined && <strong>{title}</strong>}
        {children !== undefined && <div>{children}</div>}
      </div>
      {action}
      {onClose !== undefined && (
        <IconButton size="sm" label={text('action.close')} icon={<CloseIcon />} onPress={onClose} />
      )}
    </div>
  );
}
