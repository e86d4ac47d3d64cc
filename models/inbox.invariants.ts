import { selectViewer } from '../src/machines/auth/auth.selectors.ts';
import type { App } from '../src/machines/app.ts';
import type { Ticket } from '../src/machines/entities/entities.ts';
import { isAdmin } from '../src/machines/entities/viewer.ts';
import type { Viewer } from '../src/machines/entities/viewer.ts';
import { CHAT_PAGE_SIZE, RESYNC_MAX } from '../src/machines/limits.ts';
import type { InboxQuery } from '../src/machines/log/events-chat.ts';
import { selectLoadFailure, selectPinned, selectTicket } from '../src/machines/ticket/ticket.selectors.ts';
import type { Invariant } from './model.ts';

interface Row {
  readonly ticket: Ticket;
  readonly pinned: boolean;
}

function rowsOf({ directory }: App): readonly (Row | null)[] {
  return directory.ticketOrder.getSnapshot().ids.map((id) => {
    const snapshot = directory.ticket(id)?.getSnapshot();
    const ticket = snapshot === undefined ? null : selectTicket(snapshot);
    return snapshot === undefined || ticket === null ? null : { ticket, pinned: selectPinned(snapshot) };
  });
}

/** Pinned first, then the newest last message. */
function isAbove(a: Row, b: Row): boolean {
  if (a.pinned !== b.pinned) return a.pinned;
  const [newest, older] = [a, b].map(({ ticket }) => ticket.lastMessage?.takenAt ?? ticket.startedAt);
  return newest !== undefined && older !== undefined && newest >= older;
}

const inOrder: Invariant = {
  name: 'inbox: pinned first, then newest last message; each conversation once',
  follow:
    () =>
    ({ app }) => {
      const rows = rowsOf(app);
      const ids = new Set<string>();
      for (const [at, row] of rows.entries()) {
        if (row === null) return `row ${at + 1} has no ticket`;
        if (ids.has(row.ticket.id)) return `ticket ${row.ticket.id} stands there twice`;
        ids.add(row.ticket.id);
        const above = rows[at - 1];
        if (above && !isAbove(above, row)) return `ticket ${above.ticket.id} stands above ${row.ticket.id}`;
      }
      return null;
    },
};

/** Why a ticket doesn't belong in the list; null when it does. */
function misfit(ticket: Ticket, query: InboxQuery, viewer: Viewer): string | null {
  const { customer, finishedAt, instance, owner, pendingTransfer } = ticket;
  if ((finishedAt === null) !== (query.status === 'open')) return `it is not ${query.status}`;
  if (query.instanceId !== null && instance.id !== query.instanceId) return `it is of ${instance.name}`;
  const isMine = owner?.id === viewer.userId || pendingTransfer?.nextOwner.id === viewer.userId;
  if (query.scope === 'mine' && !isMine) return 'it is not the viewer’s';
  if (query.scope === 'all' && !isMine && owner !== null && !isAdmin(viewer)) return 'it is somebody else’s';
  const digits = query.search.replaceAll(/\D/g, '');
  const isFound =
    customer.name.toLowerCase().includes(query.search.toLowerCase()) ||
    (digits !== '' && customer.phone.includes(digits));
  return isFound ? null : `${customer.name} is not what “${query.search}” looks for`;
}

const fits: Invariant = {
  name: 'inbox: what fits the filters and the search, by a part of the name whatever its case, and nothing else',
  follow:
    () =>
    ({ app }) => {
      const { directory } = app;
      const { complete, query } = directory.inbox.getSnapshot().context;
      const viewer = selectViewer(directory.auth.getSnapshot());
      if (viewer === null) return null;
      const shown = new Set(directory.ticketOrder.getSnapshot().ids);
      for (const [key] of directory.actors()) {
        const id = /^ticket:(.+)$/.exec(key)?.[1];
        const snapshot = id === undefined ? undefined : directory.ticket(id)?.getSnapshot();
        const ticket = snapshot === undefined ? null : selectTicket(snapshot);
        if (snapshot === undefined || ticket === null) continue;
        // What is held of it may be out of date, and the server didn't list it.
        if (selectLoadFailure(snapshot) !== null && !shown.has(ticket.id)) continue;
        const wrong = misfit(ticket, query, viewer);
        if (wrong !== null && shown.has(ticket.id)) return `ticket ${ticket.id} is shown: ${wrong}`;
        if (wrong === null && complete && !shown.has(ticket.id)) return `ticket ${ticket.id} fits, and is not shown`;
      }
      return null;
    },
};

const pages: Invariant = {
  name: 'inbox: asks for pages of ten, each question with a number of its own',
  follow: () => {
    let last = 0;
    return ({ commands }) => {
      for (const command of commands) {
        if (command.type !== 'tickets.fetch') continue;
        const { limit, page, purpose, request } = command;
        if (request <= last) return `question ${request} after ${last}`;
        last = request;
        if (purpose === 'page' && limit !== CHAT_PAGE_SIZE) return `a page of ${limit}`;
        if (purpose === 'resync' && (page !== 1 || limit % CHAT_PAGE_SIZE !== 0 || limit > RESYNC_MAX)) {
          return `a resync of ${limit} from page ${page}`;
        }
      }
      return null;
    };
  },
};

export const inboxInvariants: readonly Invariant[] = [inOrder, fits, pages];
