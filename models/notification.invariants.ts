import { NOTIFICATION_CLEAR_MS } from '../contract/facts/limits.ts';
import { selectViewer } from '../src/machines/auth/auth.selectors.ts';
import { isAdmin } from '../src/machines/entities/viewer.ts';
import { noticeClearTimer } from '../src/machines/notification/notification.machine.ts';
import { selectIsClearing } from '../src/machines/notification/notification.selectors.ts';
import { selectSoundOn } from '../src/machines/shell/shell.preferences.selectors.ts';
import { selectDesktopPermission, selectVisible } from '../src/machines/shell/shell.selectors.ts';
import type { Invariant } from './model.ts';
import { followTimers } from './timers.ts';

/** Administrators are notified of everybody's customers, others of their own; nobody of customers without an attendant. */
const rightPeople: Invariant = {
  name: 'notice: only for those it concerns, with sound only if it is on',
  ofState: true,
  follow:
    () =>
    ({ app: { directory }, event, commands }) => {
      const viewer = selectViewer(directory.auth.getSnapshot());
      const plays = commands.some(({ type }) => type === 'sound.play');
      const shows = commands.some(({ type }) => type === 'desktop.show');
      // Tried out in the settings.
      if (event.type === 'sound.tested' || event.type === 'desktop.tested') return null;
      if (plays && !selectSoundOn(directory.shell.getSnapshot())) return 'a sound, though it is switched off';
      if ((plays || shows) && viewer === null) return 'a notice with nobody logged in';
      if (event.type !== 'notice.arrived' || viewer === null || !(plays || shows)) return null;
      const { attendant } = event;
      if (attendant === null) return 'raised for a customer without an attendant';
      const isTheirs = isAdmin(viewer) || attendant.id === viewer.userId;
      return isTheirs ? null : `${viewer.name} was notified of ${attendant.name}'s customer`;
    },
};

const rightDesktop: Invariant = {
  name: 'notice: on the desktop only with permission, and only while the page is not visible',
  ofState: true,
  follow:
    () =>
    ({ app: { directory }, event, commands }) => {
      if (event.type === 'desktop.tested') return null;
      if (!commands.some(({ type }) => type === 'desktop.show')) return null;
      const shell = directory.shell.getSnapshot();
      if (selectDesktopPermission(shell) !== 'granted') return 'shown without permission';
      return selectVisible(shell) ? 'shown beside the page' : null;
    },
};

const raisedOnce: Invariant = {
  name: 'notice: raised once, removed 300 ms after it is cleared, or with its page',
  ofState: true,
  follow: (begun) => {
    const timers = followTimers(begun);
    let shown = begun.directory.notices.getSnapshot();
    const raised = new Set(shown);
    return (moment) => {
      const running = timers(moment);
      const { directory } = moment.app;
      const { type } = moment.event;
      // A login starts over.
      if (type === 'app.opened' || type === 'logout.requested' || type === 'login.succeeded') raised.clear();
      const now = directory.notices.getSnapshot();
      const again = now.find((id) => raised.has(id) && !shown.includes(id));
      shown = now;
      for (const id of now) raised.add(id);
      if (again !== undefined) return `${again} was raised again`;
      if (type === 'app.opened' && now.length > 0) return `${now[0]} was on an earlier page`;
      for (const id of now) {
        const snapshot = directory.notice(id)?.getSnapshot();
        if (snapshot === undefined) return `${id} is listed, and was removed`;
        const timer = noticeClearTimer(id);
        const ms = running.get(timer);
        if (selectIsClearing(snapshot) && ms !== NOTIFICATION_CLEAR_MS && !running.mayRun(timer))
          return `${id} would be removed after ${ms} ms`;
      }
      return null;
    };
  },
};

export const notificationInvariants: readonly Invariant[] = [rightPeople, rightDesktop, raisedOnce];
