import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { conversationArea } from '../../../i18n/areas/conversation.ts';
import { templatesArea } from '../../../i18n/areas/templates.ts';
import { takingFocus } from '../../attendance/focus.ts';
import { Button } from '../../kit/Button.tsx';
import { ChatIcon } from '../../kit/icons.tsx';
import { part } from '../../kit/part.tsx';
import { useText } from '../../kit/useText.ts';

const NewConversationDialog = part(
  async () => (await import('../../attendance/templates/NewConversationDialog.tsx')).NewConversationDialog,
  [conversationArea, templatesArea],
  { onClose: ({ onClose }) => onClose() },
);

/** Leads to the customer's conversation: the open one, or a new one. */
export function StartConversation({ phone }: { readonly phone: string }) {
  const text = useText();
  const navigate = useNavigate();
  const [isOpen, setOpen] = useState(false);
  // A customer without a known number can't be messaged first.
  if (!/^\d/u.test(phone)) return null;
  return (
    <>
      <Button variant="primary" icon={<ChatIcon size={16} />} isWide onPress={() => setOpen(true)}>
        {text('base.start')}
      </Button>
      {isOpen && (
        <NewConversationDialog
          instanceId={null}
          number={`+${phone}`}
          onOpen={(ticketId) => {
            setOpen(false);
            void navigate(`/chat/${ticketId}`, { state: takingFocus });
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  );
}
