import { Logo } from '../kit/Logo.tsx';
import { VisuallyHidden } from '../kit/VisuallyHidden.tsx';
import { cx } from '../kit/cx.ts';
import { useText } from '../kit/useText.ts';
import styles from './LoadingOverlay.module.css';

interface LoadingOverlayProps {
  readonly isVisible: boolean;
  /** `cover` while the app starts; `veil` over a screen that waits for an answer. */
  readonly kind?: 'cover' | 'veil';
}

/** The whole screen waits. It shows itself only after a moment, so that quick answers do not flicker. */
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
