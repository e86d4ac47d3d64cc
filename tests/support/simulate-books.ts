import { ana, bruno, carla, customer, failure, person, START, ticket, user } from '../../models/samples.ts';
import { ADMIN_ROLE } from '../../contract/facts/roles.ts';
import type { Message, Person, Ticket, Transfer } from '../../src/machines/entities/entities.ts';
import type { Failure } from '../../src/machines/entities/failure.ts';
import { compareIds } from '../../src/machines/entities/ids.ts';
import type { EventOf } from '../../src/machines/log/event.ts';
import type { FrameEvent } from '../../src/machines/log/events-chat.ts';
import type { StreamPosition } from '../../src/machines/log/stream.ts';

/** Somebody of the company. The first one is its administrator. */
export interface Staff extends Person {
  readonly isAdmin: boolean;
}

/** As many people as there are clients. */
export function staffOf(clients: number): readonly Staff[] {
  const known: readonly Person[] = [bruno, carla, ana];
  return Array.from({ length: clients }, (_, index) => {
    const one = known[index] ?? { id: String(20 + index), name: `Atendente ${index + 1}` };
    return { ...one, isAdmin: index === 2 };
  });
}

/** One attendance as the server keeps it. */
export interface Row {
  readonly id: string;
  readonly customer: number;
  readonly startedAt: number;
  finishedAt: number | null;
  owner: Staff | null;
  notResponded: boolean;
  waitingSince: number | null;
  offer: Transfer | null;
}

/** Who gets a frame. */
export interface Audience {
  readonly users: ReadonlySet<string>;
  /** Everybody who serves the queue. */
  readonly queue: boolean;
  readonly admins: boolean;
}

export interface Frame {
  readonly seq: number;
  readonly audience: Audience;
  readonly event: (stream: StreamPosition) => FrameEvent;
}

/** The screens that everybody's role permits. */
export const ROUTES: readonly string[] = ['chat'];

const FIRST_SEQ = 1;
/** Customers that may write. */
export const CUSTOMERS = 14;

/** What the server keeps: tickets, messages, counters, transfers, pins; who sees what of it; and the stream of frames. */
export class Books {
  protected readonly staff: readonly Staff[];
  protected readonly now: () => number;
  protected readonly onFrame: (frame: Frame) => void;
  protected readonly rows: Row[] = [];
  protected readonly messages: Message[][];
  protected readonly unread: Set<string>[];
  protected readonly transfers = new Map<string, { transfer: Transfer; clientId: string }>();
  protected readonly queued = new Map<string, string>();
  protected readonly sent = new Map<string, Message>();
  protected readonly pins = new Map<string, Set<number>>();
  protected readonly stream: Frame[] = [];
  protected messageCount = 0;
  protected epochs = 1;
  protected floor = 0;

  constructor(staff: readonly Staff[], now: () => number, onFrame: (frame: Frame) => void) {
    this.staff = staff;
    this.messages = Array.from({ length: CUSTOMERS }, () => []);
    this.unread = Array.from({ length: CUSTOMERS }, () => new Set());
    this.now = now;
    this.onFrame = onFrame;
  }

  get epoch(): string {
    return `epoch-${this.epochs}`;
  }

  get head(): number {
    return FIRST_SEQ + this.stream.length;
  }

  /** The frames after a position for a user; null if they can't be read any more. */
  missed(userId: string, epoch: string | null, since: number | null): readonly Frame[] | null {
    if (since === null || epoch !== this.epoch || since < this.floor || since > this.head) return null;
    return this.stream.filter((frame) => frame.seq > since && this.isFor(frame, userId));
  }

  isFor({ audience }: Frame, userId: string): boolean {
    return audience.queue || audience.users.has(userId) || (audience.admins && this.one(userId)?.isAdmin === true);
  }

  /** What was sent can't be read again. */
  forgetStream(): void {
    this.floor = this.head;
  }

  /** Positions belong to another database from now on. */
  beginEpoch(): void {
    this.epochs += 1;
    this.floor = this.head;
  }

  protected sorted(rows: readonly Row[], userId: string, status: 'open' | 'finished'): readonly Row[] {
    const pins = this.pins.get(userId);
    const moment = (row: Row): number =>
      status === 'finished' ? (row.finishedAt ?? 0) : (this.lastOf(row)?.takenAt ?? row.startedAt);
    const rank = (row: Row): number => (pins?.has(row.customer) === true ? 0 : 1);
    return rows.toSorted((a, b) => rank(a) - rank(b) || moment(b) - moment(a) || compareIds(b.id, a.id));
  }

  /** For a reader, a ticket comes with the conversation's count and last message, as far as they see it. */
  protected view(row: Row, userId: string): Ticket {
    const newest = this.newestSeen(row.customer, userId) ?? row;
    const { lastMessage, lastReceivedAt, unseen } = this.framed(newest);
    const pinned = this.pins.get(userId)?.has(row.customer) === true;
    return this.framed(row, { lastMessage, lastReceivedAt, unseen, pinned });
  }

  protected framed(row: Row, changes: Partial<Ticket> = {}): Ticket {
    const last = this.lastOf(row);
    const received = this.upTo(row).findLast((one) => one.received);
    return ticket({
      id: row.id,
      protocol: `20260302-${row.id.padStart(4, '0')}`,
      startedAt: row.startedAt,
      finishedAt: row.finishedAt,
      notResponded: row.notResponded,
      waitingSince: row.waitingSince,
      owner: row.owner && person(plain(row.owner)),
      customer: customerOf(row.customer),
      lastMessage: last,
      lastReceivedAt: received?.at ?? null,
      unseen: this.unseenOf(row).length,
      pinned: null,
      pendingTransfer: row.offer,
      ...changes,
    });
  }

  /** The conversation's messages up to a ticket. */
  protected upTo(row: Row): readonly Message[] {
    return (this.messages[row.customer] ?? []).filter(({ ticketId }) => compareIds(ticketId, row.id) <= 0);
  }

  protected lastOf(row: Row): Message | null {
    return this.upTo(row).at(-1) ?? null;
  }

  protected unseenOf(row: Row): readonly Message[] {
    return this.upTo(row).filter(({ id }) => this.unread[row.customer]?.has(id) === true);
  }

  protected newest(at: number): Row | undefined {
    return this.rows.findLast((row) => row.customer === at);
  }

  protected newestSeen(at: number, userId: string): Row | undefined {
    return this.rows.findLast((row) => row.customer === at && this.sees(row, userId));
  }

  protected readable(at: number, userId: string): readonly Message[] {
    const seen = this.newestSeen(at, userId);
    const unread = this.unread[at];
    if (seen === undefined) return [];
    return this.upTo(seen).map((one) => ({ ...one, unseen: unread?.has(one.id) === true }));
  }

  protected isMine(row: Row, userId: string): boolean {
    return row.owner?.id === userId || row.offer?.nextOwner.id === userId;
  }

  protected sees(row: Row, userId: string): boolean {
    return row.owner === null || this.isMine(row, userId) || this.one(userId)?.isAdmin === true;
  }

  protected visible(actor: Staff, ticketId: string): Row {
    const row = this.rows.find(({ id }) => id === ticketId);
    if (row === undefined || !this.sees(row, actor.id)) throw notFound();
    return row;
  }

  protected toChange(actor: Staff, ticketId: string): Row {
    const row = this.rows.find(({ id }) => id === ticketId);
    if (row === undefined || !this.sees(row, actor.id)) throw this.hidden(actor, row);
    return row;
  }

  protected hidden(actor: Staff, row: Row | undefined): Refused {
    const passedOn = [...this.transfers.values()].some(
      ({ transfer: known }) =>
        known.ticketId === row?.id && known.previousOwner?.id === actor.id && known.confirmedAt !== null,
    );
    return passedOn ? new Refused('FORBIDDEN', 'error.ticket.passedOn') : notFound();
  }

  protected audienceOf(row: Row): Audience {
    const users = [row.owner?.id, row.offer?.nextOwner.id].filter((id) => id !== undefined);
    return { users: new Set(users), queue: row.owner === null, admins: true };
  }

  /** Those who see the message's ticket or a later one of the conversation. */
  protected readersOf(at: number, from: Row): Audience {
    const rows = this.rows.filter((row) => row.customer === at && compareIds(row.id, from.id) >= 0);
    const all = rows.map((row) => this.audienceOf(row));
    return {
      users: new Set(all.flatMap(({ users }) => [...users])),
      queue: all.some(({ queue }) => queue),
      admins: true,
    };
  }

  protected one(userId: string): Staff | undefined {
    return this.staff.find(({ id }) => id === userId);
  }

  protected require(userId: string): Staff {
    const found = this.one(userId);
    if (found === undefined) throw new Refused('NOT_FOUND', 'error.transfer.userGone');
    return found;
  }

  protected push(audience: Audience, event: Frame['event']): void {
    const frame = { seq: this.head + 1, audience, event };
    this.stream.push(frame);
    this.onFrame(frame);
  }
}

export class Refused extends Error {
  readonly failure: Failure;
  constructor(code: Failure['code'], key: string) {
    super(key);
    this.failure = failure(code, key);
  }
}

export function notFound(): Refused {
  return new Refused('NOT_FOUND', 'error.notFound');
}

export function only(userId: string): Audience {
  return { users: new Set([userId]), queue: false, admins: false };
}

export function plain({ id, name }: Person): Person {
  return { id, name };
}

export function userOf(staff: Staff): EventOf<'user.loaded'>['user'] {
  return user(plain(staff), { roleName: roleOf(staff) });
}

export function roleOf({ isAdmin }: Staff): string {
  return isAdmin ? ADMIN_ROLE : 'atendente';
}

const FIRST_CUSTOMER = 400;

export function customerOf(at: number): Ticket['customer'] {
  const phone = `55119000007${String(at).padStart(2, '0')}`;
  return customer({ id: String(FIRST_CUSTOMER + at), name: `Cliente ${at + 1}`, phone, since: START - 86_400_000 });
}

export function placeOf(customerId: string): number {
  return Number(customerId) - FIRST_CUSTOMER;
}
