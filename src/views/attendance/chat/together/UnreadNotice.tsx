import { useSelector } from '@xstate/react';
import type { ConversationKey } from '../../../../machines/entities/ids.ts';
import { selectResetFailed } from '../../../../machines/unseen/unseen.selectors.ts';
import { useApp } from '../../../app/app-context.tsx';
import { Button } from '../../../kit/Button.tsx';
import { useText } from '../../../kit/useText.ts';
import styles from './Together.module.css';

interface UnreadNoticeProps {
  readonly conversationKey: ConversationKey;
}

/** Says that the messages in view couldn't be marked as read. */
export function UnreadNotice({ conversationKey: key }: UnreadNoticeProps) {
  const { directory, append } = useApp();
  const text = useText();
  const actor = directory.unseen(key);
  const hasFailed = useSelector(actor, (snapshot) => snapshot !== undefined && selectResetFailed(snapshot));
  const retry = () => {
    const { customerId, instanceId } = actor?.getSnapshot().context ?? {};
    if (customerId !== undefined && instanceId !== undefined)
      append({ type: 'unseen.retried', customerId, instanceId });
  };
  return (
    // Always there: what changes inside is read out.
    <div role="status" className={styles.answered}>
      {hasFailed && (
        <>
          <span>{text('together.unread')}</span>
          <Button size="sm" variant="ghost" onPress={retry}>
            {text('action.retry')}
          </Button>
        </>
      )}
    </div>
  );
}
