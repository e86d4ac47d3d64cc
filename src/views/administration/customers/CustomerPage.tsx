import { useSelector } from '@xstate/react';
import { useId, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { selectRoutes, selectViewer } from '../../../machines/auth/auth.selectors.ts';
import type { CustomerCard } from '../../../machines/entities/customers.ts';
import type { Failure } from '../../../machines/entities/failure.ts';
import { isAdmin } from '../../../machines/entities/viewer.ts';
import { useApp } from '../../app/app-context.tsx';
import { useFailureText } from '../../app/failure-text.ts';
import { partOf } from '../../app/route-table.ts';
import { BlockCustomer } from '../../attendance/customer/BlockCustomer.tsx';
import { Copiable } from '../../attendance/customer/Copiable.tsx';
import { CustomerConsents } from '../../attendance/customer/CustomerConsents.tsx';
import { CustomerData } from '../../attendance/customer/CustomerData.tsx';
import { CustomerFiles } from '../../attendance/customer/CustomerFiles.tsx';
import { CustomerGroups } from '../../attendance/customer/CustomerGroups.tsx';
import { CustomerTags } from '../../attendance/customer/CustomerTags.tsx';
import { MergeCustomer } from '../../attendance/customer/MergeCustomer.tsx';
import { OtherNumbers } from '../../attendance/customer/OtherNumbers.tsx';
import { useCard } from '../../attendance/customer/use-card.ts';
import { Avatar } from '../../kit/Avatar.tsx';
import { EmptyState } from '../../kit/EmptyState.tsx';
import { ErrorState } from '../../kit/ErrorState.tsx';
import { PersonIcon } from '../../kit/icons.tsx';
import { LinkButton } from '../../kit/LinkButton.tsx';
import { Skeleton } from '../../kit/Skeleton.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import { CustomerAttendances } from './CustomerAttendances.tsx';
import { CustomerCampaigns } from './CustomerCampaigns.tsx';
import { CustomerPrivacy } from './CustomerPrivacy.tsx';
import { StartConversation } from './StartConversation.tsx';
import styles from './CustomerPage.module.css';

/** /customers/{id}: a customer's data, and the actions on it. */
export function CustomerPage() {
  const id = partOf('/customers/:id', useLocation().pathname) ?? '';
  const { card, failure, retry } = useCard(id);
  const text = useText();
  // Also one who was merged or erased elsewhere meanwhile.
  const isGone = failure !== null && (failure.code === 'NOT_FOUND' || failure.code === 'CONFLICT');
  if (card !== undefined && !isGone) return <Shown key={id} card={card} />;
  return (
    <>
      <h1>
        <VisuallyHidden>{text('menu.customer')}</VisuallyHidden>
      </h1>
      <Unshown failure={failure} isGone={isGone} onRetry={retry} />
    </>
  );
}

interface UnshownProps {
  readonly failure: Failure | null;
  readonly isGone: boolean;
  readonly onRetry: () => void;
}

function Unshown({ failure, isGone, onRetry }: UnshownProps) {
  const text = useText();
  const failureText = useFailureText();
  if (failure === null) return <Skeleton shape="block" height={360} />;
  if (isGone) {
    return (
      <EmptyState
        icon={<PersonIcon />}
        title={text('base.missing')}
        action={<LinkButton to="/customers">{text('base.missing.back')}</LinkButton>}
      >
        {failureText(failure)}
      </EmptyState>
    );
  }
  return (
    <ErrorState title={text('base.failed')} onRetry={onRetry}>
      {failureText(failure)}
    </ErrorState>
  );
}

function Shown({ card }: { readonly card: CustomerCard }) {
  const { directory } = useApp();
  const text = useText();
  const formats = useFormats();
  const navigate = useNavigate();
  const viewer = useSelector(directory.auth, selectViewer);
  const routes = useSelector(directory.auth, selectRoutes);
  const isAdministrator = viewer !== null && isAdmin(viewer);
  const mayChat = routes.includes('chat');
  const { id, phone, image, isBlocked, createdAt } = card;
  const name = card.name === phone ? formats.phone(phone) : card.name;
  return (
    <div className={styles.page}>
      <header className={styles.head}>
        <Avatar name={name} seed={id} image={image} size="xl" />
        <div className={styles.words}>
          <h1 className={styles.name}>{name}</h1>
          <Copiable what={text('attendance.customer.phone')} value={`+${phone}`}>
            {formats.phone(phone)}
          </Copiable>
          <span className={styles.since}>{text('attendance.customer.since', { month: formats.month(createdAt) })}</span>
          {isBlocked && <Tag tone="danger">{text('attendance.customer.blacklisted')}</Tag>}
        </div>
        <div className={styles.actions}>
          {mayChat && !isBlocked && <StartConversation phone={phone} />}
          <MergeCustomer customerId={id} name={name} />
          {isAdministrator && (isBlocked || routes.includes('blocked-contacts')) && (
            <BlockCustomer customerId={id} isBlocked={isBlocked} name={name} />
          )}
          {isAdministrator && (
            <CustomerPrivacy customerId={id} name={name} onErased={() => void navigate('/customers')} />
          )}
        </div>
      </header>
      <Panel title={text('base.about')}>
        <OtherNumbers numbers={card.numbers ?? []} />
        <CustomerTags card={card} />
        <CustomerGroups groups={card.groups ?? []} />
        <CustomerData card={card} />
        <CustomerConsents customerId={id} />
      </Panel>
      <Panel title={text('base.history')}>
        <CustomerCampaigns customerId={id} />
        {mayChat && <CustomerAttendances customerId={id} />}
        {mayChat && <CustomerFiles customerId={id} />}
      </Panel>
    </div>
  );
}

function Panel({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.panel}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      {children}
    </section>
  );
}
