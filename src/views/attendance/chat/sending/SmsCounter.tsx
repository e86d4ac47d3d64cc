import { createPortal } from 'react-dom';
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
            words={draft}
            sentAs={(words) => signature + words}
            note={signature === '' ? undefined : text('sms.signed', { name })}
            onPlain={(plain) => {
              onDraft(plain);
              composerField()?.focus();
            }}
          />,
          place,
        )}
    </>
  );
}
