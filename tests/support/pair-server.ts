import { bothOf, otherOf } from '../../models/two-attendants.model.ts';
import type { PairScene, Who } from '../../models/two-attendants.model.ts';
import {
  EPOCH,
  START,
  ana,
  bruno,
  carla,
  customer,
  failure,
  framed,
  message,
  person,
  sales,
  ticket,
  transfer,
} from '../../models/samples.ts';
import type { Message, Person, Ticket, Transfer } from '../../src/machines/entities/entities.ts';
import { compareIds } from '../../src/machines/entities/ids.ts';
import type { Command, CommandOf } from '../../src/machines/log/command.ts';
import type { AppEvent, EventOf } from '../../src/machines/log/event.ts';
import type { OutgoingMessage } from '../../src/machines/log/events-send.ts';
import type { StreamPosition } from '../../src/machines/log/stream.ts';

/** The one conversation. */
export const TICKET_ID = '20';
export const OFFER_ID = '60';
export const PLACE = { customerId: customer().id, instanceId: sales.id } as const;

/** Stream position at which the pages' sessions begin. */
const HEAD = 4;

export function peopleOf({ colleague }: Pick<PairScene, 'colleague'>): Readonly<Record<Who, Person>> {
  return { bruno, colleague: colleague === 'administrator' ? ana : carla };
}

type Frame = (stream: StreamPosition) => AppEvent;
type Said = Pick<EventOf<'presence.arrived'>, 'open' | 'typing'>;

/** The server as two pages meet it, in memory: one conversation, its stream, and who has it open. Answers and frames come in order. */
export class PairServer {
  readonly #scene: PairScene;
  readonly #people: Readonly<Record<Who, Person>>;
  readonly #tell: (who: Who, event: AppEvent) => void;
  #owner: Who | null;
  /** Whom Ana offers it to. */
  #offeredTo: Who | null;
  #messages: Message[] = [];
  #unread = new Set<string>();
  #position = HEAD;
  readonly #heardTo: Record<Who, number> = { bruno: HEAD, colleague: HEAD };
  /** What each page has said of itself, and what was told of it. */
  readonly #pages: Record<Who, Said> = { bruno: nothing, colleague: nothing };
  readonly #told: Record<Who, Said> = { bruno: nothing, colleague: nothing };

  constructor(scene: PairScene, tell: (who: Who, event: AppEvent) => void) {
    this.#scene = scene;
    this.#people = peopleOf(scene);
    this.#owner = scene.owner;
    this.#offeredTo = scene.offeredTo ?? null;
    this.#tell = tell;
    this.#add({ text: 'customer 1', received: true, unseen: true });
  }

  /** As a list has it. */
  ticket(): Ticket {
    return ticket(this.#fields());
  }

  customerWrites(): void {
    const text = `customer ${this.#messages.filter(({ received }) => received).length + 1}`;
    this.#announce(this.#add({ text, received: true, unseen: true }));
  }

  /** Carries out what a page asks for. */
  run(who: Who, command: Command): void {
    switch (command.type) {
      case 'chat.fetch':
        return this.#list(who, command);
      case 'history.fetch': {
        const { customerId, instanceId } = command;
        return this.#tell(who, { type: 'history.listed', customerId, instanceId, tickets: [], total: 0 });
      }
      case 'ticket.fetch': {
        const { ticketId } = command;
        if (this.#sees(who))
          return this.#tell(who, { type: 'ticket.loaded', ticket: this.ticket(), streamPosition: this.#position });
        return this.#tell(who, { type: 'ticket.loadFailed', ticketId, failure: failure('NOT_FOUND') });
      }
      case 'message.send':
        return this.#send(who, command.message);
      case 'unseen.reset':
        return this.#reset(who, command);
      case 'form.save':
        return this.#take(who, command);
      case 'transfer.confirm':
        return this.#accept(who, command);
      case 'presence.tell': {
        const { customerId, instanceId, typing } = command;
        this.#pages[who] = { open: customerId && instanceId ? { customerId, instanceId } : null, typing };
        return this.#announcePage(who);
      }
      // Nothing else asks the server for anything that the two need.
      default:
    }
  }

  #fields(): Partial<Ticket> {
    const received = this.#messages.findLast((one) => one.received);
    return {
      owner: this.#owner && person(this.#people[this.#owner]),
      pendingTransfer: this.#offeredTo && this.#offer(this.#offeredTo),
      lastMessage: this.#messages.at(-1) ?? null,
      lastReceivedAt: received?.at ?? null,
      unseen: this.#unread.size,
    };
  }

  #sees(who: Who, owner = this.#owner): boolean {
    return owner === null || owner === who || (who === 'colleague' && this.#scene.colleague === 'administrator');
  }

  /** To those who see it now, and those of `also`. */
  #push(frame: Frame, also: readonly Who[] = []): void {
    this.#position += 1;
    const seq = this.#position;
    for (const who of bothOf) {
      if (!this.#sees(who) && !also.includes(who)) continue;
      this.#tell(who, frame({ epoch: EPOCH, seq, prev: this.#heardTo[who], id: `event-${seq}` }));
      this.#heardTo[who] = seq;
    }
  }

  #add(changes: Partial<Message>): Message {
    const id = String(801 + this.#messages.length);
    const added = message(id, { at: START + this.#messages.length, ticketId: TICKET_ID, ...changes });
    this.#messages = [...this.#messages, added];
    if (added.unseen) this.#unread.add(id);
    return added;
  }

  #announce(added: Message): void {
    const news = framed(this.#fields());
    this.#push((stream) => ({ type: 'message.arrived', message: added, ticket: news, stream }));
  }

  #list(who: Who, { customerId, instanceId, request, beforeId, afterId, aroundId }: CommandOf<'chat.fetch'>): void {
    if (!this.#sees(who)) {
      return this.#tell(who, {
        type: 'chat.listFailed',
        customerId,
        instanceId,
        request,
        failure: failure('NOT_FOUND'),
      });
    }
    const isNewest = beforeId === null && afterId === undefined && aroundId === undefined;
    const items = isNewest ? this.#messages : [];
    const older = beforeId !== null;
    this.#tell(who, { type: 'chat.listed', customerId, instanceId, request, older, items, lines: [], complete: true });
  }

  #send(who: Who, { clientId, text }: OutgoingMessage): void {
    if (!this.#sees(who)) {
      const refusal = failure('FORBIDDEN', 'error.ticket.passedOn');
      return this.#tell(who, { type: 'message.refused', clientId, failure: refusal });
    }
    if (this.#owner === null) this.#give(who);
    const author = this.#people[who];
    const added = this.#add({ text, clientId, author, received: false, unseen: false });
    // Either may come first.
    if (who === 'bruno') this.#tell(who, { type: 'message.accepted', clientId, message: added });
    this.#announce(added);
    if (who !== 'bruno') this.#tell(who, { type: 'message.accepted', clientId, message: added });
  }

  #take(who: Who, { form, key, request }: CommandOf<'form.save'>): void {
    if (this.#owner !== null && this.#owner !== who) {
      const refusal = failure('CONFLICT', 'error.ticket.taken');
      return this.#tell(who, { type: 'form.refused', form, key, request, failure: refusal });
    }
    if (this.#offeredTo !== null) {
      const refusal = failure('CONFLICT', 'error.transfer.pending');
      return this.#tell(who, { type: 'form.refused', form, key, request, failure: refusal });
    }
    if (this.#owner === null) this.#give(who);
    this.#tell(who, { type: 'form.saved', form, key, request, id: key, version: null, lists: [] });
  }

  /** Told to those who saw it in the queue too, without what is written in it later. */
  #give(who: Who): void {
    const offeredTo = this.#offeredTo;
    this.#owner = who;
    this.#offeredTo = null;
    const given = framed({ ...this.#fields(), lastMessage: null });
    const by = this.#people[who];
    if (offeredTo !== null && offeredTo !== who) {
      const withdrawn = this.#offer(offeredTo, { deletedAt: START });
      this.#push((stream) => ({ type: 'transfer.removed', transfer: withdrawn, ticket: given, by, stream }), bothOf);
    }
    const accepted = offeredTo === who ? this.#offer(who, { confirmedAt: START }) : null;
    this.#push((stream) => ({ type: 'ticket.transferred', transfer: accepted, ticket: given, by, stream }), bothOf);
  }

  #offer(to: Who, changes: Partial<Transfer> = {}): Transfer {
    const nextOwner = this.#people[to];
    return transfer({ id: OFFER_ID, ticketId: TICKET_ID, previousOwner: null, nextOwner, ...changes });
  }

  #accept(who: Who, { transferId }: CommandOf<'transfer.confirm'>): void {
    if (this.#offeredTo !== null) {
      this.#give(who);
      const confirmed = this.#offer(who, { confirmedAt: START });
      return this.#tell(who, { type: 'transfer.confirmed', transfer: confirmed });
    }
    const refusal = failure('CONFLICT', 'error.transfer.deleted');
    this.#tell(who, { type: 'transfer.confirmFailed', transferId, failure: refusal });
  }

  /** Looking in leaves the counter of whoever has it alone. */
  #reset(who: Who, { customerId, instanceId, upToId }: CommandOf<'unseen.reset'>): void {
    const place = { customerId, instanceId };
    if (!this.#sees(who)) {
      return this.#tell(who, { type: 'unseen.resetFailed', ...place, failure: failure('NOT_FOUND') });
    }
    const isTheirs = this.#owner === null || this.#owner === who;
    const before = this.#unread.size;
    if (isTheirs) for (const id of this.#unread) if (!upToId || compareIds(id, upToId) <= 0) this.#unread.delete(id);
    const unseen = this.#unread.size;
    if (unseen !== before) this.#push((stream) => ({ type: 'unseen.wasReset', ...place, upToId, unseen, stream }));
    const streamPosition = this.#position;
    this.#tell(who, { type: 'unseen.resetAnswered', ...place, upToId, unseen, streamPosition });
  }

  #announcePage(who: Who): void {
    const other = otherOf(who);
    const before = this.#told[who];
    this.#told[who] = this.#sees(who) ? this.#pages[who] : nothing;
    if (!this.#sees(other) && before.open === null) return;
    const { open, typing } = this.#sees(other) ? this.#told[who] : nothing;
    const pageId = `page of ${who}`;
    this.#tell(other, { type: 'presence.arrived', pageId, person: this.#people[who], isSupport: false, open, typing });
  }
}

const nothing: Said = { open: null, typing: false };
