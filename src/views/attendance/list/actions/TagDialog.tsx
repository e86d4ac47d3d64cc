import { useSelector } from '@xstate/react';
import { selectTicket } from '../../../../machines/ticket/ticket.selectors.ts';
import { Button } from '../../../kit/Button.tsx';
import { Dialog } from '../../../kit/Dialog.tsx';
import { useText } from '../../../kit/useText.ts';
import type { TicketActor } from '../../actors.ts';
import { CustomerTags } from '../../customer/CustomerTags.tsx';

const none = [] as const;

interface TagDialogProps {
  readonly actor: TicketActor;
  readonly onClose: () => void;
}

/** A customer's tags, without opening the conversation. */
export function TagDialog({ actor, onClose }: TagDialogProps) {
  const text = useText();
  const customer = useSelector(actor, selectTicket)?.customer;
  if (customer === undefined) return null;
  return (
    <Dialog
      isOpen
      size="sm"
      title={text('listActions.tag.title', { name: customer.name })}
      onClose={onClose}
      footer={<Button onPress={onClose}>{text('action.close')}</Button>}
    >
      <CustomerTags card={{ id: customer.id, tags: customer.tags ?? none }} autoFocus />
    </Dialog>
  );
}
