import type { ConversationKey } from '../../../../machines/entities/ids.ts';
import { useApp } from '../../../app/app-context.tsx';
import { Button } from '../../../kit/Button.tsx';
import { useText } from '../../../kit/useText.ts';
import styles from './Together.module.css';

interface UnreadNoticeProps {
  readonly conversationKey: ConversationKey;
  /** Whether marking them failed, until it is tried again. */
  readonly hasFailed: boolean;
}

/** Says that the messages in view couldn't be marked as read. */
export function UnreadNotice({ conversationKey: key, hasFailed }: UnreadNoticeProps) {
  const { directory, append } = useApp();
  const text = useText();
  const retry = () => {
    const { customerId, instanceId } = directory.unseen(key)?.getSnapshot().context ?? {};
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
