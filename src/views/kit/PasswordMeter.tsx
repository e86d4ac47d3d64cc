import { Meter } from 'react-aria-components/Meter';
import type { PasswordScore } from '../../../contract/facts/password.ts';
import { cx } from './cx.ts';
import { useText } from './useText.ts';
import styles from './PasswordMeter.module.css';

const looks = { 50: styles.weak, 75: styles.good, 100: styles.strong };
const texts = {
  50: 'form.password.score.50',
  75: 'form.password.score.75',
  100: 'form.password.score.100',
} as const;

/** Strength of the password being typed. */
export function PasswordMeter({ score }: { readonly score: PasswordScore }) {
  const text = useText();
  return (
    <Meter
      value={score}
      aria-label={text('form.password.meter')}
      valueLabel={text(texts[score])}
      className={cx(styles.meter, looks[score])}
    >
      <span className={styles.track} aria-hidden="true">
        <span />
        <span />
        <span />
      </span>
      <span className={styles.words} role="status">
        {text(texts[score])}
      </span>
    </Meter>
  );
}
