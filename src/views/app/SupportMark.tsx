import { useSelector } from '@xstate/react';
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
}

/** On every screen of a company that somebody of the platform has entered: whose it is, and the way out. */
export function SupportMark({ from }: SupportMarkProps) {
  const { directory, append } = useApp();
  const text = useText();
  const address = useHref('/').replaceAll('/', '');
  // A session from before the name was kept has none.
  const company = useSelector(directory.auth, selectSupportIn) ?? address;
  const leave = () => {
    // The frame is gone before the logout is through.
    const waiting = directory.auth.subscribe((snapshot) => {
      if (selectPhase(snapshot) !== 'anonymous') return;
      waiting.unsubscribe();
      window.location.assign(`/${from}/tenants`);
    });
    append({ type: 'logout.requested' });
  };
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
