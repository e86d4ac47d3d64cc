import { useState } from 'react';
import type { Attendance } from '../../../machines/entities/entities.ts';
import { Prepared } from '../../app/Prepared.tsx';
import { Button } from '../../kit/Button.tsx';
import { part } from '../../kit/part.tsx';
import { useText } from '../../kit/useText.ts';

const PastTicketsDialog = part(async () => (await import('./PastTicketsDialog.tsx')).PastTicketsDialog, [], {
  onClose: ({ onClose }) => onClose(),
});

interface AllPastTicketsProps {
  readonly ticket: Attendance;
  /** How many earlier tickets there are. */
  readonly count: number;
}

/** Opens the list of all earlier tickets. */
export function AllPastTickets({ ticket, count }: AllPastTicketsProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="link" size="sm" aria-haspopup="dialog" onPress={() => setOpen(true)}>
        {text('past.all', { count })}
      </Button>
      {isOpen && (
        <Prepared fallback={null}>
          <PastTicketsDialog ticket={ticket} onClose={() => setOpen(false)} />
        </Prepared>
      )}
    </>
  );
}
