import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { useHref } from 'react-router-dom';
import { selectPhase, selectSupportIn } from '../../machines/auth/auth.selectors.ts';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/Button.tsx';
import { useText } from '../kit/useText.ts';
import { useApp } from './app-context.tsx';
import styles from './SupportMark.module.css';

interface SupportMarkProps {
  /** The address of the back-office's own company, to which one goes back. */
  readonly from: string;
  /** Opens another page; the tests' own. */
  readonly open?: (address: string) => void;
}

const assign = (address: string) => window.location.assign(address);

/**
 * On every screen of a company that somebody of the platform has entered: whose it is, and the way out. Whoever ends
 * the session, it leads back to where they came from: at this company's login nobody of the platform can log in.
 */
export function SupportMark({ from, open = assign }: SupportMarkProps) {
  const { directory, append } = useApp();
  const text = useText();
  const address = useHref('/').replaceAll('/', '');
  // A session from before the name was kept has none.
  const company = useSelector(directory.auth, selectSupportIn) ?? address;
  useEffect(() => {
    let isLeaving = false;
    const waiting = directory.auth.subscribe((snapshot) => {
      const phase = selectPhase(snapshot);
      if (phase === 'loggingOut') isLeaving = true;
      if (phase !== 'anonymous') return;
      waiting.unsubscribe();
      open(isLeaving ? `/${from}/tenants` : `/${from}/tenants?support=ended`);
    });
    return () => {
      // The frame is gone before a logout is through.
      if (selectPhase(directory.auth.getSnapshot()) === 'authenticated') waiting.unsubscribe();
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
