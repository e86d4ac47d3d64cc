import type { TicketId } from '../entities/ids.ts';
import type { Viewer } from '../entities/viewer.ts';
import { NOTICE_SHOWN_MS, VOLUME_DEFAULT } from '../limits.ts';
import type { Logged } from '../log/event.ts';
import type { QuietHours } from '../log/events-session.ts';
import type { ShellContext } from '../shell/shell.context.ts';
import type { SocketContext } from '../socket/socket.context.ts';
import type { Notice, PlannedNotice } from './notice.ts';
import { groupedNotice } from './queue-notices.ts';
import { isQuietAt } from './quiet-hours.ts';
import type { NoticeFacts } from './rules.ts';

interface Occurrence {
  readonly event: Logged;
  /** It happened while no page was open, so it only goes to the list and its counters. */
  readonly isMissed: boolean;
}

/** What an event reports: itself, or everything that was missed. */
export function occurrencesIn(
  event: Logged,
  { position, quietUpTo }: Pick<SocketContext, 'position' | 'quietUpTo'>,
): readonly Occurrence[] {
  if (event.type !== 'list.answered' || event.page.list !== 'missedNotices') {
    return [{ event, isMissed: 'stream' in event && event.stream.seq <= quietUpTo }];
  }
  return (
    event.page.rows
      // Anything newer than the last frame will arrive as a frame.
      .filter(({ frame }) => frame.stream.seq <= (position ?? Infinity))
      .map(({ at, frame }) => ({ event: { ...frame, position: event.position, loggedAt: at }, isMissed: true }))
  );
}

/** What decides about the viewer's notices. */
export function factsOf(
  viewer: Viewer,
  shell: ShellContext,
  openTickets: readonly TicketId[],
  customerOf: NoticeFacts['customerOf'],
): NoticeFacts {
  const { visible, locked, leads, otherViewed, otherTickets = [], preferences, desktop } = shell;
  const { silent = [], volume = VOLUME_DEFAULT, desktopDeclined, dismissed = [] } = preferences.notices ?? {};
  const mayAsk = desktop !== 'default' || desktopDeclined !== true;
  return {
    viewer,
    visible: (visible || otherViewed) && !locked,
    sound: preferences.sound && leads,
    silent,
    volume,
    // A locked screen hides desktop notifications too.
    desktop: locked || !leads || !mayAsk ? 'denied' : desktop,
    dismissed,
    openTickets: [...openTickets, ...otherTickets],
    customerOf,
  };
}

/** How it is presented at that time; `waiting` are the unread notices of the queue, newest first. */
export function presented(
  { plan, notice }: PlannedNotice,
  quiet: QuietHours | undefined,
  at: number,
  waiting: readonly Notice[],
): PlannedNotice {
  // Local time is costly, so it is asked for only if anything would be heard.
  const isHeard = plan.sound !== null || plan.desktop !== 'none';
  return {
    plan: isHeard && isQuietAt(quiet, at) ? { ...plan, sound: null, desktop: 'none' } : plan,
    notice: notice.kind === 'queue' ? groupedNotice(notice, waiting) : notice,
  };
}

/** The queue's updated notice, once another number of conversations waits there; null if none waits. */
export function regrouped(shownId: string, waiting: readonly Notice[]): PlannedNotice | null {
  const [latest] = waiting;
  if (latest === undefined) return null;
  return {
    // Its id extends the previous one's, so it was never raised before.
    notice: { ...groupedNotice(latest, waiting), id: `${shownId}:${waiting.length}` },
    plan: { show: true, sound: null, desktop: 'none', staysMs: NOTICE_SHOWN_MS },
  };
}
