import { cx } from './cx.ts';
import styles from './Spinner.module.css';

/** Something is under way. Sized by the text around it; silent, unless it bears a label of its own. */
export function Spinner({ label, className }: { readonly label?: string; readonly className?: string | undefined }) {
  const said = label === undefined ? { 'aria-hidden': true } : { role: 'status', 'aria-label': label };
  return <span {...said} className={cx(styles.spinner, className)} />;
}
