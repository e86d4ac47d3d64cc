import { useEffect, useRef, useState } from 'react';
import { conversationArea } from '../../../../i18n/areas/conversation.ts';
import { part } from '../../../kit/part.tsx';
import { IconButton } from '../../../kit/Button.tsx';
import { useText } from '../../../kit/useText.ts';
import { composerField, insertAtCaret } from '../composer-field.ts';
import { SmileIcon } from '../tools/icons.tsx';
import styles from './EmojiButton.module.css';

const EmojiPopover = part(async () => (await import('./EmojiPopover.tsx')).EmojiPopover, [conversationArea], {
  onClose: ({ onClose }) => onClose(),
});

/** Opens the emojis; the chosen one is written at the caret of the composer, which has the focus again then. */
export function EmojiButton() {
  const text = useText();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setOpen] = useState(false);
  const picked = useRef('');
  const wasOpen = useRef(false);
  useEffect(() => {
    // Only now: while it is open, the window holds the focus.
    if (wasOpen.current && !isOpen) {
      composerField()?.focus();
      const emoji = picked.current;
      picked.current = '';
      // In an effect React would put back the field's text before it hears of the new one, and lose the caret.
      queueMicrotask(() => insertAtCaret(emoji));
    }
    wasOpen.current = isOpen;
  }, [isOpen]);
  const close = () => setOpen(false);
  return (
    <>
      <IconButton
        ref={button}
        label={text('sending.emoji')}
        icon={<SmileIcon />}
        className={styles.button}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onPress={() => setOpen(true)}
      />
      {isOpen && (
        <EmojiPopover
          triggerRef={button}
          onPick={(emoji) => {
            picked.current = emoji;
            close();
          }}
          onClose={close}
        />
      )}
    </>
  );
}
