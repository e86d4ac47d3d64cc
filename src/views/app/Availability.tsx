import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useAction } from '../administration/form/use-action.ts';
import { Banner } from '../kit/Banner.tsx';
import { Button } from '../kit/Button.tsx';
import { useText } from '../kit/useText.ts';
import { useFailureText } from './failure-text.ts';
import { Prepared } from './Prepared.tsx';
import styles from './Availability.module.css';

interface AvailabilityProps {
  readonly userId: string;
  /** What the user chose; undefined if the server only lost contact with this page. */
  readonly away: boolean | undefined;
  readonly onClose: () => void;
  readonly onRetry: () => void;
}

/** Sets the user away or at work. Says so where that failed, and tries again: until then it isn't so. */
export function Availability({ userId, away, onClose, onRetry }: AvailabilityProps) {
  const text = useText();
  if (away !== undefined) {
    return (
      <Prepared fallback={null}>
        <Choice userId={userId} away={away} onClose={onClose} />
      </Prepared>
    );
  }
  return (
    <Outside>
      <Banner
        tone="danger"
        className={styles.over}
        title={text('layout.account.available.failed')}
        action={
          <Button size="sm" onPress={onRetry}>
            {text('action.retry')}
          </Button>
        }
      >
        {text('layout.account.available.missed')}
      </Banner>
    </Outside>
  );
}

/** The bar around it isn't shown while a phone shows a conversation. */
function Outside({ children }: { readonly children: ReactNode }) {
  return createPortal(children, document.body);
}

function Choice({ userId, away, onClose }: Pick<AvailabilityProps, 'userId' | 'onClose'> & { readonly away: boolean }) {
  const text = useText();
  const failureText = useFailureText();
  const { run, isPending, isDone, failure } = useAction('availability', userId);
  const begin = useEffectEvent(() => run({ away }));
  useEffect(() => begin(), []);
  const end = useEffectEvent(onClose);
  useEffect(() => {
    if (isDone) end();
  }, [isDone]);
  if (failure === null) return null;
  return (
    <Outside>
      <Banner
        tone="danger"
        className={styles.over}
        title={text(away ? 'layout.account.away.failed' : 'layout.account.available.failed')}
        onClose={onClose}
        action={
          <Button size="sm" isPending={isPending} onPress={() => run({ away })}>
            {text('action.retry')}
          </Button>
        }
      >
        {failureText(failure)}
      </Banner>
    </Outside>
  );
}
