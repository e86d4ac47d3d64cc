import { useState } from 'react';
import type { Customer } from '../../../machines/entities/entities.ts';
import { ActionDialog } from '../../administration/form/ActionDialog.tsx';
import { Prepared } from '../../app/Prepared.tsx';
import { Button } from '../../kit/Button.tsx';
import { BlockIcon } from '../../kit/icons.tsx';
import { useText } from '../../kit/useText.ts';
import styles from './CustomerPane.module.css';

interface BlockCustomerProps {
  readonly customer: Customer;
  /** As the pane calls them. */
  readonly name: string;
}

/** Blocks or unblocks the customer, after saying what that means. For administrators. */
export function BlockCustomer({ customer, name }: BlockCustomerProps) {
  const text = useText();
  const [asked, setAsked] = useState<'block' | 'unblock'>();
  return (
    <Prepared fallback={<span className={styles.blockPlace} />} isExtra>
      <Button
        icon={<BlockIcon size={16} />}
        isWide
        variant={customer.blacklisted ? 'default' : 'ghost'}
        onPress={() => setAsked(customer.blacklisted ? 'unblock' : 'block')}
      >
        {text(customer.blacklisted ? 'customers.unblock' : 'customers.block')}
      </Button>
      {asked !== undefined && (
        <ActionDialog
          form="chat.block"
          formKey={customer.id}
          values={{ blacklisted: asked === 'block' }}
          title={text(`customers.${asked}.title`, { name })}
          confirmLabel={text(`customers.${asked}`)}
          tone={asked === 'block' ? 'danger' : 'primary'}
          onClose={() => setAsked(undefined)}
        >
          <p>{text(`customers.${asked}.text`)}</p>
        </ActionDialog>
      )}
    </Prepared>
  );
}
