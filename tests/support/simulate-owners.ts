import { ana, transfer } from '../../models/samples.ts';
import type { Person, Ticket, Transfer } from '../../src/machines/entities/entities.ts';
import type { CommandOf } from '../../src/machines/log/command.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import { Books, notFound, only, plain, Refused } from './simulate-books.ts';
import type { Row, Staff } from './simulate-books.ts';

/** Who has a ticket, and to whom it is offered. */
export class Owners extends Books {
  protected offer(actor: Staff, request: CommandOf<'transfer.create'>): AppEvent {
    const { ticketId, clientId, nextOwnerId, previousOwnerId } = request;
    const earlier = [...this.transfers.values()].find((one) => one.clientId === clientId)?.transfer;
    if (earlier !== undefined) {
      if (earlier.confirmedAt !== null) throw new Refused('CONFLICT', 'error.transfer.confirmed');
      if (earlier.deletedAt !== null) throw new Refused('CONFLICT', 'error.transfer.deleted');
      return { type: 'transfer.created', ticketId, transfer: earlier };
    }
    const row = this.toMove(actor, ticketId, previousOwnerId);
    if (nextOwnerId === (row.owner?.id ?? actor.id)) throw new Refused('INVALID', 'error.transfer.toSelf');
    const next = this.require(nextOwnerId);
    const before = this.audienceOf(row);
    const created = transfer({
      id: String(60 + this.transfers.size),
      ticketId,
      previousOwner: row.owner && plain(row.owner),
      nextOwner: plain(next),
      triggeredBy: plain(actor),
      createdAt: this.now(),
    });
    this.transfers.set(created.id, { transfer: created, clientId });
    row.offer = created;
    const told = this.framed(row);
    const news = { type: 'transfer.arrived', transfer: created, ticket: told, by: plain(actor) } as const;
    this.push(before, (stream) => ({ ...news, addressed: false, stream }));
    this.push(only(next.id), (stream) => ({ ...news, addressed: true, stream }));
    return { type: 'transfer.created', ticketId, transfer: created };
  }

  protected queue(actor: Staff, { ticketId, clientId, previousOwnerId }: CommandOf<'transfer.queue'>): AppEvent {
    const isDone = this.queued.get(clientId) === ticketId;
    if (isDone) return { type: 'transfer.queued', ticketId };
    const row = this.toMove(actor, ticketId, previousOwnerId);
    if (row.owner === null) throw new Refused('CONFLICT', 'error.ticket.queued');
    this.queued.set(clientId, ticketId);
    this.changeOwner(actor, row, null, null);
    return { type: 'transfer.queued', ticketId };
  }

  protected toMove(actor: Staff, ticketId: string, previousOwnerId: string | null): Row {
    const row = this.toChange(actor, ticketId);
    if (row.finishedAt !== null) throw new Refused('CONFLICT', 'error.ticket.finished');
    if (row.offer !== null) throw new Refused('CONFLICT', 'error.transfer.pending');
    if (!actor.isAdmin && row.owner !== null && row.owner.id !== actor.id)
      throw new Refused('FORBIDDEN', 'error.ticket.notYours');
    if ((row.owner?.id ?? null) !== previousOwnerId) throw new Refused('CONFLICT', 'error.conflict');
    return row;
  }

  protected confirm(actor: Staff, id: string): AppEvent {
    const { transfer: known, row } = this.transfer(actor, id);
    if (!actor.isAdmin && actor.id !== known.nextOwner.id) throw new Refused('FORBIDDEN', 'error.forbidden');
    if (known.deletedAt !== null) throw new Refused('CONFLICT', 'error.transfer.deleted');
    if (known.confirmedAt !== null) return { type: 'transfer.confirmed', transfer: known };
    const confirmed = this.changeOwner(actor, row, this.require(known.nextOwner.id), known.previousOwner);
    return { type: 'transfer.confirmed', transfer: confirmed ?? known };
  }

  protected withdraw(actor: Staff, id: string): AppEvent {
    const { transfer: known, row } = this.transfer(actor, id);
    const concerned = [known.previousOwner?.id, known.nextOwner.id, known.triggeredBy?.id];
    if (!actor.isAdmin && !concerned.includes(actor.id)) throw new Refused('FORBIDDEN', 'error.forbidden');
    if (known.confirmedAt !== null) throw new Refused('CONFLICT', 'error.transfer.confirmed');
    if (known.deletedAt !== null) return { type: 'transfer.deleted', transfer: known };
    const audience = this.audienceOf(row);
    const deleted = this.settle(row, { deletedAt: this.now() }) ?? known;
    const told = this.framed(row);
    const by = plain(actor);
    this.push(audience, (stream) => ({ type: 'transfer.removed', transfer: deleted, ticket: told, by, stream }));
    return { type: 'transfer.deleted', transfer: deleted };
  }

  protected take(actor: Staff, { form, key, request }: CommandOf<'form.save'>): AppEvent {
    const row = this.toChange(actor, key);
    if (row.owner !== null && row.owner.id !== actor.id) throw new Refused('CONFLICT', 'error.ticket.taken');
    if (row.finishedAt !== null) throw new Refused('CONFLICT', 'error.ticket.finished');
    if (row.owner === null) {
      if (row.offer !== null) throw new Refused('CONFLICT', 'error.transfer.pending');
      this.changeOwner(actor, row, actor, null);
    }
    return { type: 'form.saved', form, key, request, id: key, version: null, lists: [] };
  }

  /** Accepted if it was theirs, else withdrawn; told to those who saw it in the queue too, without what is written later. */
  protected giveTo(actor: Staff, row: Row): void {
    const offer = row.offer;
    if (offer !== null && offer.nextOwner.id !== actor.id) {
      const before = this.audienceOf(row);
      const deleted = this.settle(row, { deletedAt: this.now() }) ?? offer;
      row.owner = actor;
      const told = this.framed(row, { lastMessage: null });
      row.owner = null;
      const by = plain(actor);
      this.push(before, (stream) => ({ type: 'transfer.removed', transfer: deleted, ticket: told, by, stream }));
    }
    this.changeOwner(actor, row, actor, null, { lastMessage: null });
  }

  protected changeOwner(
    actor: Staff,
    row: Row,
    owner: Staff | null,
    previous: Person | null,
    changes: Partial<Ticket> = {},
  ): Transfer | null {
    const before = this.audienceOf(row);
    const was = row.owner;
    const confirmed = row.offer && this.settle(row, { confirmedAt: this.now() });
    row.owner = owner;
    const after = this.audienceOf(row);
    const users = new Set([...before.users, ...after.users, ...(previous ? [previous.id] : [])]);
    const audience = { users, queue: before.queue || after.queue, admins: true };
    const told = this.framed(row, changes);
    this.push(audience, (stream) => ({
      type: 'ticket.transferred',
      transfer: confirmed,
      ticket: told,
      by: plain(actor),
      firstUserId: ana.id,
      ...(was && { previousOwnerId: was.id }),
      stream,
    }));
    return confirmed;
  }

  protected settle(row: Row, end: Partial<Transfer>): Transfer | null {
    const known = row.offer && this.transfers.get(row.offer.id);
    if (!known) return null;
    known.transfer = { ...known.transfer, ...end };
    row.offer = null;
    return known.transfer;
  }

  protected transfer(actor: Staff, id: string): { transfer: Transfer; row: Row } {
    const known = this.transfers.get(id)?.transfer;
    const row = this.rows.find((one) => one.id === known?.ticketId);
    if (known === undefined || row === undefined) throw notFound();
    const concerned = [known.previousOwner?.id, known.nextOwner.id, known.triggeredBy?.id];
    if (!this.sees(row, actor.id) && !concerned.includes(actor.id)) throw notFound();
    return { transfer: known, row };
  }
}
