import { useSelector } from '@xstate/react';
import { selectRoutes, selectViewer } from '../../../machines/auth/auth.selectors.ts';
import type { ListedCustomer } from '../../../machines/entities/customers.ts';
import { isAdmin } from '../../../machines/entities/viewer.ts';
import { useApp } from '../../app/app-context.tsx';
import { Prepared } from '../../app/Prepared.tsx';
import { BlockCustomer } from '../../attendance/customer/BlockCustomer.tsx';
import { Copiable } from '../../attendance/customer/Copiable.tsx';
import { CustomerCard } from '../../attendance/customer/CustomerCard.tsx';
import { MergeCustomer } from '../../attendance/customer/MergeCustomer.tsx';
import { Avatar } from '../../kit/Avatar.tsx';
import { Dialog } from '../../kit/Dialog.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { CustomerAttendances } from './CustomerAttendances.tsx';
import { CustomerPrivacy } from './CustomerPrivacy.tsx';
import styles from './CustomerDialog.module.css';

interface CustomerDialogProps {
  readonly customer: ListedCustomer;
  readonly onClose: () => void;
}

/** A customer of the base: what is kept of them, and what can be done with them. */
export function CustomerDialog({ customer, onClose }: CustomerDialogProps) {
  const { directory } = useApp();
  const text = useText();
  const formats = useFormats();
  const viewer = useSelector(directory.auth, selectViewer);
  const routes = useSelector(directory.auth, selectRoutes);
  const mayBlock = routes.includes('blocked-contacts');
  const mayChat = routes.includes('chat');
  const { id, phone, image, isBlocked, createdAt } = customer;
  const name = customer.name === phone ? formats.phone(phone) : customer.name;
  return (
    <Dialog title={name} isOpen size="md" onClose={onClose}>
      <div className={styles.head}>
        <Avatar name={name} seed={id} image={image} size="xl" />
        <div className={styles.words}>
          <Copiable what={text('attendance.customer.phone')} value={`+${phone}`}>
            {formats.phone(phone)}
          </Copiable>
          <span className={styles.since}>{text('attendance.customer.since', { month: formats.month(createdAt) })}</span>
          {isBlocked && <Tag tone="danger">{text('attendance.customer.blacklisted')}</Tag>}
        </div>
      </div>
      <CustomerCard customerId={id} />
      {mayChat && (
        <Prepared fallback={null}>
          <CustomerAttendances key={id} customerId={id} />
        </Prepared>
      )}
      <div className={styles.actions}>
        <MergeCustomer customerId={id} name={name} />
        {viewer !== null && isAdmin(viewer) && (isBlocked || mayBlock) && (
          <BlockCustomer customerId={id} isBlocked={isBlocked} name={name} />
        )}
        {viewer !== null && isAdmin(viewer) && (
          <Prepared fallback={null} isExtra>
            <CustomerPrivacy customerId={id} name={name} onErased={onClose} />
          </Prepared>
        )}
      </div>
    </Dialog>
  );
}
