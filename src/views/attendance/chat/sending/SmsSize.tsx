import { smsParts } from '../../../../../contract/facts/sms-segments.ts';
import { Button } from '../../../kit/Button.tsx';
import { useText } from '../../../kit/useText.ts';
import styles from './SmsSize.module.css';

/** Of one SMS with accents or emojis. */
const SHORT_SMS = 70;

interface SmsSizeProps {
  /** As the customer gets it. */
  readonly sent: string;
  /** The same without accents. */
  readonly plain: string;
  /** What is counted besides the words, or how. */
  readonly note?: string | undefined;
  /** Undefined while the words can't be changed. */
  readonly onPlain: (() => void) | undefined;
}

/** How many SMS a text takes, what is left of the last one, and a way to shorter ones. */
export function SmsSize({ sent, plain, note, onPlain }: SmsSizeProps) {
  const text = useText();
  const { encoding, segments, left } = smsParts(sent);
  const isShorter = plain !== sent && smsParts(plain).segments < segments;
  return (
    <div className={styles.counter} role="group" aria-label={text('sms.counter')}>
      <span className={styles.count}>
        {text('sms.parts', { count: segments })} · {text('sms.left', { left })}
        {note !== undefined && ` · ${note}`}
      </span>
      {encoding === 'ucs2' && <span>{text('sms.accents', { size: SHORT_SMS })}</span>}
      {isShorter && onPlain !== undefined && (
        <Button variant="link" size="sm" onPress={onPlain}>
          {text('sms.plain')}
        </Button>
      )}
    </div>
  );
}
