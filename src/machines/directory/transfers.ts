import { createActor } from 'xstate';
import type { ActorRefFrom, EventFrom } from 'xstate';
import type { Ticket, Transfer } from '../entities/entities.ts';
import { compareIds } from '../entities/ids.ts';
import type { TicketId, TransferId } from '../entities/ids.ts';
import type { Observable } from '../observable.ts';
import { transferMachine } from '../transfer/transfer.machine.ts';
import { selectIsPending, selectTransfer } from '../transfer/transfer.selectors.ts';
import type { Core } from './core.ts';
import type { Signal } from './signal.ts';

export type TransferActor = ActorRefFrom<typeof transferMachine>;
export type TransferInput = EventFrom<typeof transferMachine>;

/** Transfers by their id, and drafts by their ticket. */
export interface Transfers {
  /** Its actor, also one that is only shown any more. */
  get(id: TransferId): TransferActor | undefined;
  draft(ticketId: TicketId): TransferActor | undefined;
  /** Makes a transfer's actor. Not again for one that was settled: what is over stays over. */
  ensure(transfer: Transfer): void;
  ensureDraft(ticket: Ticket): void;
  send(id: TransferId, event: TransferInput): void;
  /** Tells every created transfer of a ticket. */
  sendToTicket(ticketId: TicketId, event: TransferInput): void;
  sendToDraft(ticketId: TicketId, event: TransferInput): void;
  /** It is over, whether or not it is held. */
  settle(id: TransferId): void;
  readonly pending: Observable<readonly TransferId[]>;
  of(ticketId: TicketId): Observable<readonly TransferId[]>;
  /** Forgets the transfers of a ticket that is forgotten. */
  leaveTicket(ticketId: TicketId): void;
  all(): Iterable<readonly [string, TransferActor]>;
  clear(): void;
}

/** So many settled transfers are remembered, so that late news doesn't bring them back. */
const SETTLED_MAX = 10_000;

export function createTransfers(core: Core): Transfers {
  const actors = new Map<TransferId, TransferActor>();
  const kept = core.watches.kept<TransferActor>();
  const drafts = new Map<TicketId, TransferActor>();
  const byTicket = new Map<TicketId, Set<TransferId>>();
  const settled = new Set<TransferId>();
  const signals = new Map<TicketId, Signal<readonly TransferId[]>>();
  const pending = core.signals.create<readonly TransferId[]>(() => pendingOf(actors.keys()));

  /** Those that wait for an answer, oldest first. */
  function pendingOf(ids: Iterable<TransferId>): readonly TransferId[] {
    const rows = [...ids].flatMap((id) => {
      const snapshot = actors.get(id)?.getSnapshot();
      if (snapshot === undefined || !selectIsPending(snapshot)) return [];
      return [{ id, at: selectTransfer(snapshot)?.createdAt ?? 0 }];
    });
    return rows.toSorted((a, b) => a.at - b.at || compareIds(a.id, b.id)).map(({ id }) => id);
  }

  function touch(ticketId: TicketId): void {
    pending.touch();
    signals.get(ticketId)?.touch();
  }

  function make(ticketId: TicketId, transferId: TransferId | null, ticket: Ticket | null): TransferActor | undefined {
    const viewer = core.viewer();
    if (viewer === null) return undefined;
    const { instance, owner } = ticket ?? { instance: null, owner: null };
    const input = { ticketId, transferId, viewer, instanceId: instance?.id ?? null, owner };
    const actor = createActor(transferMachine, { input });
    actor.on('*', core.emit);
    actor.start();
    return actor;
  }

  function settle(id: TransferId): void {
    settled.delete(id);
    settled.add(id);
    if (settled.size <= SETTLED_MAX) return;
    const oldest = settled.values().next();
    if (oldest.done === false) settled.delete(oldest.value);
  }

  function forget(id: TransferId, actor: TransferActor): void {
    const { ticketId } = actor.getSnapshot().context;
    actors.delete(id);
    const others = byTicket.get(ticketId);
    others?.delete(id);
    if (others?.size === 0) byTicket.delete(ticketId);
    kept.leave(`transfer:${id}`, actor);
    touch(ticketId);
  }

  function send(id: TransferId, event: TransferInput): void {
    const actor = actors.get(id);
    if (actor === undefined) return;
    const before = actor.getSnapshot();
    actor.send(event);
    const after = actor.getSnapshot();
    if (after === before) return;
    if (after.status === 'done') {
      settle(id);
      forget(id, actor);
    } else {
      touch(after.context.ticketId);
    }
  }

  function leaveDraft(ticketId: TicketId): void {
    const actor = drafts.get(ticketId);
    if (actor === undefined) return;
    drafts.delete(ticketId);
    kept.leave(`transfer:draft:${ticketId}`, actor);
  }

  function leaveTicket(ticketId: TicketId): void {
    for (const id of [...(byTicket.get(ticketId) ?? [])]) {
      const actor = actors.get(id);
      if (actor !== undefined) forget(id, actor);
    }
    leaveDraft(ticketId);
  }

  return {
    send,
    settle,
    leaveTicket,
    pending,
    get: (id) => actors.get(id) ?? kept.get(`transfer:${id}`),
    draft: (ticketId) => drafts.get(ticketId) ?? kept.get(`transfer:draft:${ticketId}`),
    ensure({ id, ticketId }) {
      if (actors.has(id) || settled.has(id)) return;
      const actor = make(ticketId, id, null);
      if (actor === undefined) return;
      actors.set(id, actor);
      const others = byTicket.get(ticketId);
      if (others === undefined) byTicket.set(ticketId, new Set([id]));
      else others.add(id);
      touch(ticketId);
    },
    ensureDraft(ticket) {
      if (drafts.has(ticket.id)) return;
      const actor = make(ticket.id, null, ticket);
      if (actor !== undefined) drafts.set(ticket.id, actor);
    },
    sendToTicket(ticketId, event) {
      for (const id of [...(byTicket.get(ticketId) ?? [])]) send(id, event);
    },
    sendToDraft(ticketId, event) {
      const actor = drafts.get(ticketId);
      actor?.send(event);
      if (actor?.getSnapshot().status === 'done') leaveDraft(ticketId);
    },
    of(ticketId) {
      let signal = signals.get(ticketId);
      if (signal === undefined) {
        signal = core.signals.create(() => pendingOf(byTicket.get(ticketId) ?? []));
        signals.set(ticketId, signal);
      }
      return signal;
    },
    *all() {
      for (const [id, actor] of actors) yield [`transfer:${id}`, actor];
      for (const [ticketId, actor] of drafts) yield [`transfer:draft:${ticketId}`, actor];
    },
    clear() {
      for (const ticketId of [...byTicket.keys(), ...drafts.keys()]) leaveTicket(ticketId);
      settled.clear();
    },
  };
}
