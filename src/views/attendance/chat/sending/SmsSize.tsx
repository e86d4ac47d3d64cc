import { smsParts, withoutAccents } from '../../../../../contract/facts/sms-segments.ts';
import { Button } from '../../../kit/Button.tsx';
import { useText } from '../../../kit/useText.ts';
import styles from './SmsSize.module.css';

/** Of one SMS with accents or emojis. */
const SHORT_SMS = 70;

interface SmsSizeProps {
  readonly words: string;
  /** The words as the customer gets them. */
  readonly sentAs: (words: string) => string;
  /** What is counted besides the words, or how. */
  readonly note?: string | undefined;
  /** Takes the words without accents; undefined while they can't be changed. */
  readonly onPlain: ((plain: string) => void) | undefined;
}

/** How many SMS a text takes, what is left of the last one, and a way to shorter ones. */
export function SmsSize({ words, sentAs, note, onPlain }: SmsSizeProps) {
  const text = useText();
  const plain = withoutAccents(words);
  const sent = sentAs(words);
  const { encoding, segments, left } = smsParts(sent);
  const isShorter = smsParts(sentAs(plain)).segments < segments;
  return (
    <div className={styles.counter} role="group" aria-label={text('sms.counter')}>
      <span className={styles.count}>
        {text('sms.parts', { count: segments })} · {text('sms.left', { left })}
        {note !== undefined && ` · ${note}`}
      </span>
      {encoding === 'ucs2' && <span>{text('sms.accents', { size: SHORT_SMS })}</span>}
      {isShorter && onPlain !== undefined && (
        <Button variant="link" size="sm" onPress={() => onPlain(plain)}>
          {text('sms.plain')}
        </Button>
      )}
    </div>
  );
}
