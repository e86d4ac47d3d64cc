import { UNCERTAIN } from '../../../../../contract/facts/ack.ts';
import type { RefusedReaction as Refused } from '../../../../machines/conversation/conversation.context.ts';
import { useApp } from '../../../app/app-context.tsx';
import { useFailureText, useIsText } from '../../../app/failure-text.ts';
import { Button } from '../../../kit/Button.tsx';
import { useText } from '../../../kit/useText.ts';
import type { ConversationActor } from '../../actors.ts';
import { focusConversation } from '../../focus.ts';
import styles from './MessageTools.module.css';

interface RefusedReactionProps {
  readonly conversation: ConversationActor;
  readonly refused: Refused;
  /** Sends it again. */
  readonly onReact: (messageId: string, emoji: string) => void;
}

/** Says at its message why a reaction was taken back, or that nobody knows whether it went; until that is dismissed. */
export function RefusedReaction({ conversation, refused, onReact }: RefusedReactionProps) {
  const { messageId, emoji, failure } = refused;
  const isInDoubt = 'errorCode' in failure && failure.errorCode === UNCERTAIN;
  const { append } = useApp();
  const text = useText();
  const failureText = useFailureText();
  const isText = useIsText();
  const dismiss = () => {
    const { customerId, instanceId } = conversation.getSnapshot().context;
    append({ type: 'reaction.refusalRead', customerId, instanceId });
    // The pressed button disappears.
    focusConversation();
  };
  const ofProvider = (key: string | null, code: string) =>
    text(key !== null && isText(key) ? key : 'channel.error.unknown', { code });
  const reason = 'errorCode' in failure ? ofProvider(failure.errorKey, failure.errorCode) : failureText(failure);
  if (isInDoubt) {
    return (
      <p className={styles.refused}>
        {emoji === '' ? text('error.reaction.removalInDoubt') : text('error.reaction.inDoubt', { emoji })}
        <Button
          variant="link"
          size="sm"
          onPress={() => {
            dismiss();
            onReact(messageId, emoji);
          }}
        >
          {text('action.retry')}
        </Button>
        <Button variant="link" size="sm" onPress={dismiss}>
          {text('messageTools.dismiss')}
        </Button>
      </p>
    );
  }
  return (
    <p className={styles.refused}>
      {emoji === '' ? text('messageTools.refusedRemoval', { reason }) : text('messageTools.refused', { emoji, reason })}
      <Button variant="link" size="sm" onPress={dismiss}>
        {text('messageTools.dismiss')}
      </Button>
    </p>
  );
}
