import type { Message } from '../../../../machines/entities/entities.ts';
import { CopyIcon } from '../../../kit/administration-icons.tsx';
import { Button, IconButton } from '../../../kit/Button.tsx';
import { CloseIcon } from '../../../kit/icons.tsx';
import { useText } from '../../../kit/useText.ts';
import { ForwardIcon } from './icons.tsx';
import { PICKED_MAX } from './use-picking.ts';
import styles from './MessageTools.module.css';

interface PickingBarProps {
  readonly messages: readonly Message[];
  /** Whether no more can be picked, though somebody tried. */
  readonly isFull: boolean;
  /** Whether each of them can be sent to somebody else. */
  readonly isForwardable: boolean;
  readonly onForward: () => void;
  readonly onCopy: () => void;
  readonly onEnd: () => void;
}

/** What can be done with the messages picked. */
export function PickingBar({ messages, isFull, isForwardable, onForward, onCopy, onEnd }: PickingBarProps) {
  const text = useText();
  return (
    <div
      className={styles.picking}
      role="toolbar"
      tabIndex={-1}
      aria-label={text('picking.label')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // Nothing else closes.
        event.preventDefault();
        event.stopPropagation();
        onEnd();
      }}
    >
      <span role="status">
        {text('picking.count', { count: messages.length })}
        {isFull && ` · ${text('picking.full', { max: PICKED_MAX })}`}
        {!isForwardable && ` · ${text('picking.notForwardable')}`}
      </span>
      <Button size="sm" icon={<ForwardIcon size={16} />} isDisabled={!isForwardable} onPress={onForward}>
        {text('forward.action')}
      </Button>
      <Button size="sm" icon={<CopyIcon size={16} />} onPress={onCopy}>
        {text('picking.copy')}
      </Button>
      <IconButton size="sm" label={text('picking.end')} icon={<CloseIcon />} onPress={onEnd} />
    </div>
  );
}
