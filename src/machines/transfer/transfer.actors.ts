import type { EventFrom } from 'xstate';
import type { Attendance, Transfer } from '../entities/entities.ts';
import { compareIds } from '../entities/ids.ts';
import type { TicketId, TransferId } from '../entities/ids.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { OutgoingTransfer } from '../log/events-send.ts';
import { transferMachine } from './transfer.machine.ts';
import { selectIsPending, selectTransfer } from './transfer.pending.selectors.ts';
import type { TransferSnapshot } from './transfer.machine.ts';
import { selectOutgoing, selectTransferState } from './transfer.selectors.ts';
import type { Core } from '../directory/core.ts';
import type { NamedActor } from '../directory/keyed.ts';
import { createKeyed } from '../directory/keyed.ts';
import type { StoredActor, StoredKinds } from '../directory/stored.ts';

export type Transfers = ReturnType<typeof createTransfers>;
export type TransferInput = EventFrom<typeof transferMachine>;

interface TransferCallbacks {
  /** One is confirmed or deleted. */
  readonly settled: (ticketId: TicketId, id: TransferId) => void;
  /** One that was submitted is created, refused or withdrawn, or a draft is closed. */
  readonly answered: (ticketId: TicketId) => void;
}

/** Created transfers by id, and drafts by ticket. */
export function createTransfers(core: Core, { settled, answered }: TransferCallbacks) {
  const created = createKeyed<typeof transferMachine, TransferId>(
    'transfer',
    transferMachine,
    core,
    (id, after, before) => {
      if (after === before) return;
      const { ticketId } = after.context;
      touch(ticketId);
      if (after.status !== 'done') return;
      settled(ticketId, id);
    },
  );
  const drafts = createKeyed<typeof transferMachine, TicketId>(
    'transferDraft',
    transferMachine,
    core,
    (ticketId, after, before) => {
      if (isOutgoing(after) !== isOutgoing(before)) outgoing.touch();
      if (after.status === 'done' || (isSubmitted(before) && !isSubmitted(after))) answered(ticketId);
    },
  );
  const outgoing = core.signals.create(() =>
    drafts.keys.getSnapshot().filter((id) => isOutgoing(drafts.get(id)?.getSnapshot())),
  );
  const pending = core.signals.create(() => pendingOf(created.keys.getSnapshot()));
  const signals = core.signals.byKey((ticketId: TicketId) => pendingOf(idsOf(ticketId)));

  /** There are few at a time. */
  const idsOf = (ticketId: TicketId) =>
    [...created.entries()].flatMap(([id, held]) => (held.getSnapshot().context.ticketId === ticketId ? id : []));

  /** Those that wait for an answer, oldest first. */
  function pendingOf(ids: readonly TransferId[]): readonly TransferId[] {
    const rows = ids.flatMap((id) => {
      const snapshot = created.get(id)?.getSnapshot();
      if (snapshot === undefined || !selectIsPending(snapshot)) return [];
      return [{ id, at: selectTransfer(snapshot)?.createdAt ?? 0 }];
    });
    return rows.toSorted((a, b) => a.at - b.at || compareIds(a.id, b.id)).map(({ id }) => id);
  }

  function touch(ticketId: TicketId): void {
    pending.touch();
    signals.touch(ticketId);
  }

  /** Whether one was submitted that isn't created yet. */
  const hasSubmitted = (ticketId: TicketId) => isSubmitted(drafts.get(ticketId)?.getSnapshot());

  /** Whether a ticket's draft still needs it: one was submitted that isn't created yet, or its dialog shows a refusal. */
  function needsTicket(ticketId: TicketId): boolean {
    const draft = drafts.get(ticketId)?.getSnapshot();
    return isSubmitted(draft) || (draft?.context.failure ?? null) !== null;
  }

  /** Removes the transfers of a removed ticket, but for one that is on its way. */
  function leaveTicket(ticketId: TicketId): void {
    const ids = idsOf(ticketId);
    for (const id of ids) created.forget(id);
    if (ids.length > 0) touch(ticketId);
    // A submitted transfer goes on; if it can't be created, the server says why.
    if (!hasSubmitted(ticketId)) drafts.forget(ticketId);
  }

  return {
    created,
    drafts,
    hasSubmitted,
    needsTicket,
    leaveTicket,
    /** All that wait for an answer, oldest first. */
    pending,
    /** Those of a ticket. */
    of: signals.of,
    /** Makes a transfer's actor, unless the ticket has that or a later one already. */
    ensure: ({ id, ticketId }: Transfer): void => {
      const viewer = core.viewer();
      if (viewer === null || idsOf(ticketId).some((other) => compareIds(other, id) >= 0)) return;
      created.make(id, { ticketId, transferId: id, viewer, instanceId: null, owner: null });
      touch(ticketId);
    },
    ensureDraft: ({ id: ticketId, instance, owner }: Attendance): void => {
      const viewer = core.viewer();
      if (viewer === null || drafts.get(ticketId) !== undefined) return;
      drafts.make(ticketId, { ticketId, transferId: null, viewer, instanceId: instance.id, owner });
    },
    /** Tickets with a submitted transfer that isn't created yet, outside of its dialog. */
    outgoing,
    /** Makes one that a closed page submitted. Returns whether it is here, and not another of the same ticket. */
    restoreOutgoing: (submitted: OutgoingTransfer): boolean => {
      const viewer = core.viewer();
      const { ticketId, instanceId, previousOwner: owner, clientId } = submitted;
      if (viewer === null) return true;
      const isSame = drafts.get(ticketId)?.getSnapshot().context.submitted?.clientId === clientId;
      if (hasSubmitted(ticketId)) return isSame;
      drafts.forget(ticketId);
      drafts.make(ticketId, { ticketId, transferId: null, viewer, instanceId, owner, submitted });
      outgoing.touch();
      return true;
    },
    /** Tickets with a submitted transfer that is sent once nothing blocks it. */
    waiting: () =>
      [...drafts.entries()].flatMap(([id, { actor }]) => (actor.getSnapshot().matches('waiting') ? id : [])),
    /** Sends an event to all created transfers of a ticket. */
    sendToTicket: (ticketId: TicketId, event: TransferInput): void => {
      for (const id of idsOf(ticketId)) created.send(id, event);
    },
    /** A new page repeats the answers that an earlier one had in flight, and drops what wasn't created. */
    reopen: (event: Logged<EventOf<'app.opened'>>): void => {
      created.sendAll(event);
      drafts.sendAll(event);
    },
    restore: (stored: StoredKinds): void => {
      created.restore(stored);
      drafts.restore(stored);
    },
    snapshotInto: (snapshots: Map<string, StoredActor>): void => {
      created.snapshotInto(snapshots);
      drafts.snapshotInto(snapshots);
    },
    *named(): Iterable<NamedActor> {
      yield* created.named();
      yield* drafts.named();
    },
    clear: (): void => {
      for (const [, held] of [...created.entries()]) leaveTicket(held.getSnapshot().context.ticketId);
      drafts.clear();
      outgoing.touch();
    },
  };
}

function isOutgoing(draft: TransferSnapshot | undefined): boolean {
  return draft !== undefined && selectOutgoing(draft) !== null;
}

function isSubmitted(draft: TransferSnapshot | undefined): boolean {
  return draft !== undefined && ['waiting', 'creating'].includes(selectTransferState(draft));
}
