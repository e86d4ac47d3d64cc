import type { AppEvent } from '../src/machines/log/event.ts';
import type { Preferences } from '../src/machines/log/events-session.ts';
import { isSame } from '../src/machines/entities/same.ts';
import { selectViewer } from '../src/machines/auth/auth.selectors.ts';
import type { Invariant } from './model.ts';

/** The preferences after a user's choice. */
function chosen(before: Preferences, event: AppEvent): Preferences {
  switch (event.type) {
    case 'theme.chosen':
      return event.theme === 'system'
        ? { ...before, followsSystem: true }
        : { ...before, theme: event.theme, followsSystem: undefined };
    case 'modSends.toggled':
      return { ...before, modSends: before.modSends === true ? undefined : true };
    case 'density.chosen':
      return { ...before, isCompact: event.density === 'compact' ? true : undefined };
    case 'locale.chosen':
      return { ...before, locale: event.locale };
    case 'sidebar.toggled':
      return { ...before, sidebarOpen: !before.sidebarOpen };
    case 'sound.toggled':
      return { ...before, sound: !before.sound };
    case 'singleKeys.toggled':
      return { ...before, singleKeys: !before.singleKeys };
    case 'noticeSettings.changed': {
      const { quiet, ...others } = event.change;
      const hours = quiet !== undefined && { quiet: quiet ?? undefined };
      return { ...before, notices: { ...before.notices, ...others, ...hours } };
    }
    case 'notice.cleared': {
      const dismissed = before.notices?.dismissed ?? [];
      if (!event.noticeId.startsWith('limit:') || dismissed.includes(event.noticeId)) return before;
      return { ...before, notices: { ...before.notices, dismissed: [...dismissed, event.noticeId] } };
    }
    case 'emoji.used': {
      const recent = (before.emojis?.recent ?? []).filter((each) => each !== event.emoji);
      return { ...before, emojis: { recent: [event.emoji, ...recent], tone: before.emojis?.tone ?? 0 } };
    }
    case 'emoji.toneChosen':
      return { ...before, emojis: { recent: before.emojis?.recent ?? [], tone: event.tone } };
    case 'columns.chosen':
      return { ...before, hiddenColumns: { ...before.hiddenColumns, [event.table]: event.hidden } };
    case 'page.starred': {
      const others = (before.starredPages ?? []).filter((page) => page !== event.page);
      if (event.starred === (others.length !== (before.starredPages ?? []).length)) return before;
      if (!event.starred) return { ...before, starredPages: others };
      return others.length < 10 ? { ...before, starredPages: [...others, event.page] } : before;
    }
    case 'audioSpeed.chosen':
      return { ...before, audioSpeed: event.speed === 1 ? undefined : event.speed };
    case 'lockMinutes.chosen':
      return { ...before, lockMinutes: event.minutes ?? undefined };
    case 'inbox.filtered':
      return event.status === 'open' ? { ...before, inboxView: event.scope } : before;
    case 'inbox.sorted':
      return { ...before, inboxSort: event.sort === 'last_message' ? undefined : event.sort };
    case 'inbox.narrowed':
      return isSame(before.inboxFilters ?? {}, event.only) ? before : { ...before, inboxFilters: event.only };
    case 'login.succeeded':
      return event.preferences ?? before;
    case 'instance.chosen':
      return { ...before, activeInstanceId: event.instanceId };
    // One that isn't theirs any more is none.
    case 'instances.listed':
      return event.instances.some(({ id }) => id === before.activeInstanceId)
        ? before
        : { ...before, activeInstanceId: null };
    default:
      return before;
  }
}

/** The preferences of another tab, without those that each tab keeps for itself. */
function receivedFromTab(own: Preferences, other: Preferences): Preferences {
  const { sidebarOpen, activeInstanceId, inboxFilters, inboxScope, inboxView, inboxSort } = own;
  return { ...other, sidebarOpen, activeInstanceId, inboxFilters, inboxScope, inboxView, inboxSort };
}

/** Events that bring already stored preferences. */
const given: ReadonlySet<string> = new Set(['app.opened', 'login.succeeded', 'preferences.receivedFromTab']);

const asChosen: Invariant = {
  name: 'shell: a preference is what was chosen last, and is stored if it was chosen in this tab',
  ofState: true,
  follow: () => {
    let expected: Preferences | null = null;
    return ({ app, event, commands }) => {
      const shell = app.directory.shell.getSnapshot();
      const { preferences } = shell.context;
      const before: Preferences | null = expected;
      if (event.type === 'app.opened') expected = event.preferences;
      else if (!shell.matches('open')) return null;
      // Followed from a later event on, it begins with what is.
      else if (before === null) expected = preferences;
      else if (event.type === 'preferences.receivedFromTab') expected = receivedFromTab(before, event.preferences);
      else expected = chosen(before, event);
      if (!isSame(preferences, expected)) return `${JSON.stringify(preferences)}, after ${event.type}`;
      const kept = commands.flatMap((command) => (command.type === 'preferences.keep' ? [command.preferences] : []));
      const isChosen = !given.has(event.type) && before !== null;
      if (isChosen && !isSame(before, expected) && kept.length !== 1)
        return `${event.type} is stored ${kept.length} times`;
      return kept.every((one) => isSame(one, expected)) ? null : `something else is kept than ${event.type} made`;
    };
  },
};

/** A new page stays locked; a login unlocks. */
const locked: Invariant = {
  name: 'shell: locked until the password is entered, in this tab or another, or nobody is logged in',
  ofState: true,
  follow: () => {
    let isLocked: boolean | null = null;
    return ({ app, event, commands }) => {
      const { locked: is } = app.directory.shell.getSnapshot().context;
      // Followed from a later event on, it begins with what that one left.
      const isFirst = isLocked === null && event.type !== 'app.opened';
      if (isFirst) isLocked = is;
      const was = isLocked;
      const isAnonymous = selectViewer(app.directory.auth.getSnapshot()) === null;
      if (event.type === 'app.opened') isLocked = event.locked === true && event.session !== null;
      else if (event.type === 'screen.locked') isLocked = app.directory.shell.getSnapshot().matches('open');
      else if (event.type === 'screen.unlocked' || isAnonymous) isLocked = false;
      else if (event.type === 'form.saved' && event.form === 'account.unlock') isLocked = false;
      if (is !== isLocked) return `${is ? 'locked' : 'open'} after ${event.type}`;
      if (isFirst) return null;
      const kept = commands.flatMap((command) => (command.type === 'lock.keep' ? [command.locked] : []));
      const wanted = event.type === 'app.opened' || was === isLocked ? [] : [isLocked];
      return isSame(kept, wanted) ? null : `the lock is kept as ${kept.join()} after ${event.type}`;
    };
  },
};

/** Network, visibility, permission and leadership follow the last event. */
const surroundings: Invariant = {
  name: 'shell: network, visibility and permission are as last reported; leading ends with the session',
  ofState: true,
  follow: () => {
    let before: { online: boolean; visible: boolean; desktop: string } | null = null;
    return ({ app, event }) => {
      const { context } = app.directory.shell.getSnapshot();
      // Followed from a later event on, it begins with what is.
      let { online, visible, desktop } = event.type === 'app.opened' ? event : (before ?? context);
      if (event.type === 'network.changed') ({ online } = event);
      if (event.type === 'page.visibilityChanged') ({ visible } = event);
      if (event.type === 'desktop.permissionChanged') desktop = event.permission;
      before = { online, visible, desktop };
      if (!app.directory.shell.getSnapshot().matches('open')) return null;
      if (context.overlay) return 'the page is covered';
      if (context.online !== online) return `online is ${context.online} after ${event.type}`;
      if (context.visible !== visible) return `visible is ${context.visible} after ${event.type}`;
      if (context.desktop !== desktop) return `the desktop is ${context.desktop} after ${event.type}`;
      if (event.type === 'app.opened' && (context.leads || context.otherViewed)) return 'a new page leads at once';
      if (event.type === 'tab.led' && !context.leads) return 'it doesn’t lead after tab.led';
      if (event.type === 'tab.otherViewed' && context.otherViewed !== event.viewed) return 'the other tab is not known';
      const isOver = event.type === 'logout.requested' && selectViewer(app.directory.auth.getSnapshot()) === null;
      return isOver && (context.leads || context.otherViewed) ? 'it leads with nobody logged in' : null;
    };
  },
};

/** Fetched at each login, after a change of permissions, and after a reconnect or a retry if fetching failed. */
const instancesKnown: Invariant = {
  name: 'shell: the instances are sorted by name, null without a login, and fetched again after a failure',
  ofState: true,
  follow: (begun) => {
    let missed = false;
    // Those of a report's snapshot stand in the order of the names that it hides.
    let known = begun.directory.shell.getSnapshot().context.instances;
    return ({ app, event, commands }) => {
      const { directory } = app;
      const { instances, instancesMissed } = directory.shell.getSnapshot().context;
      const names = (instances ?? []).map(({ name }) => name);
      const isKnown = instances === known;
      known = instances;
      if (!isKnown && !isSame(names, names.toSorted())) return `${names.join(', ')} is not sorted`;
      if (event.type === 'logout.requested' && instances !== null) return 'somebody’s instances are left';
      if (event.type === 'instances.listed' && instances?.length !== event.instances.length) return 'not all are known';
      const isAsked = commands.some(({ type }) => type === 'instances.fetch');
      if (event.type === 'permissions.outdated' && !isAsked) return 'they may be others, and nobody asks';
      const wasMissed = missed;
      missed = instancesMissed;
      if (event.type === 'instances.retried' && wasMissed && !isAsked) return 'asked for, and nobody asks';
      if (event.type === 'instances.listFailed' && !missed) return 'nobody knows that they were missed';
      if (
        event.type !== 'socket.greeted' ||
        !wasMissed ||
        directory.socket.getSnapshot().context.attempt !== event.attempt
      )
        return null;
      return isAsked && !missed ? null : 'they were missed, and nobody asks again';
    };
  },
};

/** It starts with a refused call and ends with a greeting. */
const maintained: Invariant = {
  name: 'shell: the maintenance is known from the first refusal to the next greeting',
  ofState: true,
  follow: () => {
    let is: boolean | null = null;
    return ({ app, event, commands }) => {
      const { directory } = app;
      const { context } = directory.shell.getSnapshot();
      // Followed from a later event on, it begins with what is.
      is ??= event.type === 'app.opened' ? false : context.maintained;
      if (event.type === 'api.responseFailed' && event.failure.key === 'error.maintenance') is = true;
      if (event.type === 'socket.greeted' && directory.socket.getSnapshot().context.attempt === event.attempt)
        is = false;
      if (context.maintained !== is)
        return `${context.maintained ? 'under maintenance' : 'not under maintenance'} after ${event.type}`;
      if (event.type !== 'desktop.permissionAsked') return null;
      const asks = commands.some(({ type }) => type === 'desktop.askPermission');
      return asks === (context.desktop === 'default') ? null : `asked the browser, which said ${context.desktop}`;
    };
  },
};

export const shellInvariants: readonly Invariant[] = [asChosen, locked, surroundings, instancesKnown, maintained];
