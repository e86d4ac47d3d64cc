import { useSelector } from '@xstate/react';
import { administrationArea } from '../../../i18n/areas/administration.ts';
import { administrationErrorsArea } from '../../../i18n/areas/administration-errors.ts';
import { channelArea } from '../../../i18n/areas/channel.ts';
import { customerMergeArea } from '../../../i18n/areas/customer-merge.ts';
import { customersArea } from '../../../i18n/areas/customers.ts';
import { selectRoutes, selectViewer } from '../../../machines/auth/auth.selectors.ts';
import type { Attendance } from '../../../machines/entities/entities.ts';
import { isAdmin } from '../../../machines/entities/viewer.ts';
import { selectIsPinned } from '../../../machines/inbox/inbox.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { Prepared } from '../../app/Prepared.tsx';
import { part } from '../../kit/part.tsx';
import { Avatar } from '../../kit/Avatar.tsx';
import { Button, IconButton } from '../../kit/Button.tsx';
import { PinIcon } from '../../kit/administration-icons.tsx';
import { CloseIcon } from '../../kit/icons.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { nameOf } from '../customer-name.ts';
import { TicketFlowSection } from '../flow/TicketFlowSection.tsx';
import type { ConversationActor } from '../actors.ts';
import { Copiable } from './Copiable.tsx';
import {
  loadBlockCustomer,
  loadCustomerCard,
  loadMergeCustomer,
  loadStartFlow,
  loadTicketRules,
} from './customer-parts.ts';
import { PastTickets } from './PastTickets.tsx';
import styles from './CustomerPane.module.css';

const areas = [customersArea, customerMergeArea, administrationArea, administrationErrorsArea, channelArea];
const cardPlace = <Skeleton width="70%" />;
const CustomerCard = part(loadCustomerCard, areas, { fallback: () => cardPlace, isInPlace: true });
const buttonPlace = <span className={styles.buttonPlace} />;
const BlockCustomer = part(loadBlockCustomer, areas, { fallback: () => buttonPlace, isInPlace: true });
const MergeCustomer = part(loadMergeCustomer, areas, { fallback: () => buttonPlace, isInPlace: true });
const StartFlow = part(loadStartFlow, areas, { isExtra: true });
const TicketRules = part(loadTicketRules, [], { isExtra: true });

/** The permission that goes with the option. */
const BLOCKING = 'blocked-contacts';

interface CustomerPaneProps {
  readonly conversation: ConversationActor;
  readonly ticket: Attendance;
  readonly isClosable: boolean;
  readonly onClose: () => void;
}

/** The customer: name, number, since when, this ticket and the earlier ones. */
export function CustomerPane({ conversation, ticket, isClosable, onClose }: CustomerPaneProps) {
  const { append, directory } = useApp();
  const text = useText();
  const formats = useFormats();
  const { customer } = ticket;
  const name = nameOf(ticket, formats.phone);
  const viewer = useSelector(directory.auth, selectViewer);
  // No role permits it while the company's option is off; a blocked customer can still be unblocked.
  const mayBlock = useSelector(directory.auth, selectRoutes).includes(BLOCKING);
  const hasBlock = viewer !== null && isAdmin(viewer) && (customer.blacklisted || mayBlock);
  const pinned = useSelector(directory.inbox, (snapshot) => selectIsPinned(snapshot, customer.id));
  return (
    <div className={styles.pane}>
      {isClosable && (
        <div className={styles.bar}>
          <span>{text('attendance.customer')}</span>
          <IconButton autoFocus label={text('action.close')} icon={<CloseIcon />} onPress={onClose} />
        </div>
      )}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a scroll container must be reachable by keyboard */}
      <div className={styles.body} tabIndex={0} role="group" aria-label={text('attendance.customer')}>
        <Avatar name={customer.name} seed={customer.id} image={customer.image} size="xl" className={styles.face} />
        <div className={styles.named}>
          <h2 className={styles.name}>{name}</h2>
          <Copiable what={text('customers.name')} value={name}>
            {null}
          </Copiable>
        </div>
        <p className={styles.since}>{text('attendance.customer.since', { month: formats.month(customer.since) })}</p>
        {customer.blacklisted && (
          <div className={styles.tags}>
            <Tag tone="danger">{text('attendance.customer.blacklisted')}</Tag>
          </div>
        )}
        <dl className={styles.facts}>
          <dt>{text('attendance.customer.phone')}</dt>
          <dd>
            <Copiable what={text('attendance.customer.phone')} value={`+${customer.phone}`}>
              {formats.phone(customer.phone)}
            </Copiable>
          </dd>
          <dt>{text('attendance.customer.instance')}</dt>
          <dd>{ticket.instance.name}</dd>
          <dt>{text('attendance.customer.protocol')}</dt>
          <dd>
            <Copiable what={text('attendance.customer.protocol')} value={ticket.protocol} />
          </dd>
          <dt>{text('attendance.customer.startedAt')}</dt>
          <dd>
            {formats.date(ticket.startedAt)}, {formats.time(ticket.startedAt)}
          </dd>
          {ticket.finishedAt !== null && (
            <>
              <dt>{text('attendance.customer.finishedAt')}</dt>
              <dd>
                {formats.date(ticket.finishedAt)}, {formats.time(ticket.finishedAt)}
              </dd>
            </>
          )}
          {ticket.outcome !== undefined && (
            <>
              <dt>{text('customers.outcome')}</dt>
              <dd>{ticket.outcome}</dd>
            </>
          )}
          <dt>{text('attendance.customer.owner')}</dt>
          <dd>{ticket.owner?.name ?? text('attendance.unowned')}</dd>
        </dl>
        <Prepared fallback={null} isExtra>
          <TicketFlowSection ticket={ticket} />
        </Prepared>
        <Button
          icon={<PinIcon size={16} />}
          isWide
          onPress={() => append({ type: 'customer.pinToggled', customerId: customer.id, pinned: !pinned })}
        >
          {text(pinned ? 'attendance.unpin' : 'attendance.pin')}
        </Button>
        {/* Said once for all three, if what they work with can't come. */}
        <Prepared
          fallback={
            <>
              {buttonPlace}
              {hasBlock && buttonPlace}
              <div className={styles.card}>{cardPlace}</div>
            </>
          }
        >
          <StartFlow ticket={ticket} />
          <MergeCustomer customerId={customer.id} name={name} />
          {hasBlock && <BlockCustomer customerId={customer.id} isBlocked={customer.blacklisted} name={name} />}
          <div className={styles.card}>
            <CustomerCard customerId={customer.id} />
          </div>
          <TicketRules ticket={ticket} />
        </Prepared>
        <PastTickets conversation={conversation} ticket={ticket} />
      </div>
    </div>
  );
}
