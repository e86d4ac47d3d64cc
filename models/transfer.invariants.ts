import type { App } from '../src/machines/app.ts';
import { selectViewer } from '../src/machines/auth/auth.selectors.ts';
import { isSame } from '../src/machines/entities/same.ts';
import type { Command } from '../src/machines/log/command.ts';
import type { Logged } from '../src/machines/log/event.ts';
import type { TransferSnapshot } from '../src/machines/transfer/transfer.machine.ts';
import { selectIsPending } from '../src/machines/transfer/transfer.pending.selectors.ts';
import { keysOf } from './actors.ts';
import type { Invariant } from './model.ts';

/** The transfers that an event of the server settles. */
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

function positionOf(event: Logged): number {
  return 'stream' in event ? event.stream.seq : -1;
}

function draftsOf(app: App): readonly { readonly ticketId: string; readonly snapshot: TransferSnapshot }[] {
  return keysOf(app, 'transferDraft').flatMap((ticketId) => {
    const snapshot = app.directory.transferDraft(ticketId)?.getSnapshot();
    return snapshot === undefined ? [] : [{ ticketId, snapshot }];
  });
}

/** Ids of the submitted transfers that aren't created yet. */
function outgoing(app: App): readonly string[] {
  return draftsOf(app).flatMap(({ snapshot }) => {
    const isOutgoing = snapshot.matches('waiting') || snapshot.matches('creating') || snapshot.matches('backingOff');
    return isOutgoing && snapshot.context.submitted !== null ? [snapshot.context.submitted.clientId] : [];
  });
}

/** The answers in flight, each with its subject. */
function underWay(app: App): readonly string[] {
  return app.directory.pendingTransfers.getSnapshot().flatMap((id) => {
    const snapshot = app.directory.transfer(id)?.getSnapshot();
    if (snapshot?.matches('confirming')) return [`transfer.confirm ${id}`];
    return snapshot?.matches('deleting') ? [`transfer.delete ${id}`] : [];
  });
}

function wordsOf(command: Command): readonly string[] {
  if (
    command.type === 'transfer.create' ||
    command.type === 'transfer.queue' ||
    command.type === 'transfer.fetchCandidates'
  ) {
    return [`${command.type} ${command.ticketId}`];
  }
  if (command.type === 'transfer.confirm' || command.type === 'transfer.delete') {
    return [`${command.type} ${command.transferId}`];
  }
  return [];
}

const overStaysOver: Invariant = {
  name: 'transfer: never both confirmed and deleted; settled stays settled',
  ofState: true,
  follow: () => {
    /** With the position of the frame that told it; an answer to the viewer has none. */
    const over = new Map<string, number>();
    let holder: string | null = null;
    return ({ app, event, commands }) => {
      const { position } = app.directory.socket.getSnapshot().context;
      // A frame that came ahead of lost ones comes again behind them; what they tell of is over only then.
      const isOver = (id: string): boolean => {
        const toldAt = over.get(id);
        return toldAt !== undefined && (position === null || toldAt <= position);
      };
      const now = app.directory.inbox.getSnapshot().context.viewer?.userId ?? null;
      // Another user's session starts afresh.
      if (now !== holder || event.type === 'logout.requested') over.clear();
      holder = now;
      // What was lost isn't told again.
      if (event.type === 'socket.greeted' && !event.recovered) for (const id of over.keys()) over.set(id, -1);
      for (const command of commands) {
        if (command.type !== 'transfer.confirm' && command.type !== 'transfer.delete') continue;
        if (isOver(command.transferId)) return `${command.type} of ${command.transferId}, which is settled`;
      }
      const settled = settledBy(event);
      if (settled !== null) over.set(settled, Math.min(over.get(settled) ?? Infinity, positionOf(event)));
      const pending = app.directory.pendingTransfers.getSnapshot();
      const risen = pending.find(isOver);
      return risen === undefined ? null : `${risen} waits for an answer, and is over`;
    };
  },
};

const oneAnswer: Invariant = {
  name: 'transfer: one confirm or delete of ours at a time',
  ofState: true,
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
        if (before !== undefined) return `${command.type} while ${before} is in flight`;
        asked.set(command.transferId, command.type);
      }
      return null;
    };
  },
};

/** A pending transfer is listed, and its ticket isn't finished. */
const oneOffer: Invariant = {
  name: 'transfer: at most one pending per ticket, and none on a finished one',
  ofState: true,
  follow:
    () =>
    ({ app: { directory } }) => {
      const tickets = new Set<string>();
      for (const id of directory.pendingTransfers.getSnapshot()) {
        const snapshot = directory.transfer(id)?.getSnapshot();
        if (snapshot === undefined || !selectIsPending(snapshot)) return `${id} is listed, and is not pending`;
        const { ticketId } = snapshot.context;
        if (tickets.has(ticketId)) return `two are pending on ticket ${ticketId}`;
        tickets.add(ticketId);
        // A confirm of ours in flight may have come before the finish.
        const isFinished = directory.ticket(ticketId)?.getSnapshot().matches({ lifecycle: 'finished' }) ?? false;
        if (isFinished && !snapshot.matches('confirming')) return `${id} is pending on a finished ticket`;
      }
      return null;
    },
};

/** The server may not have received what an earlier page of the same user had in flight. */
const askedAgain: Invariant = {
  name: 'transfer: a page repeats the answers that were in flight, and closes what was not created',
  ofState: true,
  follow: (begun) => {
    let holder = begun.directory.inbox.getSnapshot().context.viewer?.userId ?? null;
    let before = underWay(begun);
    return ({ app, event, commands }) => {
      const was = before;
      const last = holder;
      holder = app.directory.inbox.getSnapshot().context.viewer?.userId ?? null;
      before = underWay(app);
      if (event.type !== 'app.opened') return null;
      const wanted = last !== null && holder === last ? was : [];
      const asked = commands.flatMap(wordsOf);
      if (!isSame(asked.toSorted(), wanted.toSorted()))
        return `sent: ${asked.join()}; in flight before: ${wanted.join()}`;
      const left = draftsOf(app).find(({ snapshot }) => !selectIsPending(snapshot));
      return left === undefined ? null : `the draft for ticket ${left.ticketId} is open still`;
    };
  },
};

/** A later page resubmits the outbox; a crash loses everything else. */
const keptWhileOutgoing: Invariant = {
  name: 'transfer: one is in the outbox as long as it is submitted and not created',
  ofState: true,
  follow: (begun) => {
    const kept = new Set(outgoing(begun));
    return ({ app, event, commands }) => {
      if (event.type === 'app.opened' || event.type === 'logout.requested') kept.clear();
      // Without a session they stay in storage, for the next login to load.
      const isSession = selectViewer(app.directory.auth.getSnapshot()) !== null;
      for (const action of event.type === 'outbox.restored' && isSession ? (event.actions ?? []) : [])
        if (action.kind === 'transfer') kept.add(action.clientId);
      for (const command of commands) {
        if (command.type === 'outbox.putAction' && command.action.kind === 'transfer')
          kept.add(command.action.clientId);
        if (command.type === 'outbox.remove') kept.delete(command.clientId);
      }
      const now = outgoing(app);
      return isSame([...kept].toSorted(), now.toSorted())
        ? null
        : `in the outbox: ${[...kept].join()}; outgoing: ${now.join()}`;
    };
  },
};

/** Without the page that opened the dialog, only a notice can show the failure. */
const failureTold: Invariant = {
  name: 'transfer: a create without a dialog that is refused raises a notice',
  ofState: true,
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
      const isRepeated = outgoing(app).length > 0;
      const isSettled = ['error.transfer.confirmed', 'error.transfer.deleted'].includes(event.failure.key);
      return isRepeated || isSettled || shown.some((id) => !was.shown.includes(id))
        ? null
        : `nobody hears that ticket ${event.ticketId} isn’t offered`;
    };
  },
};

export const transferInvariants: readonly Invariant[] = [
  overStaysOver,
  oneAnswer,
  oneOffer,
  askedAgain,
  keptWhileOutgoing,
  failureTold,
];
