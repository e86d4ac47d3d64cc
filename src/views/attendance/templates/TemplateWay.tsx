import { useState } from 'react';
import type { Attendance } from '../../../machines/entities/entities.ts';
import { Button } from '../../kit/Button.tsx';
import { part } from '../../kit/part.tsx';
import { useText } from '../../kit/useText.ts';
import { chooseTemplate } from '../../shortcuts/late-shortcuts.ts';
import type { SendMore } from '../chat/sending/Sending.tsx';
import { useShortcut } from '../../shortcuts/ShortcutsProvider.tsx';

const TemplateDialog = part(async () => (await import('./TemplateDialog.tsx')).TemplateDialog, [], {
  onClose: ({ onClose }) => onClose(),
});

interface TemplateWayProps {
  readonly ticket: Attendance;
  readonly attendantName: string;
  /** Whether something is kept in the message field. */
  readonly hasDraft: boolean;
  readonly onSend: (words: string, more: Parameters<SendMore>[0]) => void;
}

/** In place of the composer once the 24-hour window is shut: what can still be sent is a template. */
export function TemplateWay({ ticket, attendantName, hasDraft, onSend }: TemplateWayProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  useShortcut(chooseTemplate, () => setOpen(true));
  return (
    <>
      <Button variant="primary" size="sm" onPress={() => setOpen(true)}>
        {text('templates.open')}
      </Button>
      {hasDraft && <small>{text('templates.draftKept')}</small>}
      {isOpen && (
        <TemplateDialog ticket={ticket} attendantName={attendantName} onSend={onSend} onClose={() => setOpen(false)} />
      )}
    </>
  );
}
