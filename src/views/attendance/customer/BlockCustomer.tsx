import { useState } from 'react';
import type { CustomerId } from '../../../machines/entities/ids.ts';
import { ActionDialog } from '../../administration/form/ActionDialog.tsx';
import { Button } from '../../kit/Button.tsx';
import { BlockIcon } from '../../kit/icons.tsx';
import { useText } from '../../kit/useText.ts';

interface BlockCustomerProps {
  readonly customerId: CustomerId;
  readonly isBlocked: boolean;
  /** As the pane calls them. */
  readonly name: string;
}

/** Blocks or unblocks the customer, after saying what that means. For administrators. */
export function BlockCustomer({ customerId, isBlocked, name }: BlockCustomerProps) {
  const text = useText();
  const [asked, setAsked] = useState<'block' | 'unblock'>();
  return (
    <>
      <Button
        icon={<BlockIcon size={16} />}
        isWide
        variant={isBlocked ? 'default' : 'ghost'}
        onPress={() => setAsked(isBlocked ? 'unblock' : 'block')}
      >
        {text(isBlocked ? 'customers.unblock' : 'customers.block')}
      </Button>
      {asked !== undefined && (
        <ActionDialog
          form="chat.block"
          formKey={customerId}
          values={{ blacklisted: asked === 'block' }}
          title={text(`customers.${asked}.title`, { name })}
          confirmLabel={text(`customers.${asked}`)}
          tone={asked === 'block' ? 'danger' : 'primary'}
          onClose={() => setAsked(undefined)}
        >
          <p>{text(`customers.${asked}.text`)}</p>
        </ActionDialog>
      )}
    </>
  );
}
