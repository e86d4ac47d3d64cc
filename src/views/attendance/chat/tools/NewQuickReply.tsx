import { QuickReplyDialog } from '../../../administration/quick-replies/QuickReplyDialog.tsx';
import { Prepared } from '../../../app/Prepared.tsx';
import { useText } from '../../../kit/useText.ts';

interface NewQuickReplyProps {
  /** The message's text. */
  readonly words: string;
  readonly onClose: () => void;
  readonly onSaved: () => void;
}

/** Makes a quick reply of one's own of a message. */
export function NewQuickReply({ words, onClose, onSaved }: NewQuickReplyProps) {
  const text = useText();
  return (
    <Prepared fallback={null} onClose={onClose}>
      <QuickReplyDialog
        formKey="own"
        values={{ shortcut: '', text: words }}
        title={text('quickReplies.new')}
        onClose={onClose}
        onSaved={onSaved}
      />
    </Prepared>
  );
}
