import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { useHref } from 'react-router-dom';
import { selectPhase, selectSupportIn } from '../../machines/auth/auth.selectors.ts';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/Button.tsx';
import { useText } from '../kit/useText.ts';
import { useApp } from './app-context.tsx';
import styles from './SupportBanner.module.css';

interface SupportBannerProps {
  /** Address of the back-office tenant to return to. */
  readonly from: string;
  /** Replaced by tests. */
  readonly open?: (address: string) => void;
}

const assign = (address: string) => window.location.assign(address);

/**
 * Shown on every screen while platform support is inside a company: which company, and the way out. However the session
 * ends, it returns to the back-office: support can't log in at the company's login page.
 */
export function SupportBanner({ from, open = assign }: SupportBannerProps) {
  const { directory, append } = useApp();
  const text = useText();
  const address = useHref('/').replaceAll('/', '');
  // Sessions stored by older versions have no name.
  const company = useSelector(directory.auth, selectSupportIn) ?? address;
  useEffect(() => {
    let isLeaving = false;
    const subscription = directory.auth.subscribe((snapshot) => {
      const phase = selectPhase(snapshot);
      if (phase === 'loggingOut') isLeaving = true;
      if (phase !== 'anonymous') return;
      subscription.unsubscribe();
      // A replayed log leads nowhere.
      if (window.frameElement !== null) return;
      open(isLeaving ? `/${from}/tenants` : `/${from}/tenants?support=ended`);
    });
    return () => {
      // A logout unmounts the frame before it completes.
      if (selectPhase(directory.auth.getSnapshot()) === 'authenticated') subscription.unsubscribe();
    };
  }, [directory, from, open]);
  const leave = () => append({ type: 'logout.requested' });
  return (
    <Banner
      tone="warning"
      title={text('layout.support.title', { company })}
      action={
        <Button size="sm" onPress={leave}>
          {text('layout.support.leave')}
        </Button>
      }
    >
      <span className={styles.more}>{text('layout.support.text')}</span>
    </Banner>
  );
}
