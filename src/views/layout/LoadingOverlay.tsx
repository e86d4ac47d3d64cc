import { Logo } from '../kit/Logo.tsx';
import { VisuallyHidden } from '../kit/VisuallyHidden.tsx';
import { cx } from '../kit/cx.ts';
import { useText } from '../kit/useText.ts';
import styles from './LoadingOverlay.module.css';

interface LoadingOverlayProps {
  readonly isVisible: boolean;
  /** `cover` while the app starts; `veil` over a screen that waits for a response. */
  readonly kind?: 'cover' | 'veil';
}

/** Blocks the whole screen. Appears after a short delay, so that quick responses don't flicker. */
export function LoadingOverlay({ isVisible, kind = 'veil' }: LoadingOverlayProps) {
  const text = useText();
  return (
    <div role="status" className={cx(styles.overlay, styles[kind], isVisible && styles.visible)}>
      {isVisible && (
        <>
          <VisuallyHidden>{text('state.loading')}</VisuallyHidden>
          <span className={styles.progress} />
          {kind === 'cover' && <Logo size={52} className={styles.logo} />}
        </>
      )}
    </div>
  );
}
