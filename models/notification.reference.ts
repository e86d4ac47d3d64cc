import type { App } from '../src/machines/app.ts';
import type { Command } from '../src/machines/log/command.ts';
import type { Logged } from '../src/machines/log/event.ts';
import type { NotificationSnapshot } from '../src/machines/notification/notification.machine.ts';
import type { ListedNotice } from '../src/machines/notification/notice-log.machine.ts';
import { selectVisible } from '../src/machines/shell/shell.selectors.ts';
import { oraclesOf } from './oracles.ts';
import type { Step } from './oracles.ts';

/** Of a notice: when it sounds, how long it stays, where it leads; and of their list what is new, newest first. */

interface Around {
  readonly entries: readonly ListedNotice[];
  /** Whether this tab is the one that sounds and shows on the desktop. */
  readonly isHeard: boolean;
  readonly isSeen: boolean;
  readonly desktop: string;
}
type Noticed = Step<NotificationSnapshot, Around>;

function entriesIn({ directory }: App): readonly ListedNotice[] {
  return directory.noticeLog.getSnapshot().context.entries;
}

function leaving({ event, before, after, around }: Noticed): readonly Command[] {
  const context = after?.context ?? before?.context;
  if (context === undefined) return [];
  const { notice, plan } = context;
  const { id } = notice;
  const isOnDesktop = !around.isSeen && around.isHeard && around.desktop === 'granted' && plan.desktop === 'show';
  const wasShown = before?.matches('shown') === true;
  const isShown = after?.matches('shown') === true;
  const isClearing = after?.matches('clearing') === true && before?.matches('clearing') !== true;
  const stay: Command = { type: 'timer.start', timer: `notice:${id}:stay`, ms: plan.staysMs ?? 0 };
  const stop: Command = { type: 'timer.cancel', timer: `notice:${id}:stay` };
  const stays = plan.staysMs !== null;
  const left: Command[] = [];
  if (!wasShown && isShown) {
    const { title, body } = notice;
    if (isOnDesktop) left.push({ type: 'desktop.show', noticeId: id, title, body });
    else if (stays) left.push(stay);
  }
  if (wasShown && stays) {
    // Its time begins once somebody looks, though it may be over at once.
    const isBack = event.type === 'page.visibilityChanged' && event.visible && plan.desktop === 'show';
    if (isBack || event.type === 'notices.released') left.push(stay);
    if (event.type === 'notices.held') left.push(stop);
  }
  if (wasShown && !isShown) {
    if (stays) left.push(stop);
    const isClicked = event.type === 'notice.desktopClicked';
    if (plan.desktop === 'show' && !isClicked) left.push({ type: 'desktop.hide', noticeId: id });
  }
  if (isClearing) left.push({ type: 'timer.start', timer: `notice:${id}:clear`, ms: 300 });
  return left;
}

function isOf(command: Command, id: string): boolean {
  if ('timer' in command) return ['stay', 'clear'].some((name) => command.timer === `notice:${id}:${name}`);
  return (command.type === 'desktop.show' || command.type === 'desktop.hide') && command.noticeId === id;
}

/** What the person reads in the list; null for what reads nothing. */
function readBy(event: Logged): ((entry: ListedNotice) => boolean) | null {
  switch (event.type) {
    case 'notices.read':
    case 'notices.readInOtherTab':
      return ({ id }) => event.ids === null || event.ids.includes(id);
    case 'notice.cleared':
    case 'notice.desktopClicked':
      return ({ id, kind }) => (event.noticeId.startsWith('queue:') ? kind === 'queue' : id === event.noticeId);
    case 'ticket.opened':
      return ({ ticketId }) => ticketId === event.ticketId;
    default:
      return null;
  }
}

interface Line {
  readonly subject: string;
  readonly count: number;
  readonly isRead: boolean;
}

/** How often each happened since it was last read. */
function linesAfter({ event, around, app }: Noticed): readonly Line[] {
  const isRead = readBy(event);
  const wasListed = new Map(around.entries.map((entry) => [entry.subject, entry]));
  return entriesIn(app).map((entry) => {
    const { subject } = entry;
    const was = wasListed.get(subject);
    const isNew = was === undefined || was.id !== entry.id || was.at !== entry.at;
    if (isNew) return { subject, count: (was?.isRead === false ? was.count : 0) + 1, isRead: false };
    // Frames and a look at the page read others.
    const reads = isRead === null ? entry.isRead : isRead(was);
    return { subject, count: was.count, isRead: was.isRead || reads };
  });
}

export const notificationOracles = oraclesOf<NotificationSnapshot, Around>(
  ({ directory }, actor) => directory.notice(actor.replace('notice:', ''))?.getSnapshot(),
  (app) => {
    const { leads, desktop } = app.directory.shell.getSnapshot().context;
    const isSeen = selectVisible(app.directory.shell.getSnapshot());
    return { entries: entriesIn(app), isHeard: leads, isSeen, desktop };
  },
  {
    'what leaves': (step) => {
      const id = (step.after ?? step.before)?.context.notice.id;
      // One that came and went at once is seen in its commands alone.
      if (id === undefined) return null;
      return { expected: leaving(step), came: step.commands.filter((command) => isOf(command, id)) };
    },
    'where it leads': ({ event, before, after, commands }) => {
      const notice = (before ?? after)?.context.notice;
      if (notice === undefined || event.type !== 'notice.desktopClicked' || event.noticeId !== notice.id) return null;
      const { ticketId, instanceId } = notice;
      const query = `to=${encodeURIComponent(`/chat/${ticketId}`)}&instance=${instanceId}`;
      return {
        expected: [
          { type: 'page.navigate', to: `/instances/list/choose-instance?${query}`, replace: false, returnHere: false },
        ],
        came: commands.filter(({ type }) => type === 'page.navigate'),
      };
    },
    'how often each happened': (step) => ({
      expected: linesAfter(step),
      came: entriesIn(step.app).map(({ subject, count, isRead }): Line => ({ subject, count, isRead })),
    }),
    'the newest first, each once': ({ app }) => {
      const entries = entriesIn(app).map(({ subject, at }) => ({ subject, at }));
      const each = [...new Map(entries.map((entry) => [entry.subject, entry])).values()];
      return { expected: each.toSorted((a, b) => b.at - a.at), came: entries };
    },
    /** What this tab reads, others are told; of what another tab read, nobody. */
    'what other tabs are told': ({ event, around, app, commands }) => {
      if (readBy(event) === null) return null;
      const now = new Map(entriesIn(app).map((entry) => [entry.id, entry.isRead]));
      const read = around.entries.filter((entry) => !entry.isRead && now.get(entry.id) === true).map(({ id }) => id);
      const isTold = read.length > 0 && event.type !== 'notices.readInOtherTab';
      return {
        expected: isTold ? [{ type: 'notices.tellRead', ids: read }] : [],
        came: commands.filter(({ type }) => type === 'notices.tellRead'),
      };
    },
  },
);
