import { useSelector } from '@xstate/react';
import {
  selectChatState,
  selectNewerFailure,
  selectSoughtFailure,
} from '../../../../machines/conversation/conversation.selectors.ts';
import { useFailureText } from '../../../app/failure-text.ts';
import { Button } from '../../../kit/Button.tsx';
import { Spinner } from '../../../kit/Spinner.tsx';
import { useText } from '../../../kit/useText.ts';
import type { ConversationActor } from '../../actors.ts';
import styles from '../MessageList.module.css';

interface PastStateProps {
  readonly conversation: ConversationActor;
  /** `end`: below the shown old messages, for the ones after them; `over`: above the chat, for a jump. */
  readonly place: 'end' | 'over';
  readonly onRetry: () => void;
}

/** What old messages are waiting for, or why they didn't load. */
export function PastState({ conversation, place, onRetry }: PastStateProps) {
  const text = useText();
  const failureText = useFailureText();
  const state = useSelector(conversation, selectChatState);
  const isPlace = useSelector(conversation, ({ context }) => context.sought?.isPlace === true);
  const newerFailure = useSelector(conversation, selectNewerFailure);
  const soughtFailure = useSelector(conversation, selectSoughtFailure);
  if (place === 'over') {
    if (soughtFailure === null && (state !== 'seeking' || isPlace)) return null;
    return (
      <p className={styles.seeking} role="status">
        {state === 'seeking' ? (
          <Spinner label={text('attendance.seeking')} />
        ) : (
          <>
            {text('attendance.sought.failed')}{' '}
            {soughtFailure !== null && soughtFailure.code !== 'NETWORK' && failureText(soughtFailure)}{' '}
            <Button variant="link" size="sm" onPress={onRetry}>
              {text('action.retry')}
            </Button>
          </>
        )}
      </p>
    );
  }
  if (state !== 'loadingNewer' && newerFailure === null) return null;
  return (
    <div className={styles.top}>
      {state === 'loadingNewer' ? (
        <Spinner label={text('attendance.loadingNewer')} />
      ) : (
        <span>
          {text('attendance.newer.failed')}{' '}
          <Button variant="link" size="sm" onPress={onRetry}>
            {text('action.retry')}
          </Button>
        </span>
      )}
    </div>
  );
}
