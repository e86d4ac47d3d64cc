import { ADMIN_ROLE } from '../contract/facts/roles.ts';
import type { App } from '../src/machines/app.ts';
import { selectViewer } from '../src/machines/auth/auth.selectors.ts';
import type { Attendance } from '../src/machines/entities/entities.ts';
import { conversationKey } from '../src/machines/entities/ids.ts';
import type { ConversationKey } from '../src/machines/entities/ids.ts';
import { isSame } from '../src/machines/entities/same.ts';
import { selectVisible } from '../src/machines/shell/shell.selectors.ts';
import { selectIsLeftOut } from '../src/machines/ticket/ticket.selectors.ts';
import type { UnseenSnapshot } from '../src/machines/unseen/unseen.machine.ts';
import { selectUnseenCount } from '../src/machines/unseen/unseen.selectors.ts';
import { keysOf } from './actors.ts';
import type { Invariant } from './model.ts';
import { followScreen } from './on-screen.ts';

function* countersOf(app: App): Iterable<readonly [ConversationKey, UnseenSnapshot]> {
  for (const name of keysOf(app, 'unseen')) {
    const [customerId, instanceId] = name.split('@');
    if (customerId === undefined || instanceId === undefined) continue;
    const key = conversationKey(customerId, instanceId);
    const snapshot = app.directory.unseen(key)?.getSnapshot();
    if (snapshot !== undefined) yield [key, snapshot];
  }
}

const neverNegative: Invariant = {
  name: 'unseen: an integer, never negative, zero while in view',
  ofState: true,
  follow:
    () =>
    ({ app }) => {
      for (const [counted, snapshot] of countersOf(app)) {
        const count = selectUnseenCount(snapshot);
        if (!Number.isInteger(count) || count < 0) return `${count} in ${counted}`;
        const isReset = snapshot.matches('resetting') && snapshot.context.shown;
        if (isReset && count > 0) return `${count} of ${counted} are unread while in view`;
      }
      return null;
    },
};

function hasOpenOne(app: App, { customer, instance }: Attendance): boolean {
  return keysOf(app, 'ticket').some((id) => {
    const ticket = app.directory.ticket(id)?.getSnapshot().context.ticket;
    return ticket?.finishedAt === null && ticket.customer.id === customer.id && ticket.instance.id === instance.id;
  });
}

/** Opening a chat resets its counter, on the server too, and once. */
const resetOnServer: Invariant = {
  name: 'unseen: opening a chat resets its counter on the server, one reset at a time',
  ofState: true,
  follow: (begun) => {
    const resetting = [...countersOf(begun)].filter(([, snapshot]) => snapshot.matches('resetting'));
    const asked = new Set<string>(resetting.map(([key]) => key));
    return ({ app, event, commands }) => {
      if (event.type === 'app.opened' || event.type === 'logout.requested') asked.clear();
      if (event.type === 'unseen.resetAnswered' || event.type === 'unseen.resetFailed') {
        asked.delete(`${event.customerId}@${event.instanceId}`);
      }
      for (const command of commands) {
        if (command.type !== 'unseen.reset') continue;
        const conversation = `${command.customerId}@${command.instanceId}`;
        if (asked.has(conversation)) return `${conversation} was reset while a reset is under way`;
        asked.add(conversation);
      }
      const { directory } = app;
      if (event.type !== 'ticket.opened' || !selectVisible(directory.shell.getSnapshot())) return null;
      if (selectViewer(directory.auth.getSnapshot()) === null) return null;
      const opened = directory.ticket(event.ticketId)?.getSnapshot().context.ticket;
      if (!opened) return null;
      // Messages after a finished attendance belong to the next one, which isn't on the screen.
      if (opened.finishedAt !== null && hasOpenOne(app, opened)) return null;
      // Who looks into somebody else's resets nothing.
      if (opened.owner !== null && opened.owner.id !== selectViewer(directory.auth.getSnapshot())?.userId) return null;
      const counted = conversationKey(opened.customer.id, opened.instance.id);
      const snapshot = directory.unseen(counted)?.getSnapshot();
      const isReset = snapshot === undefined || selectUnseenCount(snapshot) === 0 || asked.has(counted);
      return isReset ? null : `${counted} is not reset on the server`;
    };
  },
};

/** What an earlier page had on the screen doesn't count as seen. */
const onlyWhatIsShown: Invariant = {
  name: 'unseen: only conversations on the screen of the current page are reset, by whom they belong to',
  ofState: true,
  follow: (begun) => {
    const screen = followScreen(begun);
    return (moment) => {
      const shown = screen(moment);
      const { directory } = moment.app;
      for (const command of moment.commands) {
        if (command.type !== 'unseen.reset') continue;
        const isShown = [...shown].some((id) => {
          const ticket = directory.ticket(id)?.getSnapshot().context.ticket;
          const isIt = ticket?.customer.id === command.customerId && ticket.instance.id === command.instanceId;
          const viewer = directory.ticket(id)?.getSnapshot().context.viewer;
          return isIt && (ticket.owner === null || ticket.owner.id === viewer?.userId);
        });
        if (!isShown)
          return `${command.customerId}@${command.instanceId} is reset, and is on no screen of whom it belongs to`;
      }
      return null;
    };
  },
};

/** The answer to a reset goes to the page that requested it, so a new page can't rely on it. */
const opensUnasked: Invariant = {
  name: 'unseen: a page opens without a pending reset, and counts what an earlier page’s reset covered',
  ofState: true,
  follow: () => {
    let before = new Map<string, UnseenSnapshot>();
    return ({ app, event }) => {
      const was = before;
      before = new Map(countersOf(app));
      if (event.type !== 'app.opened') return null;
      for (const [key, snapshot] of before) {
        const unread = selectUnseenCount(snapshot);
        const { shown, asked, count } = snapshot.context;
        if (shown || asked !== null) return `${key} opens as if it were in view`;
        if (!snapshot.matches(unread > 0 ? 'unseen' : 'seen')) return `${unread} unread in ${key}, in the wrong state`;
        const known = was.get(key);
        if (known !== undefined && !isSame(known.context.count, count)) return `${key} counts otherwise than before`;
      }
      return null;
    };
  },
};

/** The conversations with an open ticket that the viewer sees; `ofPeople`: that no flow has. */
function openIn(app: App, ofPeople: boolean): ReadonlySet<string> {
  const viewer = app.directory.inbox.getSnapshot().context.viewer;
  const open = keysOf(app, 'ticket').flatMap((id) => {
    const snapshot = app.directory.ticket(id)?.getSnapshot();
    const { ticket = null, loadFailure = null, watched = false } = snapshot?.context ?? {};
    if (snapshot === undefined || ticket === null || viewer === null || ticket.finishedAt !== null) return [];
    // It was missing in a newer list, and isn't there; or nobody looks at it, so it isn't fetched.
    if ((loadFailure !== null || !watched) && selectIsLeftOut(snapshot)) return [];
    const isTheirs = [ticket.owner?.id ?? viewer.userId, ticket.pendingTransfer?.nextOwner.id].includes(viewer.userId);
    const isShown = isTheirs || viewer.roleName === ADMIN_ROLE;
    return isShown && !(ofPeople && ticket.inFlow === true)
      ? [conversationKey(ticket.customer.id, ticket.instance.id)]
      : [];
  });
  return new Set(open);
}

const total: Invariant = {
  name: 'unseen: the total is that of the conversations with something unread in which somebody may answer',
  ofState: true,
  follow:
    () =>
    ({ app }) => {
      const { directory } = app;
      const [open, ofPeople] = [openIn(app, false), openIn(app, true)];
      const listed = Object.keys(directory.inbox.getSnapshot().context.unheld.unseen);
      const unread = [...countersOf(app)].flatMap(([key, snapshot]) =>
        selectUnseenCount(snapshot) > 0 && ofPeople.has(key) ? [key] : [],
      );
      const all = new Set<string>([...unread, ...listed.filter((key) => !open.has(key))]);
      const shown = directory.totalUnseen.getSnapshot();
      return shown === all.size ? null : `${shown} are told, and there are ${all.size}`;
    },
};

const unsent: Invariant = {
  name: 'conversation: what is written and can be sent in no open ticket is told',
  ofState: true,
  follow:
    () =>
    ({ app }) => {
      const { directory } = app;
      const open = openIn(app, false);
      const written = keysOf(app, 'conversation').filter((name) => {
        const [customerId = '', instanceId = ''] = name.split('@');
        const key = conversationKey(customerId, instanceId);
        const context = directory.conversation(key)?.getSnapshot().context;
        if (context === undefined || open.has(key) || context.watchers.length > 0) return false;
        const isRefused = directory
          .sendsOf(key)
          .getSnapshot()
          .some((id) => directory.send(id)?.getSnapshot().matches('failed'));
        return context.draft !== '' || (context.noteDraft ?? '') !== '' || isRefused;
      });
      const [told, expected] = [[...directory.unsent.getSnapshot()].toSorted(), written.toSorted()];
      return told.join() === expected.join() ? null : `${told.join()} are told, and there are ${expected.join()}`;
    },
};

export const unseenInvariants: readonly Invariant[] = [
  neverNegative,
  resetOnServer,
  onlyWhatIsShown,
  opensUnasked,
  total,
  unsent,
];
