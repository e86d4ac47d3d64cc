import { cx } from './cx.ts';
import styles from './Kbd.module.css';

/** A key, or several held together: `Ctrl K`. */
export function Kbd({ children, className }: { readonly children: string; readonly className?: string | undefined }) {
  return <kbd className={cx(styles.kbd, className)}>{children}</kbd>;
}
