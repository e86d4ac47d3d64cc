import { useState } from 'react';
import { createPortal } from 'react-dom';
import type { Attendance, RelatedMessage } from '../../../../machines/entities/entities.ts';
import type { ScheduledMessage } from '../../../../machines/entities/scheduled.ts';
import { Prepared } from '../../../app/Prepared.tsx';
import { useIsOffline } from '../../../app/use-offline.ts';
import { Button, IconButton } from '../../../kit/Button.tsx';
import { cx } from '../../../kit/cx.ts';
import { AlertIcon, ClockIcon } from '../../../kit/icons.tsx';
import { part } from '../../../kit/part.tsx';
import { Pressable } from '../../../kit/Pressable.tsx';
import { useText } from '../../../kit/useText.ts';
import { scheduleMessage } from '../../../shortcuts/late-shortcuts.ts';
import { useShortcut } from '../../../shortcuts/ShortcutsProvider.tsx';
import { useScheduled } from './use-scheduled.ts';
import { useWhen } from './use-when.ts';
import styles from './Scheduled.module.css';

const ScheduleDialog = part(async () => (await import('./ScheduleDialog.tsx')).ScheduleDialog, [], {
  onClose: ({ onClose }) => onClose(),
});
const ScheduledDialog = part(async () => (await import('./ScheduledDialog.tsx')).ScheduledDialog, [], {
  onClose: ({ onClose }) => onClose(),
});

export interface ScheduledProps {
  readonly ticket: Attendance;
  /** Where the button is drawn, in the composer. */
  readonly slot: HTMLElement | null;
  readonly draft: string;
  readonly quoted: RelatedMessage | null;
  /** When the customer last wrote; null if never. */
  readonly receivedAt: number | null;
  readonly isFinished: boolean;
  /** Whether a message can be written. */
  readonly isOpen: boolean;
  readonly onDraft: (text: string) => void;
  readonly onDropReply: () => void;
}

/** What waits to be sent in a conversation, above the composer, and the way to add to it. */
export function Scheduled(props: ScheduledProps) {
  return (
    <Prepared fallback={null}>
      <Strip {...props} />
    </Prepared>
  );
}

type Open = { readonly kind: 'list' | 'new' } | { readonly kind: 'edit'; readonly message: ScheduledMessage };

function Strip(props: ScheduledProps) {
  const { ticket, slot, draft, quoted, receivedAt, isFinished, isOpen, onDraft, onDropReply } = props;
  const text = useText();
  const { messages: known, hasFailed, retry } = useScheduled(ticket);
  const isOffline = useIsOffline();
  const messages = known ?? [];
  const [open, setOpen] = useState<Open>();
  const start = () => setOpen({ kind: 'new' });
  useShortcut(isOpen && scheduleMessage, start);
  const close = () => {
    setOpen(undefined);
    (
      document.querySelector<HTMLElement>('[data-scheduled]') ?? document.querySelector<HTMLElement>('[data-composer]')
    )?.focus();
  };
  return (
    <>
      {hasFailed && (
        <p className={styles.strip} role="status">
          <AlertIcon size={16} />
          <span className={styles.words}>
            {text('scheduled.failed')}
            {!isOffline && (
              <Button variant="link" size="sm" onPress={retry}>
                {text('action.retry')}
              </Button>
            )}
          </span>
        </p>
      )}
      {messages.length > 0 && <StripButton messages={messages} onPress={() => setOpen({ kind: 'list' })} />}
      {isOpen &&
        slot !== null &&
        draft !== '' &&
        createPortal(
          <IconButton label={text('scheduled.open')} icon={<ClockIcon />} className={styles.open} onPress={start} />,
          slot,
        )}
      {open?.kind === 'list' && (
        <ScheduledDialog
          messages={messages}
          isFinished={isFinished}
          onEdit={(message) => setOpen({ kind: 'edit', message })}
          onClose={close}
        />
      )}
      {(open?.kind === 'new' || open?.kind === 'edit') && (
        <ScheduleDialog
          ticket={ticket}
          scheduled={open.kind === 'edit' ? open.message : undefined}
          draft={draft}
          quoted={quoted}
          receivedAt={receivedAt}
          onDraft={onDraft}
          onDone={() => {
            if (open.kind === 'edit') return setOpen({ kind: 'list' });
            onDraft('');
            if (quoted !== null) onDropReply();
            close();
          }}
          onClose={() => (open.kind === 'edit' ? setOpen({ kind: 'list' }) : close())}
        />
      )}
    </>
  );
}

interface StripButtonProps {
  readonly messages: readonly ScheduledMessage[];
  readonly onPress: () => void;
}

function StripButton({ messages, onPress }: StripButtonProps) {
  const text = useText();
  const whenOf = useWhen();
  const waiting = messages.filter(({ state }) => state === 'waiting');
  const refused = messages.length - waiting.length;
  const next = waiting[0];
  return (
    <Pressable
      className={cx(styles.strip, refused > 0 && styles.refused)}
      aria-haspopup="dialog"
      data-scheduled=""
      onPress={onPress}
    >
      {refused > 0 ? <AlertIcon size={16} /> : <ClockIcon size={16} />}
      <span className={styles.words}>
        {refused > 0 && <b>{text('scheduled.strip.refused', { count: refused })}</b>}
        {next !== undefined && (
          <span>
            {text('scheduled.strip', { count: waiting.length })}
            <small>{text('scheduled.strip.next', { when: whenOf(next.sendAt) })}</small>
          </span>
        )}
      </span>
    </Pressable>
  );
}
