import type { Actor, EventFrom } from 'xstate';
import type { Attendance, Transfer } from '../entities/entities.ts';
import { compareIds } from '../entities/ids.ts';
import type { TicketId, TransferId } from '../entities/ids.ts';
import type { EventOf, Logged } from '../log/event.ts';
import type { Observable } from '../observable.ts';
import { transferMachine } from '../transfer/transfer.machine.ts';
import { selectIsPending, selectTransfer } from '../transfer/transfer.pending.selectors.ts';
import { selectOutgoing } from '../transfer/transfer.selectors.ts';
import type { Core } from './core.ts';
import type { NamedActor } from './held.ts';
import { createKeyed } from './keyed.ts';
import type { Signal } from './signal.ts';
import type { StoredKinds } from './stored.ts';

export type TransferActor = Actor<typeof transferMachine>;
export type TransferInput = EventFrom<typeof transferMachine>;

/** Created transfers by id, and drafts by ticket. */
export interface Transfers {
  get(id: TransferId): TransferActor | undefined;
  draft(ticketId: TicketId): TransferActor | undefined;
  /** For views: also finds removed actors that are still on the screen. */
  readonly shown: {
    readonly created: (id: TransferId) => TransferActor | undefined;
    readonly draft: (ticketId: TicketId) => TransferActor | undefined;
  };
  /** Makes a transfer's actor, unless the ticket has that or a later one already. */
  ensure(transfer: Transfer): void;
  ensureDraft(ticket: Attendance): void;
  send(id: TransferId, event: TransferInput): void;
  /** Sends an event to all created transfers of a ticket. */
  sendToTicket(ticketId: TicketId, event: TransferInput): void;
  sendToDraft(ticketId: TicketId, event: TransferInput): void;
  /** Submits a draft; its create leaves at once if there is a network. */
  submit(event: Logged<EventOf<'transfer.submitted'>>): void;
  /** The network went, came or was reached. */
  takeNetwork(event: Logged<EventOf<'network.changed' | 'socket.greeted'>>): void;
  /** Tickets with a submitted transfer that isn't created yet, outside of its dialog. */
  readonly outgoing: Observable<readonly TicketId[]>;
  sendAll(event: TransferInput): void;
  /** A new page repeats the calls that an earlier one had in flight, and drops its drafts. */
  reopen(event: Logged<EventOf<'app.opened'>>): void;
  readonly pending: Observable<readonly TransferId[]>;
  of(ticketId: TicketId): Observable<readonly TransferId[]>;
  /** Removes the transfers of a removed ticket. */
  readonly leaveTicket: (ticketId: TicketId) => void;
  restore(stored: StoredKinds): void;
  all(): Iterable<NamedActor>;
  clear(): void;
}

export function createTransfers(core: Core, settled: (ticketId: TicketId, id: TransferId) => void): Transfers {
  const created = createKeyed<typeof transferMachine, TransferId>('transfer', transferMachine, core);
  const drafts = createKeyed<typeof transferMachine, TicketId>('transferDraft', transferMachine, core);
  /** Index of the created ones by ticket. */
  const byTicket = new Map<TicketId, Set<TransferId>>();
  const signals = new Map<TicketId, Signal<readonly TransferId[]>>();
  const pending = core.signals.create<readonly TransferId[]>(() => pendingOf(created.keys()));

  /** Those that wait for an answer, oldest first. */
  function pendingOf(ids: Iterable<TransferId>): readonly TransferId[] {
    const rows = [...ids].flatMap((id) => {
      const snapshot = created.get(id)?.getSnapshot();
      if (snapshot === undefined || !selectIsPending(snapshot)) return [];
      return [{ id, at: selectTransfer(snapshot)?.createdAt ?? 0 }];
    });
    return rows.toSorted((a, b) => a.at - b.at || compareIds(a.id, b.id)).map(({ id }) => id);
  }

  function touch(ticketId: TicketId): void {
    pending.touch();
    signals.get(ticketId)?.touch();
  }

  function index(ticketId: TicketId, id: TransferId): void {
    byTicket.set(ticketId, (byTicket.get(ticketId) ?? new Set()).add(id));
    touch(ticketId);
  }

  function forget(id: TransferId, ticketId: TicketId): void {
    created.forget(id);
    const others = byTicket.get(ticketId);
    others?.delete(id);
    if (others?.size === 0) byTicket.delete(ticketId);
    touch(ticketId);
  }

  function send(id: TransferId, event: TransferInput): void {
    const actor = created.get(id);
    if (actor === undefined) return;
    const before = actor.getSnapshot();
    actor.send(event);
    const after = actor.getSnapshot();
    if (after === before) return;
    const { ticketId } = after.context;
    if (after.status !== 'done') {
      touch(ticketId);
      return;
    }
    forget(id, ticketId);
    settled(ticketId, id);
  }

  const outgoing = core.signals.create<readonly TicketId[]>(() => [...drafts.keys()].filter(isOutgoing));

  function isOutgoing(ticketId: TicketId): boolean {
    const snapshot = drafts.get(ticketId)?.getSnapshot();
    return snapshot !== undefined && selectOutgoing(snapshot) !== null;
  }

  function forgetDraft(ticketId: TicketId): void {
    drafts.forget(ticketId);
    outgoing.touch();
  }

  function sendToDraft(ticketId: TicketId, event: TransferInput): void {
    const actor = drafts.get(ticketId);
    if (actor === undefined) return;
    const wasOutgoing = isOutgoing(ticketId);
    actor.send(event);
    if (actor.getSnapshot().status === 'done') forgetDraft(ticketId);
    else if (isOutgoing(ticketId) !== wasOutgoing) outgoing.touch();
  }

  function sendToDrafts(event: TransferInput): void {
    for (const ticketId of [...drafts.keys()]) sendToDraft(ticketId, event);
  }

  function leaveTicket(ticketId: TicketId): void {
    for (const id of [...(byTicket.get(ticketId) ?? [])]) forget(id, ticketId);
    forgetDraft(ticketId);
  }

  return {
    send,
    leaveTicket,
    pending,
    get: created.get,
    draft: drafts.get,
    shown: { created: created.shown, draft: drafts.shown },
    ensure({ id, ticketId }) {
      const viewer = core.viewer();
      const others = byTicket.get(ticketId);
      if (viewer === null || [...(others ?? [])].some((other) => compareIds(other, id) >= 0)) return;
      created.make(id, { ticketId, transferId: id, viewer, instanceId: null, owner: null });
      index(ticketId, id);
    },
    ensureDraft({ id: ticketId, instance, owner }) {
      const viewer = core.viewer();
      if (viewer === null || drafts.get(ticketId) !== undefined) return;
      drafts.make(ticketId, { ticketId, transferId: null, viewer, instanceId: instance.id, owner });
    },
    sendToTicket(ticketId, event) {
      for (const id of [...(byTicket.get(ticketId) ?? [])]) send(id, event);
    },
    sendToDraft,
    submit(event) {
      sendToDraft(event.ticketId, event);
      if (core.isOnline()) sendToDraft(event.ticketId, { type: 'network.reached' });
    },
    takeNetwork: sendToDrafts,
    outgoing,
    sendAll(event) {
      for (const id of [...created.keys()]) send(id, event);
    },
    reopen(event) {
      for (const id of [...created.keys()]) send(id, event);
      sendToDrafts(event);
    },
    of(ticketId) {
      let signal = signals.get(ticketId);
      if (signal === undefined) {
        signal = core.signals.create(() => pendingOf(byTicket.get(ticketId) ?? []));
        signals.set(ticketId, signal);
      }
      return signal;
    },
    restore(stored) {
      created.restore(stored);
      drafts.restore(stored);
      for (const [id, actor] of created.entries()) index(actor.getSnapshot().context.ticketId, id);
    },
    *all() {
      yield* created.named();
      yield* drafts.named();
    },
    clear() {
      for (const ticketId of [...byTicket.keys(), ...drafts.keys()]) leaveTicket(ticketId);
    },
  };
}
