import type { App } from '../src/machines/app.ts';
import { selectVisible } from '../src/machines/shell/shell.selectors.ts';
import type { UnseenCount } from '../src/machines/unseen/unseen.count.ts';
import type { UnseenSnapshot } from '../src/machines/unseen/unseen.machine.ts';
import { awaitsGreeting, held } from './connection.ts';
import { hasUnread, isLater } from './reference.ts';
import { key, messageId } from './unseen.samples.ts';

export function snapshotOf(app: App): UnseenSnapshot | undefined {
  return app.directory.unseen(key)?.getSnapshot();
}

function countsOf(app: App): UnseenCount {
  return snapshotOf(app)?.context.count ?? { base: null, arrived: [], newest: null };
}

/** Whether a count of the server as of a position is newer than the one known. */
function isNews(app: App, position: number): boolean {
  const { base } = countsOf(app);
  if (base === null || position > base.asOf) return true;
  return position === base.asOf && isLater(messageId(position), base.upTo);
}

/** Whether something is unread after the server reported zero as of a position. */
function leavesSome(app: App, position: number): boolean {
  const count = countsOf(app);
  return isNews(app, position) ? count.arrived.some(({ seq }) => seq > position) : hasUnread(count);
}

/** Whether a reset that covers a message was requested. */
function isAskedFor(app: App, id: string | null): boolean {
  const asked = snapshotOf(app)?.context.asked ?? null;
  return asked !== null && !isLater(id, asked.upTo);
}

function shownIn({ directory }: App) {
  return directory.ticket('20')?.getSnapshot().context ?? { watched: false, readUp: false };
}

/** Whether the viewer only looks in, since somebody else has the ticket: that resets nothing. */
export function isLookedInto({ directory }: App): boolean {
  const context = directory.ticket('20')?.getSnapshot().context;
  const owner = context?.ticket?.owner ?? null;
  return owner !== null && owner.id !== context?.viewer.userId;
}

/** Whether the ticket on the screen is one of the conversation's, and none is open after it. */
export function isOfIt({ directory }: App): boolean {
  const [first, second] = ['20', '21'].map((id) => directory.ticket(id)?.getSnapshot().context.ticket ?? null);
  if (!first) return true;
  return first.customer.id === '40' && (first.finishedAt === null || !second);
}

/** The ticket on the screen of whom its counter belongs to. */
function openedIn(app: App) {
  const { watched, readUp } = shownIn(app);
  return { watched: watched && !isLookedInto(app) && isOfIt(app), readUp };
}

/** Whether it was marked unread since it was opened, so that it counts as out of view. */
function isKept(app: App): boolean {
  return snapshotOf(app)?.context.kept === true;
}

/** What outcomes depend on: what is in view, which count is newer, and which resets were requested. */
export const facts = {
  'it is on the screen': (app: App) => openedIn(app).watched && !isKept(app),
  'it is in view': (app: App) => {
    const { watched, readUp } = openedIn(app);
    return watched && !readUp && !isKept(app) && selectVisible(app.directory.shell.getSnapshot());
  },
  'its end is shown': (app: App) => {
    const { watched, readUp } = openedIn(app);
    return watched && !readUp && selectVisible(app.directory.shell.getSnapshot());
  },
  'its attendance is over': ({ directory }: App) =>
    typeof directory.ticket('20')?.getSnapshot().context.ticket?.finishedAt === 'number',
  'somebody else has it': isLookedInto,
  'it is on the screen, whoever has it': (app: App) => shownIn(app).watched,
  'a later count is known': (app: App) => !isNews(app, held(app) + 1),
  'the current count is known': (app: App) => !isNews(app, held(app)),
  'the earlier count is known': (app: App) => !isNews(app, held(app) - 1),
  'the next message is counted': (app: App) => {
    const { newest } = countsOf(app);
    return newest !== null && !isLater(messageId(held(app) + 1), newest);
  },
  'the last message is counted': (app: App) => countsOf(app).arrived.some(({ id }) => id === messageId(held(app))),
  'a reset failed before': (app: App) => snapshotOf(app)?.context.failed === true,
  'a reset was asked for': (app: App) => (snapshotOf(app)?.context.asked ?? null) !== null,
  'its reset failed': (app: App) => hasFailed(app),
  'something is unseen': (app: App) => hasUnread(countsOf(app)),
  'the answer leaves some': (app: App) => leavesSome(app, held(app)),
  'the earlier answer leaves some': (app: App) => leavesSome(app, held(app) - 1),
  'its reset is asked for': (app: App) => isAskedFor(app, countsOf(app).newest),
  'a reset of what comes next is asked for': (app: App) => isAskedFor(app, messageId(held(app) + 1)),
  'a reset of what came last is asked for': (app: App) => isAskedFor(app, messageId(held(app))),
  'the greeting is awaited': awaitsGreeting,
};

export function hasFailed(app: App): boolean {
  const snapshot = snapshotOf(app);
  if (snapshot?.matches('unseen') !== true) return false;
  const { asked, failed, kept, shown } = snapshot.context;
  return shown && kept !== true && failed === true && asked !== null;
}
