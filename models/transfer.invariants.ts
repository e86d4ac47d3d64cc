import type { App } from '../src/machines/app.ts';
import { isSame } from '../src/machines/entities/same.ts';
import type { Command } from '../src/machines/log/command.ts';
import type { Logged } from '../src/machines/log/event.ts';
import type { TransferSnapshot } from '../src/machines/transfer/transfer.machine.ts';
import { selectIsPending } from '../src/machines/transfer/transfer.selectors.ts';
import type { Invariant } from './model.ts';

/** The server's word that a transfer is over. */
function settledBy(event: Logged): string | null {
  switch (event.type) {
    case 'transfer.confirmed':
    case 'transfer.deleted':
    case 'transfer.removed':
      return event.transfer.id;
    case 'ticket.transferred':
      return event.transfer?.id ?? null;
    default:
      return null;
  }
}

function draftsOf({ directory }: App): readonly { readonly ticketId: string; readonly snapshot: TransferSnapshot }[] {
  return [...directory.actors()].flatMap(([name]) => {
    const ticketId = /^transferDraft:(.+)$/.exec(name)?.[1];
    const snapshot = ticketId === undefined ? undefined : directory.transferDraft(ticketId)?.getSnapshot();
    return ticketId === undefined || snapshot === undefined ? [] : [{ ticketId, snapshot }];
  });
}

/** The calls that are on their way, each with what it is about. */
function underWay(app: App): readonly string[] {
  const drafts = draftsOf(app).flatMap(({ ticketId, snapshot }) =>
    snapshot.matches('creating') ? [`transfer.create ${ticketId}`] : [],
  );
  const answers = app.directory.pendingTransfers.getSnapshot().flatMap((id) => {
    const snapshot = app.directory.transfer(id)?.getSnapshot();
    if (snapshot?.matches('confirming')) return [`transfer.confirm ${id}`];
    return snapshot?.matches('deleting') ? [`transfer.delete ${id}`] : [];
  });
  return [...drafts, ...answers];
}

function wordsOf(command: Command): readonly string[] {
  if (command.type === 'transfer.create' || command.type === 'transfer.fetchCandidates') {
    return [`${command.type} ${command.ticketId}`];
  }
  if (command.type === 'transfer.confirm' || command.type === 'transfer.delete') {
    return [`${command.type} ${command.transferId}`];
  }
  return [];
}

const overStaysOver: Invariant = {
  name: 'transfer: never both confirmed and deleted; what is over stays over',
  follow: () => {
    const over = new Set<string>();
    let holder: string | null = null;
    return ({ app, event, commands }) => {
      const now = app.directory.inbox.getSnapshot().context.viewer?.userId ?? null;
      // Another person's session begins with what the server then says.
      if (now !== holder || event.type === 'logout.requested') over.clear();
      holder = now;
      for (const command of commands) {
        if (command.type !== 'transfer.confirm' && command.type !== 'transfer.delete') continue;
        if (over.has(command.transferId)) return `${command.type} of ${command.transferId}, which is over`;
      }
      const settled = settledBy(event);
      if (settled !== null) over.add(settled);
      const pending = app.directory.pendingTransfers.getSnapshot();
      const risen = pending.find((id) => over.has(id));
      return risen === undefined ? null : `${risen} waits for an answer, and is over`;
    };
  },
};

const oneAnswer: Invariant = {
  name: 'transfer: one answer of ours at a time',
  follow: () => {
    const asked = new Map<string, string>();
    return ({ event, commands }) => {
      if (event.type === 'app.opened') asked.clear();
      if (event.type === 'transfer.confirmFailed' || event.type === 'transfer.deleteFailed')
        asked.delete(event.transferId);
      const settled = settledBy(event);
      if (settled !== null) asked.delete(settled);
      for (const command of commands) {
        if (command.type !== 'transfer.confirm' && command.type !== 'transfer.delete') continue;
        const before = asked.get(command.transferId);
        if (before !== undefined) return `${command.type} while ${before} is under way`;
        asked.set(command.transferId, command.type);
      }
      return null;
    };
  },
};

/** What waits is listed, and belongs to a ticket that goes on. */
const oneOffer: Invariant = {
  name: 'transfer: at most one waits for each ticket, and none for a finished one',
  follow:
    () =>
    ({ app: { directory } }) => {
      const tickets = new Set<string>();
      for (const id of directory.pendingTransfers.getSnapshot()) {
        const snapshot = directory.transfer(id)?.getSnapshot();
        if (snapshot === undefined || !selectIsPending(snapshot)) return `${id} is listed, and does not wait`;
        const { ticketId } = snapshot.context;
        if (tickets.has(ticketId)) return `two wait for ticket ${ticketId}`;
        tickets.add(ticketId);
        // A confirm of ours that is under way may still have been quicker than the finish.
        const isFinished = directory.ticket(ticketId)?.getSnapshot().matches({ lifecycle: 'finished' }) ?? false;
        if (isFinished && !snapshot.matches('confirming')) return `${id} waits for a finished ticket`;
      }
      return null;
    },
};

/** What an earlier page of the same person's had asked for; nothing else tells whether the server heard of it. */
const askedAgain: Invariant = {
  name: 'transfer: a page asks again for an offer, a confirm and a delete that were on their way, and for nothing else',
  follow: () => {
    let holder: string | null = null;
    let before: readonly string[] = [];
    return ({ app, event, commands }) => {
      const was = before;
      const last = holder;
      holder = app.directory.inbox.getSnapshot().context.viewer?.userId ?? null;
      before = underWay(app);
      if (event.type !== 'app.opened') return null;
      const wanted = last !== null && holder === last ? was : [];
      const asked = commands.flatMap(wordsOf);
      if (!isSame(asked.toSorted(), wanted.toSorted())) return `asked: ${asked.join()}; on its way: ${wanted.join()}`;
      const open = draftsOf(app).find(({ snapshot }) => snapshot.matches('draft') || snapshot.matches('failed'));
      return open === undefined ? null : `the dialog for ticket ${open.ticketId} is open still`;
    };
  },
};

/** The page that opened the dialog is gone: how it ended is told beside it. */
const failureTold: Invariant = {
  name: 'transfer: an offer of an earlier page that fails is told in a notice',
  follow: () => {
    let unattended: readonly string[] = [];
    let shown: readonly string[] = [];
    return ({ app, event }) => {
      const was = { unattended, shown };
      unattended = draftsOf(app).flatMap(({ ticketId, snapshot }) =>
        snapshot.matches('creating') && snapshot.context.unattended ? [ticketId] : [],
      );
      shown = app.directory.notices.getSnapshot();
      if (event.type !== 'transfer.createFailed' || !was.unattended.includes(event.ticketId)) return null;
      return shown.some((id) => !was.shown.includes(id))
        ? null
        : `nobody hears that ticket ${event.ticketId} isn’t offered`;
    };
  },
};

export const transferInvariants: readonly Invariant[] = [overStaysOver, oneAnswer, oneOffer, askedAgain, failureTold];
