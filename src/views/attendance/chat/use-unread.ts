import { useSelector } from '@xstate/react';
import { useMemo, useState } from 'react';
import type { ChatEntry } from '../../../machines/conversation/conversation.selectors.ts';
import { compareIds, conversationKey } from '../../../machines/entities/ids.ts';
import { selectIsSeen } from '../../../machines/shell/shell.selectors.ts';
import { countOf } from '../../../machines/unseen/unseen.count.ts';
import { useApp } from '../../app/app-context.tsx';
import type { ConversationActor } from '../actors.ts';

/** Received, but never counted as unread. */
const QUIET = new Set(['reaction', 'revoked', 'system']);

/**
 * How many messages were unread when the conversation was opened, or when one came back to its page, and the first of
 * them if it is loaded.
 */
export function useUnread(conversation: ConversationActor, entries: readonly ChatEntry[]) {
  const { directory } = useApp();
  const unreadNow = () => {
    const { customerId, instanceId } = conversation.getSnapshot().context;
    // Its reset may be in flight already, but wasn't answered yet.
    const unseen = directory.unseen(conversationKey(customerId, instanceId))?.getSnapshot().context.count;
    return { count: unseen === undefined ? 0 : countOf(unseen), upTo: unseen?.newest ?? null };
  };
  const [{ count, upTo }, setUnread] = useState(unreadNow);
  const isSeen = useSelector(directory.shell, selectIsSeen);
  const [wasSeen, setWasSeen] = useState(isSeen);
  if (wasSeen !== isSeen) {
    setWasSeen(isSeen);
    const found = unreadNow();
    if (isSeen && found.count > 0) setUnread(found);
  }
  const firstId = useMemo(() => firstUnread(entries, count, upTo), [entries, count, upTo]);
  return { count, firstId };
}

/** The first of the last `count` messages that were received up to `upTo`. */
export function firstUnread(entries: readonly ChatEntry[], count: number, upTo: string | null): string | undefined {
  if (count === 0) return undefined;
  const received = entries.flatMap((entry) =>
    entry.kind === 'message' &&
    entry.message.received &&
    !QUIET.has(entry.message.tag) &&
    (upTo === null || compareIds(entry.message.id, upTo) <= 0)
      ? entry.message.id
      : [],
  );
  return received.at(-count);
}
