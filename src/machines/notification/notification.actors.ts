import type { EventFrom } from 'xstate';
import type { TicketId } from '../entities/ids.ts';
import type { Logged } from '../log/event.ts';
import type { noticeLogMachine } from './notice-log.machine.ts';
import { queuedIn } from './notice-log.selectors.ts';
import type { PlannedNotice } from './notice.ts';
import { notificationMachine } from './notification.machine.ts';
import { selectIsClearing } from './notification.selectors.ts';
import { QUEUE_TOPIC } from './queue-notices.ts';
import { factsOf, occurrencesIn, presented, regrouped } from './raise.ts';
import { desktopOffer, noticeFor } from './rules.ts';
import type { Core } from '../directory/core.ts';
import { createKeyed } from '../directory/keyed.ts';

/** Maximum number of notices on the screen; the oldest is removed. */
const SHOWN_MAX = 50;

interface Held {
  /** The tickets on the screen. */
  readonly openIds: () => readonly TicketId[];
  readonly customerOf: (id: TicketId) => string | null;
}

/** Notices by id, and the list of them. */
export function createNotices(core: Core, { openIds, customerOf }: Held) {
  const { noticeLog, shell, socket } = core;
  const notices = createKeyed<typeof notificationMachine, string>('notice', notificationMachine, core);

  function supersede(id: string | undefined): void {
    if (id !== undefined) notices.send(id, { type: 'notice.superseded', noticeId: id });
  }

  /** The id of the notice of a topic on the screen. */
  function shownOf(topic: string | null): string | undefined {
    if (topic === null) return undefined;
    for (const [id, actor] of notices.entries()) {
      if (actor.getSnapshot().context.notice.topic === topic) return id;
    }
    return undefined;
  }

  /** Shows a notice; it replaces one of the same topic. */
  function show(planned: PlannedNotice): void {
    const { id, topic } = planned.notice;
    const before = shownOf(topic);
    notices.make(id, planned);
    if (notices.held(id) === undefined) return;
    supersede(before);
    const shown = notices.keys.getSnapshot();
    if (shown.length > SHOWN_MAX) supersede(shown[0]);
  }

  /** Conversations in the queue that the user was notified of and hasn't looked at. */
  const waiting = () => queuedIn(noticeLog.getSnapshot().context.entries);

  /** Whether it is the first time. */
  function raise(noticeId: string): boolean {
    if (shell.getSnapshot().context.raisedNotices.includes(noticeId)) return false;
    shell.send({ type: 'notice.raised', noticeId });
    return true;
  }

  return {
    ...notices,
    /** Raises the event's notice, if it has one for the viewer. */
    notify: (cause: Logged): void => {
      for (const { event, isMissed } of occurrencesIn(cause, socket.getSnapshot().context)) {
        const viewer = core.viewer();
        if (viewer === null) return;
        const { context } = shell.getSnapshot();
        const planned = noticeFor(event, factsOf(viewer, context, openIds(), customerOf));
        if (planned === null || !raise(planned.notice.id)) continue;
        const { plan, notice } = planned;
        if (notice.kind !== 'own' && plan.show) {
          noticeLog.send({ type: 'notice.logged', notice, loggedAt: event.loggedAt, isMissed });
        }
        if (isMissed) continue;
        const shown = presented(planned, context.preferences.notices?.quiet, event.loggedAt, waiting());
        show(shown);
        if (shown.plan.desktop !== 'ask') continue;
        const offer = desktopOffer();
        if (raise(offer.notice.id)) show(offer);
      }
    },
    /** Sends an event to the list of notices; then updates the queue's notice on the screen. */
    toLog: (event: EventFrom<typeof noticeLogMachine>): void => {
      const before = waiting();
      noticeLog.send(event);
      const after = waiting();
      const shown = shownOf(QUEUE_TOPIC);
      const actor = shown === undefined ? undefined : notices.get(shown);
      // A notice that is leaving the screen isn't replaced.
      if (shown === undefined || actor === undefined || selectIsClearing(actor.getSnapshot())) return;
      if (after.length === before.length) return;
      const next = regrouped(shown, after);
      if (next === null) notices.send(shown, { type: 'notice.outdated', noticeId: shown });
      else show(next);
    },
  };
}
