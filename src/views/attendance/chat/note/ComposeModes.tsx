import { useEffect, useRef, type ReactNode } from 'react';
import { conversationArea } from '../../../../i18n/areas/conversation.ts';
import { part } from '../../../kit/part.tsx';
import { SegmentedControl } from '../../../kit/SegmentedControl.tsx';
import { useText } from '../../../kit/useText.ts';
import { writeNote } from '../../../shortcuts/common-shortcuts.ts';
import { useShortcut } from '../../../shortcuts/ShortcutsProvider.tsx';
import { focusConversation, isFocusLost } from '../../focus.ts';
import type { ConversationActor } from '../../actors.ts';
import { loadNoteComposer } from '../preloads.ts';
import styles from './ComposeModes.module.css';

export interface NoteComposerProps {
  readonly ticketId: string;
  readonly conversation: ConversationActor;
  /** `customer@instance` */
  readonly conversationKey: string;
  /** Why no note can be written here, in words. */
  readonly refusal?: string | undefined;
}

/** What is written: a message to the customer, or an internal note. */
export type ComposeMode = 'message' | 'note';

interface ComposeModesProps extends NoteComposerProps {
  readonly mode: ComposeMode;
  readonly hasNote: boolean;
  readonly onMode: (mode: ComposeMode) => void;
  /** The message's composer. */
  readonly children: ReactNode;
}

const NoteComposer = part(loadNoteComposer, [conversationArea], { isInPlace: true });

/** Switches between a message to the customer and an internal note. The draft of either is kept. */
export function ComposeModes({ mode, hasNote, onMode, children, ...note }: ComposeModesProps) {
  const text = useText();
  // One that was begun before it was refused isn't lost.
  const isOffered = note.refusal === undefined || hasNote;
  const isNote = mode === 'note' && isOffered;
  useShortcut(isOffered && writeNote, () => onMode(isNote ? 'message' : 'note'));
  const before = useRef(mode);
  useEffect(() => {
    // The note's field had the focus; without it a single key would be a shortcut.
    if (before.current === 'note' && mode === 'message' && isFocusLost()) focusConversation();
    before.current = mode;
  }, [mode]);
  return (
    <div className={styles.modes}>
      {isNote ? <NoteComposer {...note} /> : children}
      {isOffered && (
        <SegmentedControl
          className={styles.switch}
          label={text('attendance.compose')}
          value={mode}
          onChange={onMode}
          options={[
            { value: 'message', label: text('attendance.compose.message') },
            { value: 'note', label: text('attendance.compose.note') },
          ]}
        />
      )}
    </div>
  );
}
