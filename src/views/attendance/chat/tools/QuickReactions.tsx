import { useSelector } from '@xstate/react';
import type { RefObject } from 'react';
import { Dialog } from 'react-aria-components/Dialog';
import { Popover } from 'react-aria-components/Popover';
import { Toolbar } from 'react-aria-components/Toolbar';
import { SKIN_TONES } from '../../../../../contract/facts/skin-tones.ts';
import { selectEmojis } from '../../../../machines/shell/shell.preferences.selectors.ts';
import { useApp } from '../../../app/app-context.tsx';
import { IconButton } from '../../../kit/Button.tsx';
import { cx } from '../../../kit/cx.ts';
import { Pressable } from '../../../kit/Pressable.tsx';
import { useText } from '../../../kit/useText.ts';
import popover from '../emoji/EmojiPopover.module.css';
import { PlusIcon } from '../../../kit/administration-icons.tsx';
import styles from './MessageTools.module.css';

/** As WhatsApp offers them. */
const QUICK = ['👍', '❤️', '😂', '😮', '😢', '🙏'];
const WITH_TONES = new Set(['👍', '🙏']);

interface QuickReactionsProps {
  readonly triggerRef: RefObject<HTMLElement | null>;
  /** The viewer's reaction so far; empty for none. */
  readonly own: string;
  readonly onPick: (emoji: string) => void;
  readonly onMore: () => void;
  readonly onClose: () => void;
}

/** Six reactions, and a button for all others. The current reaction is shown pressed; pressing it removes it. */
export function QuickReactions({ triggerRef, own, onPick, onMore, onClose }: QuickReactionsProps) {
  const text = useText();
  const { directory } = useApp();
  const { tone } = useSelector(directory.shell, selectEmojis);
  const quick = QUICK.map((emoji) => (WITH_TONES.has(emoji) ? emoji + (SKIN_TONES[tone - 1] ?? '') : emoji));
  const offered = own === '' || quick.includes(own) ? quick : [own, ...quick.slice(0, -1)];
  return (
    <Popover
      className={cx(popover.popover)}
      triggerRef={triggerRef}
      placement="top"
      offset={6}
      isOpen
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Dialog aria-label={text('messageTools.react')} className={cx(popover.dialog)}>
        <Toolbar aria-label={text('messageTools.react')} className={cx(styles.quick)}>
          {offered.map((emoji, index) => (
            <Pressable
              key={emoji}
              autoFocus={index === 0}
              className={styles.reaction}
              aria-pressed={emoji === own}
              aria-label={text(emoji === own ? 'messageTools.takeBack' : 'messageTools.reactWith', { emoji })}
              onPress={() => onPick(emoji === own ? '' : emoji)}
            >
              {emoji}
            </Pressable>
          ))}
          <IconButton label={text('messageTools.moreEmojis')} icon={<PlusIcon />} onPress={onMore} />
        </Toolbar>
      </Dialog>
    </Popover>
  );
}
