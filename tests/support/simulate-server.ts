import { instance, message, sales } from '../../models/samples.ts';
import type { Ack } from '../../contract/facts/ack.ts';
import type { Message, Ticket } from '../../src/machines/entities/entities.ts';
import { compareIds, conversationKey } from '../../src/machines/entities/ids.ts';
import type { CommandOf } from '../../src/machines/log/command.ts';
import type { AppEvent } from '../../src/machines/log/event.ts';
import type { ListedViews } from '../../src/machines/log/events-inbox.ts';
import type { OutgoingMessage } from '../../src/machines/log/events-send.ts';
import { customerOf, notFound, only, placeOf, plain, Refused, ROUTES, userOf } from './simulate-books.ts';
import type { Row, Staff } from './simulate-books.ts';
import { Owners } from './simulate-owners.ts';
import { refused } from './simulate-requests.ts';
import type { Request } from './simulate-requests.ts';

/**
 * The server's rules in memory, written from the specification as a reference beside `server/domain`: tickets, messages,
 * counters, transfers, pins, and the stream of frames. It answers a command with the event that the adapter would append.
 */
export class SimulatedServer extends Owners {
  customerWrites(at: number, text: string): void {
    const messages = (this.messages[at] ??= []);
    const unread = (this.unread[at] ??= new Set());
    const open = this.newest(at);
    const isNew = open === undefined || open.finishedAt !== null;
    const row = isNew ? this.openTicket(at, null) : open;
    const added = this.addMessage(at, row, { text, received: true, unseen: true });
    messages.push(added);
    unread.add(added.id);
    row.notResponded = true;
    row.waitingSince ??= this.now();
    const audience = this.audienceOf(row);
    const told = this.framed(row);
    if (isNew) this.push(audience, (stream) => ({ type: 'customer.arrived', ticket: told, stream }));
    this.push(audience, (stream) => ({ type: 'message.arrived', message: added, ticket: told, stream }));
    const attendant = row.owner && plain(row.owner);
    this.push(audience, (stream) => ({
      type: 'notice.arrived',
      noticeId: added.id,
      title: told.customer.name,
      text,
      attendant,
      ticketId: row.id,
      customerId: told.customer.id,
      customerName: told.customer.name,
      instanceId: sales.id,
      at: added.at,
      stream,
    }));
  }

  /** The provider tells how far one of our messages has come; what it told before isn't told again. */
  acknowledge(messageId: string, ack: Ack): void {
    for (const [at, messages] of this.messages.entries()) {
      const index = messages.findIndex(({ id }) => id === messageId);
      const found = messages[index];
      const row = this.rows.find(({ id }) => id === found?.ticketId);
      if (found === undefined || row === undefined || found.ack >= ack) continue;
      messages[index] = { ...found, ack };
      const customerId = customerOf(at).id;
      const { ticketId, clientId } = found;
      this.push(this.readersOf(at, row), (stream) => ({
        type: 'message.ackChanged',
        messageId,
        clientId,
        ticketId,
        customerId,
        instanceId: sales.id,
        ack,
        errorCode: null,
        errorKey: null,
        stream,
      }));
    }
  }

  /** Tells of one of the last messages that were sent. */
  acknowledgeSome(which: number, ack: Ack): void {
    const sent = this.messages.flat().filter(({ received }) => !received);
    const one = sent[sent.length - 1 - (which % Math.min(8, sent.length))];
    if (one !== undefined) this.acknowledge(one.id, ack);
  }

  /** Whether the server has what was sent under a client id. */
  has(clientId: string): boolean {
    return this.sent.has(clientId);
  }

  ticketsOf(userId: string): readonly Ticket[] {
    const rows = this.rows.filter((row) => row.finishedAt === null && this.sees(row, userId));
    return this.sorted(rows, userId, 'open').map((row) => this.view(row, userId));
  }

  messagesOf(ticketId: string, userId: string): readonly Message[] {
    const row = this.rows.find(({ id }) => id === ticketId);
    return row === undefined ? [] : this.readable(row.customer, userId);
  }

  /** Carries out what a page asks for; answers with the event of its success or refusal. */
  answer(userId: string, request: Request): AppEvent | null {
    try {
      return this.carryOut(this.require(userId), request);
    } catch (error) {
      if (error instanceof Refused) return refused(request, error.failure);
      throw error;
    }
  }

  protected carryOut(actor: Staff, request: Request): AppEvent | null {
    switch (request.type) {
      case 'token.refresh':
        return { type: 'token.refreshed', generation: request.generation, token: 'token', routes: ROUTES };
      case 'user.fetch':
        return { type: 'user.loaded', user: userOf(actor) };
      case 'permissions.fetch':
        return { type: 'permissions.listed', routes: ROUTES };
      case 'instances.fetch':
        return { type: 'instances.listed', instances: [instance()] };
      case 'socket.fetchTicket':
        return { type: 'socket.ticketIssued', attempt: request.attempt, ticket: 'ticket' };
      case 'tickets.fetch':
        return this.list(actor, request);
      case 'ticket.fetch': {
        const row = this.visible(actor, request.ticketId);
        return { type: 'ticket.loaded', ticket: this.view(row, actor.id), streamPosition: this.head };
      }
      case 'chat.fetch':
        return this.listMessages(actor, request);
      case 'history.fetch': {
        const { customerId, instanceId } = request;
        return { type: 'history.listed', customerId, instanceId, tickets: [], total: 0 };
      }
      case 'ticket.finish':
        return this.finish(actor, request.ticketId);
      case 'customer.pin':
        return this.pin(actor, request);
      case 'message.send':
        return {
          type: 'message.accepted',
          clientId: request.message.clientId,
          message: this.send(actor, request.message),
        };
      case 'message.resolve': {
        const known = this.sent.get(request.clientId);
        const sent = known && (this.messages.flat().find(({ id }) => id === known.id) ?? null);
        return { type: 'message.resolved', clientId: request.clientId, message: sent ?? null };
      }
      case 'unseen.reset':
        return this.reset(actor, request);
      case 'transfer.fetchCandidates': {
        const { ticketId, withoutUserId } = request;
        const users = this.staff.filter(({ id }) => id !== withoutUserId).map(userOf);
        return { type: 'transfer.candidatesListed', ticketId, users };
      }
      case 'transfer.create':
        return this.offer(actor, request);
      case 'transfer.queue':
        return this.queue(actor, request);
      case 'transfer.confirm':
        return this.confirm(actor, request.transferId);
      case 'transfer.delete':
        return this.withdraw(actor, request.transferId);
      case 'form.save':
        return this.take(actor, request);
    }
  }

  protected list(
    actor: Staff,
    { request, query, page, limit, purpose, withViews }: CommandOf<'tickets.fetch'>,
  ): AppEvent {
    const seen = this.rows.filter((row) => this.sees(row, actor.id));
    const isFinished = query.status === 'finished';
    const found = seen.filter((row) => {
      const { name, phone } = customerOf(row.customer);
      const isFound = query.search === '' || name.toLowerCase().includes(query.search) || phone.includes(query.search);
      return (row.finishedAt !== null) === isFinished && this.inView(row, query.scope, actor.id) && isFound;
    });
    const items = this.sorted(found, actor.id, query.status)
      .slice((page - 1) * limit, page * limit)
      .map((row) => this.view(row, actor.id));
    const isFirst = page === 1;
    const unread = seen.filter((row) => row.finishedAt === null && this.unseenOf(row).length > 0);
    return {
      type: 'tickets.listed',
      request,
      query,
      page,
      limit,
      purpose,
      totalPages: Math.ceil(found.length / limit),
      totalItems: found.length,
      streamPosition: this.head,
      items,
      ...(isFirst && {
        unseenConversations: unread.map((row) => conversationKey(customerOf(row.customer).id, sales.id)),
        pinnedCustomers: [...(this.pins.get(actor.id) ?? [])].map((at) => customerOf(at).id),
      }),
      ...(isFirst && withViews === true && { views: this.views(actor) }),
    };
  }

  protected views(actor: Staff): ListedViews {
    const open = this.rows.filter((row) => row.finishedAt === null && this.sees(row, actor.id));
    const idsIn = (view: 'mine' | 'queue' | 'waiting' | 'all') =>
      open.filter((row) => this.inView(row, view, actor.id)).map(({ id }) => id);
    const finished = this.rows.filter(
      (row) => row.finishedAt !== null && (actor.isAdmin || this.isMine(row, actor.id)),
    ).length;
    const none: readonly string[] = [];
    return {
      mine: idsIn('mine'),
      queue: idsIn('queue'),
      waiting: idsIn('waiting'),
      all: idsIn('all'),
      flow: none,
      snoozed: none,
      finished,
    };
  }

  protected inView(row: Row, view: string, userId: string): boolean {
    const isMine = this.isMine(row, userId);
    switch (view) {
      case 'mine':
        return isMine;
      case 'queue':
        return row.owner === null;
      case 'waiting':
        return isMine && !row.notResponded;
      case 'all':
        return true;
      default:
        return false;
    }
  }

  protected listMessages(actor: Staff, asked: CommandOf<'chat.fetch'>): AppEvent {
    const { customerId, instanceId, request, beforeId, afterId, aroundId, limit } = asked;
    const at = placeOf(customerId);
    if (this.newestSeen(at, actor.id) === undefined) throw notFound();
    const all = this.readable(at, actor.id);
    const from = { type: 'chat.listed', customerId, instanceId, request, lines: [] } as const;
    if (afterId !== undefined) {
      const newer = all.filter(({ id }) => compareIds(id, afterId) > 0);
      const items = newer.slice(0, limit);
      return { ...from, older: false, items, complete: false, latest: items.length === newer.length };
    }
    if (aroundId !== undefined) {
      const index = all.findIndex(({ id }) => id === aroundId);
      if (index < 0) throw notFound();
      const start = Math.max(0, index - Math.floor(limit / 2));
      const items = all.slice(start, start + limit);
      return { ...from, older: false, items, complete: start === 0, latest: start + limit >= all.length };
    }
    const before = beforeId === null ? all : all.filter(({ id }) => compareIds(id, beforeId) < 0);
    const items = before.slice(-limit);
    return { ...from, older: beforeId !== null, items, complete: items.length === before.length };
  }

  protected send(actor: Staff, outgoing: OutgoingMessage): Message {
    const { clientId, text, replyTo } = outgoing;
    const known = this.sent.get(clientId);
    if (known !== undefined) return this.messages.flat().find(({ id }) => id === known.id) ?? known;
    const at = placeOf(outgoing.customerId);
    if (this.newestSeen(at, actor.id) === undefined) throw this.hidden(actor, this.newest(at));
    const newest = this.newest(at);
    const isOver = newest === undefined || newest.finishedAt !== null;
    if (!isOver && !actor.isAdmin && newest.owner !== null && newest.owner.id !== actor.id)
      throw new Refused('FORBIDDEN', 'error.ticket.notYours');
    const quoted = this.readable(at, actor.id).find(({ id }) => id === replyTo);
    if (replyTo !== null && quoted === undefined) throw new Refused('NOT_FOUND', 'error.reply.notFound');
    const row = isOver ? this.openTicket(at, actor) : newest;
    if (isOver) {
      const told = this.framed(row);
      this.push(this.audienceOf(row), (stream) => ({ type: 'customer.arrived', ticket: told, stream }));
    }
    if (row.owner === null) this.giveTo(actor, row);
    row.notResponded = false;
    row.waitingSince = null;
    const added = this.addMessage(at, row, {
      text,
      clientId,
      author: plain(actor),
      received: false,
      unseen: false,
      ...(quoted && {
        quoted: {
          id: quoted.id,
          received: quoted.received,
          text: quoted.text,
          tag: quoted.tag,
          documentName: null,
          bot: false,
          author: quoted.author,
        },
      }),
    });
    (this.messages[at] ??= []).push(added);
    this.sent.set(clientId, added);
    const told = this.framed(row);
    this.push(this.audienceOf(row), (stream) => ({ type: 'message.arrived', message: added, ticket: told, stream }));
    return added;
  }

  protected finish(actor: Staff, ticketId: string): AppEvent {
    const row = this.toChange(actor, ticketId);
    if (row.finishedAt !== null) throw new Refused('CONFLICT', 'error.ticket.finished');
    if (!actor.isAdmin && row.owner !== null && row.owner.id !== actor.id)
      throw new Refused('FORBIDDEN', 'error.ticket.notYours');
    const audience = this.audienceOf(row);
    const withdrawn = row.offer && this.settle(row, { deletedAt: this.now() });
    row.finishedAt = this.now();
    const told = this.framed(row);
    const by = plain(actor);
    if (withdrawn)
      this.push(audience, (stream) => ({ type: 'transfer.removed', transfer: withdrawn, ticket: told, by, stream }));
    this.push(audience, (stream) => ({ type: 'ticket.closed', ticket: told, by, stream }));
    return { type: 'ticket.finished', ticket: this.view(row, actor.id) };
  }

  protected pin(actor: Staff, { customerId, pinned }: CommandOf<'customer.pin'>): null {
    const at = placeOf(customerId);
    if (!this.rows.some((row) => row.customer === at && this.sees(row, actor.id))) throw notFound();
    const pins = this.pins.get(actor.id) ?? new Set<number>();
    this.pins.set(actor.id, pins);
    if (pins.has(at) === pinned) return null;
    if (pinned) pins.add(at);
    else pins.delete(at);
    this.push(only(actor.id), (stream) => ({ type: 'customer.pinned', customerId, pinned, stream }));
    return null;
  }

  protected reset(actor: Staff, { customerId, instanceId, upToId }: CommandOf<'unseen.reset'>): AppEvent {
    const at = placeOf(customerId);
    const seen = this.newestSeen(at, actor.id);
    if (seen === undefined) throw notFound();
    const readable = this.readable(at, actor.id);
    if (upToId !== null && !readable.some(({ id }) => id === upToId)) throw notFound();
    const isTheirs = seen.owner === null || seen.owner.id === actor.id;
    const isWhole = seen === this.newest(at);
    const lastId = readable.at(-1)?.id ?? null;
    const asked = isTheirs ? (upToId ?? (isWhole ? null : lastId)) : lastId;
    if (isTheirs) this.markSeen(at, readable, asked);
    return {
      type: 'unseen.resetAnswered',
      customerId,
      instanceId,
      upToId: asked,
      unseen: this.unseenOf(seen).length,
      streamPosition: this.head,
    };
  }

  protected markSeen(at: number, readable: readonly Message[], upToId: string | null): void {
    const unread = (this.unread[at] ??= new Set());
    const read = readable.filter(({ id }) => unread.has(id) && (upToId === null || compareIds(id, upToId) <= 0));
    if (read.length === 0) return;
    for (const { id } of read) unread.delete(id);
    const firstTicket = read[0]?.ticketId ?? '';
    const newest = this.newest(at);
    const place = { customerId: customerOf(at).id, instanceId: sales.id };
    for (const row of this.rows.filter((one) => one.customer === at && compareIds(one.id, firstTicket) >= 0)) {
      const unseen = this.unseenOf(row).length;
      const last = this.lastOf(row)?.id ?? null;
      const upTo = upToId === null || last === null ? (upToId ?? last) : compareIds(upToId, last) < 0 ? upToId : last;
      if (row === newest) {
        this.push(this.audienceOf(row), (stream) => ({ type: 'unseen.wasReset', ...place, upToId, unseen, stream }));
        continue;
      }
      const readers = this.staff.filter((one) => !one.isAdmin && this.newestSeen(at, one.id) === row);
      if (readers.length === 0) continue;
      const audience = { users: new Set(readers.map(({ id }) => id)), queue: false, admins: false };
      this.push(audience, (stream) => ({ type: 'unseen.wasReset', ...place, upToId: upTo, unseen, stream }));
    }
  }

  protected openTicket(at: number, owner: Staff | null): Row {
    const row: Row = {
      id: String(20 + this.rows.length),
      customer: at,
      startedAt: this.now(),
      finishedAt: null,
      owner,
      notResponded: false,
      waitingSince: null,
      offer: null,
    };
    this.rows.push(row);
    return row;
  }

  protected addMessage(_at: number, row: Row, changes: Partial<Message>): Message {
    this.messageCount += 1;
    const now = this.now();
    return message(String(800 + this.messageCount), { at: now, takenAt: now, ticketId: row.id, ...changes });
  }
}
