import { useState, type ReactNode } from 'react';
import { threadArea } from '../../../../i18n/areas/thread.ts';
import { SegmentedControl } from '../../../kit/SegmentedControl.tsx';
import { useText } from '../../../kit/useText.ts';
import { writeNote } from '../../../shortcuts/common-shortcuts.ts';
import { useShortcut } from '../../../shortcuts/ShortcutsProvider.tsx';
import { LazyPart } from '../LazyPart.tsx';
import { loadNoteComposer } from '../preloads.ts';
import styles from './ComposeModes.module.css';

export interface NoteComposerProps {
  /** `customer@instance` */
  readonly conversationKey: string;
}

interface ComposeModesProps extends NoteComposerProps {
  /** The message's composer. */
  readonly children: ReactNode;
}

const areas = [threadArea];

/** Switches between a message to the customer and an internal note. The draft of either is kept. */
export function ComposeModes({ children, ...note }: ComposeModesProps) {
  const text = useText();
  const [mode, setMode] = useState<'message' | 'note'>('message');
  useShortcut(writeNote, () => setMode(mode === 'note' ? 'message' : 'note'));
  return (
    <div className={styles.modes}>
      <SegmentedControl
        className={styles.switch}
        label={text('attendance.compose')}
        value={mode}
        onChange={setMode}
        options={[
          { value: 'message', label: text('attendance.compose.message') },
          { value: 'note', label: text('attendance.compose.note') },
        ]}
      />
      {mode === 'note' ? <LazyPart load={loadNoteComposer} areas={areas} given={note} /> : children}
    </div>
  );
}
