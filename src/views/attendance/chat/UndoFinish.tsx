import { useAction } from '../../administration/form/use-action.ts';
import { Prepared } from '../../app/Prepared.tsx';
import { Button } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';
import type { Shortcut } from '../../shortcuts/shortcut.ts';
import { useShortcut } from '../../shortcuts/ShortcutsProvider.tsx';

const undoFinish: Shortcut = { id: 'undo', keys: 'u', messageId: 'shortcuts.chat.undo', scope: 'chat' };

interface UndoFinishProps {
  readonly ticketId: string;
  /** The undo was asked for; a refusal comes as a notice. */
  readonly onAsked: () => void;
}

/** Undoes the finish of a ticket. */
export function UndoFinish(props: UndoFinishProps) {
  return (
    <Prepared fallback={null}>
      <Undo {...props} />
    </Prepared>
  );
}

function Undo({ ticketId, onAsked }: UndoFinishProps) {
  const { run } = useAction('chat.reopen', ticketId);
  const text = useText();
  const undo = () => {
    run({});
    onAsked();
  };
  useShortcut(undoFinish, undo);
  return (
    <Button size="sm" onPress={undo}>
      {text('notice.finished.undo')}
    </Button>
  );
}
