import { useSelector } from '@xstate/react';
import type { ReactNode } from 'react';
import { Link } from '../kit/Link.tsx';
import { selectRoutes, selectUser } from '../../machines/auth/auth.selectors.ts';
import { selectInstances } from '../../machines/shell/shell.selectors.ts';
import { useApp, useObservable } from '../app/app-context.tsx';
import { useNow } from '../app/use-now.ts';
import { Banner } from '../kit/Banner.tsx';
import { TransferIcon } from '../kit/administration-icons.tsx';
import { ChatIcon, InboxIcon } from '../kit/icons.tsx';
import { LinkButton } from '../kit/LinkButton.tsx';
import { Tag } from '../kit/Tag.tsx';
import { useText } from '../kit/useText.ts';
import { useFormats } from '../layout/LocaleProvider.tsx';
import { PendingTransfers } from './PendingTransfers.tsx';
import { Waiting } from './Waiting.tsx';
import styles from './HomeScreen.module.css';

/** The tenant's home: what is pending, and links to it. */
export function HomeScreen() {
  const { directory } = useApp();
  const text = useText();
  const formats = useFormats();
  const now = useNow();
  const user = useSelector(directory.auth, selectUser);
  const routes = useSelector(directory.auth, selectRoutes);
  const instances = useSelector(directory.shell, selectInstances);
  const hour = new Date(now).getHours();
  const greeting = hour < 5 ? 'night' : hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'night';
  const canAttend = routes.includes('chat');
  return (
    <div className={styles.home}>
      <header className={styles.header}>
        <div>
          <h1 className={styles.title}>
            {text(`home.greeting.${greeting}`, { name: user?.name.split(' ', 1)[0] ?? '' })}
          </h1>
          <p className={styles.lead}>{formats.full(now)}</p>
        </div>
        {canAttend && (
          <LinkButton to="/chat" variant="primary" size="lg" icon={<InboxIcon />}>
            {text('home.openAttendance')}
          </LinkButton>
        )}
      </header>
      {routes.length === 0 && (
        <Banner
          tone="warning"
          title={text('home.nothing.title')}
          action={<LinkButton to="/two-factor">{text('home.nothing.setUp')}</LinkButton>}
        >
          {text('home.nothing.text')}
        </Banner>
      )}
      {canAttend && <Counts />}
      <div className={styles.columns}>
        {canAttend && <Waiting />}
        <div className={styles.side}>
          {canAttend && <PendingTransfers />}
          {instances !== null && instances.length > 0 && (
            <section aria-labelledby="home-instances">
              <h2 id="home-instances" className={styles.subtitle}>
                {text('home.instances')}
              </h2>
              <ul role="list" className={styles.list}>
                {instances.map((instance) => (
                  <li key={instance.id} className={styles.instance}>
                    <span>{instance.name}</span>
                    <Tag tone={instance.active ? 'success' : 'neutral'}>
                      {text(instance.active ? 'home.instance.active' : 'home.instance.inactive')}
                    </Tag>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </div>
      </div>
    </div>
  );
}

/** A component of its own, as the counters change often. */
function Counts() {
  const { directory } = useApp();
  const text = useText();
  const unseen = useObservable(directory.totalUnseen);
  const transfers = useObservable(directory.pendingTransfers).length;
  return (
    <ul className={styles.counts} role="list">
      <li>
        <Count icon={<ChatIcon />} number="unseen" value={unseen} label={text('home.unseen', { count: unseen })} />
      </li>
      <li>
        <Count
          icon={<TransferIcon />}
          number="transfers"
          value={transfers}
          label={text('home.transfers', { count: transfers })}
        />
      </li>
    </ul>
  );
}

interface CountProps {
  readonly icon: ReactNode;
  /** Which number it is, for “Por que este número?”. */
  readonly number: string;
  readonly value: number;
  readonly label: string;
}

function Count({ icon, number, value, label }: CountProps) {
  const formats = useFormats();
  return (
    <Link to="/chat" className={styles.count} data-number={number}>
      <span className={styles.symbol}>{icon}</span>
      <strong>{formats.number(value)}</strong>
      <span>{label}</span>
    </Link>
  );
}
