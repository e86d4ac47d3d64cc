import { cx } from './cx.ts';
import styles from './Spinner.module.css';

/** Something is in progress. Sized by the surrounding text; hidden from screen readers unless labelled. */
export function Spinner({ label, className }: { readonly label?: string; readonly className?: string | undefined }) {
  const said = label === undefined ? { 'aria-hidden': true } : { role: 'status', 'aria-label': label };
  return <span {...said} className={cx(styles.spinner, className)} />;
}
