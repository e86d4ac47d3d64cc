import { NOTIFICATION_CLEAR_MS } from '../contract/facts/limits.ts';
import { selectViewer } from '../src/machines/auth/auth.selectors.ts';
import { isAdmin } from '../src/machines/entities/viewer.ts';
import { noticeClearTimer } from '../src/machines/notification/notification.machine.ts';
import { selectIsClearing } from '../src/machines/notification/notification.selectors.ts';
import { selectDesktopPermission, selectSoundOn, selectVisible } from '../src/machines/shell/shell.selectors.ts';
import type { Invariant } from './model.ts';
import { followTimers } from './timers.ts';

/** An administrator hears of everybody's attendance, others of their own, nobody of a customer whom nobody has. */
const rightPeople: Invariant = {
  name: 'notice: only for whom it is, with sound only where it is wanted',
  follow:
    () =>
    ({ app: { directory }, event, commands }) => {
      const viewer = selectViewer(directory.auth.getSnapshot());
      const plays = commands.some(({ type }) => type === 'sound.play');
      const shows = commands.some(({ type }) => type === 'desktop.show');
      if (plays && !selectSoundOn(directory.shell.getSnapshot())) return 'a sound, though it is switched off';
      if ((plays || shows) && viewer === null) return 'a notice with nobody logged in';
      if (event.type !== 'notice.arrived' || viewer === null || !(plays || shows)) return null;
      const { attendant } = event;
      if (attendant === null) return 'told of a customer whom nobody has';
      const isTheirs = isAdmin(viewer) || attendant.id === viewer.userId;
      return isTheirs ? null : `${viewer.name} was told of ${attendant.name}'s customer`;
    },
};

const rightDesktop: Invariant = {
  name: 'notice: on the desktop only with permission, and only while nobody looks at the page',
  follow:
    () =>
    ({ app: { directory }, commands }) => {
      if (!commands.some(({ type }) => type === 'desktop.show')) return null;
      const shell = directory.shell.getSnapshot();
      if (selectDesktopPermission(shell) !== 'granted') return 'shown without permission';
      return selectVisible(shell) ? 'shown beside the page' : null;
    },
};

const toldOnce: Invariant = {
  name: 'notice: told once, gone 300 ms after it is cleared, or with its page',
  follow: () => {
    const timers = followTimers();
    const told = new Set<string>();
    let shown: readonly string[] = [];
    return (moment) => {
      const running = timers(moment);
      const { directory } = moment.app;
      const { type } = moment.event;
      // Whoever logs in is told anew.
      if (type === 'app.opened' || type === 'logout.requested' || type === 'login.succeeded') told.clear();
      const now = directory.notices.getSnapshot();
      const again = now.find((id) => told.has(id) && !shown.includes(id));
      shown = now;
      for (const id of now) told.add(id);
      if (again !== undefined) return `${again} was told again`;
      if (type === 'app.opened' && now.length > 0) return `${now[0]} was on an earlier page`;
      for (const id of now) {
        const snapshot = directory.notice(id)?.getSnapshot();
        if (snapshot === undefined) return `${id} is listed, and is gone`;
        const ms = running.get(noticeClearTimer(id));
        if (selectIsClearing(snapshot) && ms !== NOTIFICATION_CLEAR_MS) return `${id} would go after ${ms} ms`;
      }
      return null;
    };
  },
};

export const notificationInvariants: readonly Invariant[] = [rightPeople, rightDesktop, toldOnce];
