import { useLayoutEffect, useRef, type KeyboardEvent, type ReactNode, type Ref } from 'react';
import { isBlank } from '../../../../contract/facts/blank.ts';
import { SMS_MAX_LENGTH } from '../../../../contract/facts/channels.ts';
import { MESSAGE_MAX_LENGTH } from '../../../../contract/facts/limits.ts';
import type { RelatedMessage } from '../../../machines/entities/entities.ts';
import { Button, IconButton } from '../../kit/Button.tsx';
import { cx } from '../../kit/cx.ts';
import { CloseIcon, LockIcon, SendIcon } from '../../kit/icons.tsx';
import { useText } from '../../kit/useText.ts';
import { useIsText } from '../../app/failure-text.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { breakLine, sendAndGoOn, sendMessage } from '../../shortcuts/common-shortcuts.ts';
import { useShortcut } from '../../shortcuts/ShortcutsProvider.tsx';
import { Quote } from './Bubble.tsx';
import styles from './Composer.module.css';

interface ComposerProps {
  readonly draft: string;
  /** SMS takes less. */
  readonly isSms?: boolean | undefined;
  readonly customerName: string;
  readonly viewerId: string;
  readonly quoted: RelatedMessage | null;
  /** Whether Ctrl+Enter sends, and Enter breaks the line. */
  readonly modSends: boolean;
  /** Why the composer is disabled, as text; undefined when it isn't. */
  readonly closed: string | undefined;
  /** Whether the customer has a newer ticket. */
  readonly hasNext: boolean;
  /** What can be done about that, behind `closed`. */
  readonly wayOut?: ReactNode;
  readonly onChange: (text: string) => void;
  /** `goesOn`: and leaves for whoever waits longest. */
  readonly onSend: (text: string, goesOn: boolean) => void;
  readonly onDropReply: () => void;
  /** Where more buttons are drawn. */
  readonly tools?: Ref<HTMLSpanElement>;
}

/** Loaded with the conversation's other texts. */
const tooLong = 'attendance.tooLongBy';

/** The message field: grows with the text, sends on Enter, or on Ctrl+Enter for who chose so. */
export function Composer(props: ComposerProps) {
  const { draft, isSms, customerName, viewerId, quoted, closed, hasNext, modSends } = props;
  const { onChange, onSend, onDropReply, tools } = props;
  const text = useText();
  const isText = useIsText();
  const formats = useFormats();
  const field = useRef<HTMLTextAreaElement>(null);
  const isOpen = closed === undefined;
  useShortcut(isOpen && sendMessage);
  useShortcut(isOpen && sendAndGoOn);
  useShortcut(isOpen && breakLine);
  const isEmpty = isBlank(draft);
  const max = isSms ? SMS_MAX_LENGTH : MESSAGE_MAX_LENGTH;
  const over = draft.length - max;

  useLayoutEffect(() => {
    if (quoted !== null) field.current?.focus();
  }, [quoted]);

  if (closed !== undefined) {
    return (
      <div className={styles.composer}>
        <div className={styles.closed} data-closed="">
          {!hasNext && <LockIcon size={16} />}
          <p>{closed}</p>
          {props.wayOut}
        </div>
      </div>
    );
  }

  const send = (goesOn: boolean) => {
    if (isEmpty || over > 0) return;
    onSend(draft.trim(), goesOn);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // During IME composition, Enter confirms the composed character.
    const hasMod = event.ctrlKey || event.metaKey;
    if (event.key === 'Enter' && (modSends ? hasMod : !event.shiftKey) && !event.nativeEvent.isComposing) {
      event.preventDefault();
      send(modSends ? event.shiftKey : hasMod);
    } else if (event.key === 'Escape' && quoted !== null) {
      event.stopPropagation();
      onDropReply();
    }
  };

  return (
    <div className={styles.composer}>
      {quoted !== null && (
        <div className={styles.replying}>
          <Quote quoted={quoted} customerName={customerName} viewerId={viewerId} />
          <IconButton size="sm" label={text('attendance.dropReply')} icon={<CloseIcon />} onPress={onDropReply} />
        </div>
      )}
      <div className={cx(styles.box, over > 0 && styles.over)}>
        <span ref={tools} className={styles.tools} />
        <div className={styles.grows} data-text={draft}>
          <textarea
            ref={field}
            rows={1}
            className={styles.field}
            value={draft}
            placeholder={text('attendance.write')}
            aria-label={text('attendance.writeTo', { name: customerName })}
            aria-invalid={over > 0}
            aria-describedby="composer-hint"
            onChange={(event) => onChange(event.currentTarget.value)}
            onKeyDown={onKeyDown}
            enterKeyHint={modSends ? 'enter' : 'send'}
            data-composer=""
          />
        </div>
        <Button
          variant="primary"
          icon={<SendIcon size={16} />}
          isDisabled={isEmpty || over > 0}
          onPress={() => send(false)}
        >
          {text('attendance.send')}
        </Button>
      </div>
      {over > 0 && isText(tooLong) && (
        <p className={styles.tooLong} id="composer-hint" role="alert">
          {text(tooLong, { count: over, max: formats.number(max) })}
        </p>
      )}
    </div>
  );
}
