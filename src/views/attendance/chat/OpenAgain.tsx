import { useEffect, useEffectEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Attendance } from '../../../machines/entities/entities.ts';
import { conversationKey } from '../../../machines/entities/ids.ts';
import { useAction } from '../../administration/form/use-action.ts';
import { useFailureText } from '../../app/failure-text.ts';
import { Prepared } from '../../app/Prepared.tsx';
import { Button } from '../../kit/Button.tsx';
import { useText } from '../../kit/useText.ts';
import type { Shortcut } from '../../shortcuts/shortcut.ts';
import { useShortcut } from '../../shortcuts/ShortcutsProvider.tsx';
import { takingFocus } from '../focus.ts';
import styles from './Composer.module.css';

const openAgain: Shortcut = { id: 'openAgain', keys: 'r', messageId: 'shortcuts.chat.openAgain', scope: 'chat' };

interface OpenAgainProps {
  /** A finished one. */
  readonly ticket: Attendance;
  /** Whether the 24-hour window is shut, so that the customer can't be written to. */
  readonly isShut: boolean;
}

/** Opens a new ticket of a finished one's customer, or the one that is open, and goes there. */
export function OpenAgain(props: OpenAgainProps) {
  const text = useText();
  if (props.isShut) return <p className={styles.shut}>{text('error.window.closed')}</p>;
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
