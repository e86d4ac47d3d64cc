import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import type { ProtocolTicket } from '../../../machines/entities/support.ts';
import { selectRoutes } from '../../../machines/auth/auth.selectors.ts';
import { useApp } from '../../app/app-context.tsx';
import { Avatar } from '../../kit/Avatar.tsx';
import { ChatIcon } from '../../kit/icons.tsx';
import { LinkButton } from '../../kit/LinkButton.tsx';
import { Tag } from '../../kit/Tag.tsx';
import { useText } from '../../kit/useText.ts';
import { useFormats } from '../../layout/LocaleProvider.tsx';
import styles from './ProtocolCard.module.css';

interface ProtocolCardProps {
  readonly ticket: ProtocolTicket;
  /** Beside the link to the conversation: the download. */
  readonly actions?: ReactNode;
}

/** A ticket: its customer, its owner, from when to when. */
export function ProtocolCard({ ticket, actions }: ProtocolCardProps) {
  const text = useText();
  const formats = useFormats();
  const { directory } = useApp();
  const routes = useSelector(directory.auth, selectRoutes);
  const { customer, finishedAt } = ticket;
  const facts: readonly (readonly [string, ReactNode])[] = [
    [text('protocol.attendant'), ticket.owner?.name ?? text('attendance.unowned')],
    [text('protocol.instance'), ticket.instance.name],
    ...(ticket.department === null ? [] : [[text('protocol.department'), ticket.department.name] as const]),
    [text('protocol.started'), <When key="started" at={ticket.startedAt} />],
    [text('protocol.finished'), finishedAt === null ? text('protocol.open') : <When key="finished" at={finishedAt} />],
    ...(finishedAt === null
      ? []
      : [[text('protocol.lasted'), formats.duration(finishedAt - ticket.startedAt)] as const]),
    [text('protocol.messages'), text('protocol.messages.count', { received: ticket.received, sent: ticket.sent })],
  ];
  return (
    <section className={styles.card} aria-label={text('attendance.protocol', { protocol: ticket.protocol })}>
      <div className={styles.top}>
        <Avatar name={customer.name} seed={customer.id} />
        <div className={styles.who}>
          <h2 className={styles.name}>{customer.name}</h2>
          <span>{formats.phone(customer.phone)}</span>
        </div>
        <Tag tone={finishedAt === null ? 'success' : 'neutral'}>
          {text(finishedAt === null ? 'protocol.open' : 'attendance.finished')}
        </Tag>
        <div className={styles.actions}>
          {routes.includes('chat') && (
            <LinkButton to={`/chat/${ticket.id}`} icon={<ChatIcon />}>
              {text('protocol.openConversation')}
            </LinkButton>
          )}
          {actions}
        </div>
      </div>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function When({ at }: { readonly at: number }) {
  const formats = useFormats();
  return (
    <time dateTime={new Date(at).toISOString()} title={formats.full(at)}>
      {formats.date(at)} {formats.time(at)}
    </time>
  );
}
