import { createPortal } from 'react-dom';
import { smsParts, withoutAccents } from '../../../../../contract/facts/sms-segments.ts';
import { Button } from '../../../kit/Button.tsx';
import { useText } from '../../../kit/useText.ts';
import { EmojiButton } from '../emoji/EmojiButton.tsx';
import { composerField } from '../composer-field.ts';
import { useSignature } from '../use-signature.ts';
import type { SendingProps } from './Sending.tsx';
import styles from './SmsCounter.module.css';

/** Of one SMS with accents or emojis. */
const SHORT_SMS = 70;

/** How many SMS the draft takes, what is left of the last one, and a way to shorter ones. */
export function SmsCounter({ chat, slot, draft, onDraft }: Pick<SendingProps, 'chat' | 'slot' | 'draft' | 'onDraft'>) {
  const text = useText();
  const signature = useSignature(true);
  const { encoding, segments, left } = smsParts(signature + draft);
  const plain = withoutAccents(draft);
  const isShorter = plain !== draft && smsParts(signature + plain).segments < segments;
  // Right below the field.
  const place = slot?.parentElement?.parentElement;
  return (
    <>
      {slot !== null && createPortal(<EmojiButton />, slot)}
      {place &&
        chat !== null &&
        draft !== '' &&
        createPortal(
          <div className={styles.counter} role="group" aria-label={text('sms.counter')}>
            <span className={styles.count}>
              {text('sms.parts', { count: segments })} · {text('sms.left', { left })}
              {signature !== '' && ` · ${text('sms.signed', { name: signature.trim().replace(/:$/u, '') })}`}
            </span>
            {encoding === 'ucs2' && <span>{text('sms.accents', { size: SHORT_SMS })}</span>}
            {isShorter && (
              <Button
                variant="link"
                size="sm"
                onPress={() => {
                  onDraft(plain);
                  composerField()?.focus();
                }}
              >
                {text('sms.plain')}
              </Button>
            )}
          </div>,
          place,
        )}
    </>
  );
}
