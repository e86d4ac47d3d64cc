import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import type { MessageId } from '../../../i18n/message-id.ts';
import type { Attendance } from '../../../machines/entities/entities.ts';
import { conversationKey } from '../../../machines/entities/ids.ts';
import { useAction } from '../../administration/form/use-action.ts';
import { useFailureText } from '../../app/failure-text.ts';
import { Prepared } from '../../app/Prepared.tsx';
import { Button } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';
import { openAgain } from '../../shortcuts/late-shortcuts.ts';
import { useShortcut } from '../../shortcuts/ShortcutsProvider.tsx';
import { takingFocus } from '../focus.ts';
import styles from './Composer.module.css';

interface OpenAgainProps {
  /** A finished one. */
  readonly ticket: Attendance;
  /** Why the customer can't be written to. */
  readonly shut: MessageId | undefined;
}

/** Opens a new ticket of a finished one's customer, or the one that is open, and goes there. */
export function OpenAgain(props: OpenAgainProps) {
  const text = useText();
  if (props.shut !== undefined) return <p className={styles.shut}>{text(props.shut)}</p>;
  return (
    <Prepared fallback={null}>
      <Again {...props} />
    </Prepared>
  );
}

function Again({ ticket }: OpenAgainProps) {
  const { run, isPending, isDone, savedId, failure } = useAction(
    'chat.open',
    conversationKey(ticket.customer.id, ticket.instance.id),
  );
  const text = useText();
  const failureText = useFailureText();
  const navigate = useNavigate();
  const go = useEffectEvent(() => {
    if (savedId !== null) void navigate(`/chat/${savedId}`, { state: takingFocus });
  });
  useEffect(() => {
    if (isDone) go();
  }, [isDone]);
  useShortcut(openAgain, () => run({}));
  return (
    <>
      {failure !== null && (
        <p className={styles.shut} role="alert">
          {failureText(failure)}
        </p>
      )}
      <Button variant="primary" size="sm" isPending={isPending} onPress={() => run({})}>
        {text('thread.again')}
      </Button>
    </>
  );
}
