import type { Logged } from '../src/machines/log/event.ts';
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

const overStaysOver: Invariant = {
  name: 'transfer: never both confirmed and deleted; what is over stays over',
  follow: () => {
    const over = new Set<string>();
    return ({ app, event, commands }) => {
      // Another session begins with what the server then says.
      if (event.type === 'app.opened' || event.type === 'logout.requested') over.clear();
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

export const transferInvariants: readonly Invariant[] = [overStaysOver, oneAnswer, oneOffer];
