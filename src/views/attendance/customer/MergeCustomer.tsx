import { useState } from 'react';
import type { CustomerId } from '../../../machines/entities/ids.ts';
import { part } from '../../kit/part.tsx';
import { BranchIcon } from '../../kit/administration-icons.tsx';
import { Button } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';

const MergeDialog = part(async () => (await import('./MergeDialog.tsx')).MergeDialog, [], {
  onClose: ({ onClose }) => onClose(),
});

interface MergeCustomerProps {
  readonly customerId: CustomerId;
  /** As the pane calls them. */
  readonly name: string;
}

/** Merges another customer into this one, after a look at what both have. */
export function MergeCustomer({ customerId, name }: MergeCustomerProps) {
  const text = useText();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={<BranchIcon size={16} />} isWide variant="ghost" onPress={() => setOpen(true)}>
        {text('merge.open')}
      </Button>
      {isOpen && <MergeDialog customerId={customerId} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}
