import { useApp } from '../../app/app-context.tsx';
import { useNow } from '../../app/use-now.ts';
import { ClockIcon } from '../../kit/icons.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { windowLeft } from '../chat/closed-reason.ts';
import styles from './Templates.module.css';

const MINUTE_MS = 60_000;

/** Above the composer while little is left of the 24-hour window: how long one can still write freely. */
export function WindowNotice({ receivedAt }: { readonly receivedAt: number }) {
  const text = useText();
  const formats = useFormats();
  const { now } = useApp();
  // Seconds count in the last minutes.
  const isLast = (windowLeft(receivedAt, now()) ?? 0) < 5 * MINUTE_MS;
  const left = windowLeft(receivedAt, useNow(isLast ? 1_000 : 15_000)) ?? 0;
  return (
    <p className={styles.window}>
      <ClockIcon size={14} />
      <span role="timer">{text('templates.window.left', { left: formats.duration(left) })}</span>
    </p>
  );
}
