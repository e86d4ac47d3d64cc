import type { RefObject } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { cx } from '../../../kit/cx.ts';
import { useText } from '../../../kit/useText.ts';
import { EmojiPicker } from './EmojiPicker.tsx';
import styles from './EmojiPopover.module.css';

interface EmojiPopoverProps {
  readonly triggerRef: RefObject<HTMLElement | null>;
  readonly onPick: (emoji: string) => void;
  readonly onClose: () => void;
}

/** The emojis beside what opened them. */
export function EmojiPopover({ triggerRef, onPick, onClose }: EmojiPopoverProps) {
  const text = useText();
  return (
    <Popover
      className={cx(styles.popover)}
      triggerRef={triggerRef}
      placement="top end"
      offset={6}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Dialog aria-label={text('emoji.title')} className={cx(styles.dialog)}>
        <EmojiPicker onPick={onPick} />
      </Dialog>
    </Popover>
  );
}
