import { createPortal } from 'react-dom';
import { withoutAccents } from '../../../../../contract/facts/sms-segments.ts';
import { useText } from '../../../kit/useText.ts';
import { EmojiButton } from '../emoji/EmojiButton.tsx';
import { composerField } from '../composer-field.ts';
import { useSignature } from '../use-signature.ts';
import type { SendingProps } from './Sending.tsx';
import { SmsSize } from './SmsSize.tsx';

/** How many SMS the draft takes, with the signature. */
export function SmsCounter({ chat, slot, draft, onDraft }: Pick<SendingProps, 'chat' | 'slot' | 'draft' | 'onDraft'>) {
  const text = useText();
  const signature = useSignature(true);
  const plain = withoutAccents(draft);
  const name = signature.trim().replace(/:$/u, '');
  // Right below the field.
  const place = slot?.parentElement?.parentElement;
  return (
    <>
      {slot !== null && createPortal(<EmojiButton />, slot)}
      {place &&
        chat !== null &&
        draft !== '' &&
        createPortal(
          <SmsSize
            sent={signature + draft}
            plain={signature + plain}
            note={signature === '' ? undefined : text('sms.signed', { name })}
            onPlain={() => {
              onDraft(plain);
              composerField()?.focus();
            }}
          />,
          place,
        )}
    </>
  );
}
