import { useSelector } from '@xstate/react';
import { useEffect, useEffectEvent } from 'react';
import { SERVICE_WINDOW_SHORT_MS } from '../../../contract/facts/limits.ts';
import { selectViewer } from '../../machines/auth/auth.selectors.ts';
import { selectLastReceivedAt } from '../../machines/conversation/conversation.selectors.ts';
import { windowLeft } from '../attendance/chat/closed-reason.ts';
import { useApp } from './app-context.tsx';
import { useNow } from './use-now.ts';

const MINUTE_MS = 60_000;

/** Appends, once a window, that the 24-hour window of a ticket of the viewer's soon shuts. */
export function WindowWatch() {
  const { directory, append } = useApp();
  const now = useNow(MINUTE_MS);
  const viewer = useSelector(directory.auth, selectViewer);
  const look = useEffectEvent(() => {
    const { raisedNotices } = directory.shell.getSnapshot().context;
    const short = [...directory.rows()].flatMap(({ held, thread }) => {
      const { ticketId, ticket } = held.getSnapshot().context;
      if (ticket === null || ticket.finishedAt !== null || ticket.owner?.id !== viewer?.userId) return [];
      const receivedAt = thread === null ? null : selectLastReceivedAt(thread.held.getSnapshot());
      const left = windowLeft(receivedAt, now, ticket.instance.unofficial !== true);
      if (receivedAt === null || left === null || left === 0 || left >= SERVICE_WINDOW_SHORT_MS) return [];
      if (raisedNotices.includes(`window:${ticketId}:${receivedAt}`)) return [];
      return [{ ticketId, customerName: ticket.customer.name, receivedAt, minutes: Math.ceil(left / MINUTE_MS) }];
    });
    // The most urgent one last: its notice is the one that is seen.
    for (const each of short.toSorted((a, b) => b.minutes - a.minutes)) append({ type: 'window.shortened', ...each });
  });
  useEffect(() => look(), [now]);
  return null;
}
