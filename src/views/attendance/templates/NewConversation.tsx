import { useState } from 'react';
import { PlusIcon } from '../../kit/administration-icons.tsx';
import { IconButton } from '../../kit/Button.tsx';
import { part } from '../../kit/part.tsx';
import { useText } from '../../kit/useText.ts';
import { newConversation } from '../../shortcuts/late-shortcuts.ts';
import { useShortcut } from '../../shortcuts/ShortcutsProvider.tsx';

const NewConversationDialog = part(
  async () => (await import('./NewConversationDialog.tsx')).NewConversationDialog,
  [],
  {
    onClose: ({ onClose }) => onClose(),
  },
);

interface NewConversationProps {
  /** The instance that the list shows, which is suggested; null for all. */
  readonly instanceId: string | null;
  readonly onOpen: (ticketId: string) => void;
}

/** Begins a conversation with a number, from the list of conversations. */
export function NewConversation({ instanceId, onOpen }: NewConversationProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  useShortcut(newConversation, () => setOpen(true));
  return (
    <>
      <IconButton label={text('templates.new')} icon={<PlusIcon />} onPress={() => setOpen(true)} />
      {isOpen && (
        <NewConversationDialog
          instanceId={instanceId}
          onOpen={(ticketId) => {
            setOpen(false);
            onOpen(ticketId);
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
