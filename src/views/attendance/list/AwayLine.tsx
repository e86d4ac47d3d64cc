import { useState } from 'react';
import { Availability } from '../../app/Availability.tsx';
import { Banner } from '../../kit/Banner.tsx';
import { Button } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';
import styles from './AwayLine.module.css';

/** Says that the user is away, which outlives a logout and is easily forgotten, and ends it. */
export function AwayLine({ userId }: { readonly userId: string }) {
  const text = useText();
  const [isEnding, setEnding] = useState(false);
  return (
    <>
      <Banner
        tone="warning"
        className={styles.line}
        action={
          <Button size="sm" isPending={isEnding} onPress={() => setEnding(true)}>
            {text('list.away.end')}
          </Button>
        }
      >
        {text('list.away')}
      </Banner>
      {isEnding && (
        <Availability userId={userId} away={false} onClose={() => setEnding(false)} onRetry={() => undefined} />
      )}
    </>
  );
}
