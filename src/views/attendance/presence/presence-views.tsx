import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import { createPresence } from '../../../machines/presence/presence.actors.ts';
import type { Attendance } from '../../../machines/entities/entities.ts';
import { conversationKey } from '../../../machines/entities/ids.ts';
import type { ConversationKey } from '../../../machines/entities/ids.ts';
import type { ViewingColleague } from '../../../machines/presence/presence.machine.ts';
import { selectViewing } from '../../../machines/presence/presence.selectors.ts';
import { selectVisible } from '../../../machines/shell/shell.selectors.ts';
import { useApp, useOnChange } from '../../app/app-context.tsx';
import { EyeIcon, PencilIcon } from '../../kit/administration-icons.tsx';
import { Avatar } from '../../kit/Avatar.tsx';
import { cx } from '../../kit/cx.ts';
import { useText } from '../../kit/useText.ts';
import { VisuallyHidden } from '../../kit/VisuallyHidden.tsx';
import { noPresence, type RowPresenceProps } from './presence-in-row.ts';
import styles from './presence.module.css';

const nobody: readonly ViewingColleague[] = [];

function useViewing(key: ConversationKey): readonly ViewingColleague[] {
  const { directory } = useApp();
  const actor = useOnChange(directory.changed, () => directory.presence());
  return useSelector(actor, (snapshot) => (snapshot === undefined ? nobody : selectViewing(snapshot, key)));
}

/** Says who looks, or who types if somebody does; undefined for nobody. */
function useWords(viewing: readonly ViewingColleague[]): string | undefined {
  const text = useText();
  const first = viewing.find(({ typing }) => typing) ?? viewing[0];
  if (first === undefined) return undefined;
  const name = first.isSupport ? text('presence.support', { name: first.name }) : first.name;
  if (first.typing) return text('presence.typing', { name });
  return viewing.length === 1
    ? text('presence.viewing', { name })
    : text('presence.more', { name, count: viewing.length - 1 });
}

/** Renders nothing; follows colleagues while it is mounted. */
export function Follow() {
  const { directory, append } = useApp();
  const follow = useEffectEvent(() => {
    directory.add('presence', createPresence);
    append({ type: 'presence.followed', visible: selectVisible(directory.shell.getSnapshot()) });
  });
  useEffect(() => follow(), []);
  return null;
}

/** Hands a row of the list what to say of colleagues. */
export function Row({ conversation, children }: RowPresenceProps) {
  const text = useText();
  const viewing = useViewing(conversation);
  const words = useWords(viewing);
  const [first] = viewing;
  if (words === undefined || first === undefined) return children(noPresence);
  const typing = viewing.find((each) => each.typing);
  if (typing !== undefined) {
    const [name = ''] = typing.name.split(' ', 1);
    return children({
      typing: (
        <span className={styles.live} title={words}>
          {text('presence.typing', { name })}
        </span>
      ),
      looking: null,
    });
  }
  return children({
    typing: null,
    looking: (
      <span className={styles.look} title={words}>
        <EyeIcon size={13} />
        <Avatar name={first.name.slice(0, 1)} seed={first.userId} size="xs" className={styles.face} />
        <VisuallyHidden>{words}</VisuallyHidden>
      </span>
    ),
  });
}

/** In the open conversation's header; also announces to the server that this user has it open. */
export function Chat({ ticket }: { readonly ticket: Attendance }) {
  const { directory, append } = useApp();
  const { id: ticketId } = ticket;
  const { id: customerId } = ticket.customer;
  const { id: instanceId } = ticket.instance;
  const viewing = useViewing(conversationKey(customerId, instanceId));
  const words = useWords(viewing);
  // A conversation that the page opens with is often there before colleagues are followed.
  const isFollowed = useOnChange(directory.changed, () => directory.presence() !== undefined);
  useEffect(() => {
    if (!isFollowed) return undefined;
    append({ type: 'presence.shown', ticketId, customerId, instanceId });
    return () => append({ type: 'presence.hidden', ticketId });
  }, [append, isFollowed, ticketId, customerId, instanceId]);
  return (
    // Always there: what changes inside is read out.
    <output className={cx(styles.chat, viewing.some(({ typing }) => typing) && styles.typing)}>
      {words !== undefined && (
        <>
          {viewing.some(({ typing }) => typing) ? <PencilIcon size={13} /> : <EyeIcon size={13} />} {words}
        </>
      )}
    </output>
  );
}
