import type { TagType } from '../../contract/facts/tag-type.ts';
import type { Line, Script } from './conversations/script.ts';
import { inventPeople } from './names.ts';
import type { Person } from './names.ts';
import { createRandom } from './random.ts';
import type { Random } from './random.ts';
import { fill, inventSlots } from './slots.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** An attendant, and the instances they serve. */
export interface DemoAttendant {
  readonly id: string;
  readonly name: string;
  readonly instanceIds: readonly string[];
}

export interface DemoInstance {
  readonly id: string;
  readonly scripts: readonly Script[];
}

/** The input of a tenant's demo; the same input gives the same demo. */
export interface PlanInput {
  readonly seed: number;
  readonly now: Date;
  readonly customers: number;
  readonly finishedTickets: number;
  /** Number of open tickets of each kind; each has its own customer. */
  readonly open: Readonly<Record<OpenKind, number>>;
  readonly instances: readonly DemoInstance[];
  /** Each instance needs at least one. */
  readonly attendants: readonly DemoAttendant[];
}

/**
 * `queued`: no owner, unseen. `waiting`: answered once, then the customer wrote again, unseen. `answered`: the
 * attendant wrote last. `offered`: answered, with a pending transfer. `closing`: the 24-hour window has closed.
 */
export type OpenKind = 'queued' | 'waiting' | 'answered' | 'offered' | 'closing';

export interface PlannedMessage {
  readonly ticket: PlannedTicket;
  readonly type: 0 | 1;
  readonly at: Date;
  readonly body: string;
  readonly tag: TagType;
  readonly isBot: boolean;
  readonly unseen: boolean;
  /** Null: the customer's, or a bot's. */
  readonly author: DemoAttendant | null;
  readonly ack: 0 | 1 | 2 | 3;
  readonly errorCode: string | null;
  readonly documentName: string | null;
  readonly documentMimetype: string | null;
  readonly quotes: PlannedMessage | null;
}

export interface PlannedTicket {
  readonly customer: Person;
  readonly instanceId: string;
  readonly owner: DemoAttendant | null;
  readonly startedAt: Date;
  readonly finishedAt: Date | null;
  readonly offeredTo: DemoAttendant | null;
  /** Who answered first, and then transferred it to the owner. */
  readonly takenBy: DemoAttendant | null;
}

export interface Plan {
  readonly attendants: readonly DemoAttendant[];
  readonly customers: readonly Person[];
  /** Sorted by start. */
  readonly tickets: readonly PlannedTicket[];
  /** Sorted by time. */
  readonly messages: readonly PlannedMessage[];
}

/** How long ago an open ticket of a kind was last active, in milliseconds. */
const FRESHNESS: Readonly<Record<OpenKind, readonly [number, number]>> = {
  queued: [MINUTE, 3 * HOUR],
  waiting: [2 * MINUTE, 6 * HOUR],
  answered: [10 * MINUTE, 20 * HOUR],
  offered: [5 * MINUTE, 4 * HOUR],
  closing: [30 * HOUR, 70 * HOUR],
};

/** This many answered customers wrote nearly 23 hours ago: their 24-hour window is about to close. */
const SHORT_WINDOWS = 3;
const SHORT_WINDOW_AGE = 22 * HOUR + 50 * MINUTE;

/** Invents a tenant's customers and their conversations with attendants. */
export function planDemo(input: PlanInput): Plan {
  const random = createRandom(input.seed);
  const customers = inventPeople(input.customers, random);
  const tickets: PlannedTicket[] = [];
  const messages: PlannedMessage[] = [];
  const addMessages = (ticket: PlannedTicket, lines: readonly Line[], attendant: DemoAttendant): void => {
    tickets.push(ticket);
    messages.push(...tellLines(ticket, lines, attendant, random));
  };

  const waiting = [...customers];
  for (const kind of Object.keys(FRESHNESS) as OpenKind[]) {
    for (let count = 0; count < input.open[kind]; count += 1) {
      const [customer] = waiting.splice(random.between(0, waiting.length - 1), 1);
      if (customer === undefined) throw new Error('More open tickets than customers');
      openTicket(kind, count, customer, input, random, addMessages);
    }
  }
  finishTickets(customers, input, random, addMessages);

  tickets.sort((one, other) => one.startedAt.getTime() - other.startedAt.getTime());
  messages.sort((one, other) => one.at.getTime() - other.at.getTime());
  return { attendants: input.attendants, customers, tickets, messages };
}

type AddMessages = (ticket: PlannedTicket, lines: readonly Line[], attendant: DemoAttendant) => void;

function openTicket(
  kind: OpenKind,
  count: number,
  customer: Person,
  input: PlanInput,
  random: Random,
  addMessages: AddMessages,
): void {
  const instance = random.pick(input.instances);
  const [attendant, ...others] = shuffled(servingAttendants(input, instance.id), random);
  if (attendant === undefined) throw new Error(`Nobody serves instance ${instance.id}`);
  const lines = cut(
    kind,
    random.pick(instance.scripts.filter((script) => cut(kind, script, createRandom(1)).length > 0)),
    random,
  );
  const [soonest, latest] = FRESHNESS[kind];
  const age = random.between(soonest, latest);
  const endsAt = input.now.getTime() - (kind === 'answered' && count < SHORT_WINDOWS ? SHORT_WINDOW_AGE : age);
  const ticket: PlannedTicket = {
    customer,
    instanceId: instance.id,
    owner: kind === 'queued' ? null : attendant,
    startedAt: new Date(endsAt - duration(lines)),
    finishedAt: null,
    offeredTo: kind === 'offered' ? (others[0] ?? null) : null,
    takenBy: count % 4 === 1 ? firstOwner(kind, lines, others) : null,
  };
  addMessages(ticket, lines, attendant);
}

function finishTickets(customers: readonly Person[], input: PlanInput, random: Random, addMessages: AddMessages): void {
  const taken = new Set<string>();
  for (let count = 0; count < input.finishedTickets;) {
    const customer = random.pick(customers);
    const instance = random.pick(input.instances);
    // Squared: recent weeks get more than earlier months.
    const daysAgo = 5 + Math.floor(random.next() ** 2 * 150);
    const key = `${customer.phone} ${instance.id} ${daysAgo}`;
    const serving = servingAttendants(input, instance.id);
    const attendant = random.pick(serving);
    if (taken.has(key)) continue;
    taken.add(key);
    const lines = random.pick(instance.scripts).lines;
    const midnight = Math.floor((input.now.getTime() - daysAgo * DAY) / DAY) * DAY;
    // Between 8 and 18 o'clock in São Paulo.
    const startedAt = new Date(midnight + 11 * HOUR + random.between(0, 10 * HOUR));
    const finishedAt = new Date(startedAt.getTime() + duration(lines) + random.between(2, 30) * MINUTE);
    const others = serving.filter((other) => other !== attendant);
    const takenBy = count % 15 === 4 ? firstOwner('answered', lines, others) : null;
    addMessages(
      { customer, instanceId: instance.id, owner: attendant, startedAt, finishedAt, offeredTo: null, takenBy },
      lines,
      attendant,
    );
    count += 1;
  }
}

/** The previous owner of a ticket; none if the script would leave no line to the current one. */
function firstOwner(kind: OpenKind, lines: readonly Line[], others: readonly DemoAttendant[]): DemoAttendant | null {
  const isAnswered = kind === 'waiting' || kind === 'answered';
  return isAnswered && lines.filter((line) => line.by === 'attendant').length > 1 ? (others[0] ?? null) : null;
}

function servingAttendants(input: PlanInput, instanceId: string): DemoAttendant[] {
  return input.attendants.filter((attendant) => attendant.instanceIds.includes(instanceId));
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  return list
    .map((item) => ({ item, key: random.next() }))
    .toSorted((one, other) => one.key - other.key)
    .map(({ item }) => item);
}

/** The beginning of a script that leaves a ticket in the state `kind`; empty if there is none. */
function cut(kind: OpenKind, script: Script, random: Random): readonly Line[] {
  const { lines } = script;
  const isReaction = (line: Line): boolean => line.attachment?.tag === 'reaction';
  const firstAnswer = lines.findIndex((line) => line.by === 'attendant');
  if (kind === 'queued') return lines.slice(0, firstAnswer);
  const by = kind === 'waiting' ? 'customer' : 'attendant';
  const ends = lines.flatMap((line, index) =>
    index >= firstAnswer && line.by === by && !isReaction(line) ? [index + 1] : [],
  );
  return ends.length === 0 ? [] : lines.slice(0, random.pick(ends));
}

/** Delay before a line, in milliseconds; deterministic. */
function gap(line: Line, index: number): number {
  if (line.by === 'bot') return 2_000;
  const seconds = 25 + ((index * 97 + (line.texts[0] ?? '').length * 13) % (line.by === 'attendant' ? 280 : 420));
  return seconds * 1000 + ((index * 137) % 1000);
}

function duration(lines: readonly Line[]): number {
  return lines.reduce((total, line, index) => total + (index === 0 ? 0 : gap(line, index)), 0);
}

function tellLines(
  ticket: PlannedTicket,
  lines: readonly Line[],
  attendant: DemoAttendant,
  random: Random,
): PlannedMessage[] {
  const slots = inventSlots(ticket.customer.name, random);
  const firstAnswer = lines.findIndex((line) => line.by === 'attendant');
  const lastAnswer = lines.findLastIndex((line) => line.by === 'attendant');
  const messagesSoFar: PlannedMessage[] = [];
  let at = ticket.startedAt.getTime();
  for (const [index, line] of lines.entries()) {
    if (index > 0) at += gap(line, index);
    const received = line.by === 'customer';
    const by = index <= firstAnswer ? (ticket.takenBy ?? attendant) : attendant;
    const tag = line.attachment?.tag ?? (line.by === 'attendant' ? 'stop_flow' : 'text');
    const isOpen = ticket.finishedAt === null;
    const failed = isOpen && index === lastAnswer && index === lines.length - 1 && random.chance(0.06);
    messagesSoFar.push({
      ticket,
      type: received ? 1 : 0,
      at: new Date(at),
      body: fill(random.pick(line.texts), slots, by.name),
      tag,
      isBot: line.by === 'bot',
      unseen: received && isOpen && index > lastAnswer && tag !== 'reaction',
      author: line.by === 'attendant' ? by : null,
      ack: received || failed ? 0 : isOpen && index >= lastAnswer ? random.pick([1, 2, 2, 3] as const) : 3,
      errorCode: failed ? '131026' : null,
      documentName:
        line.attachment?.name === null || line.attachment === null ? null : fill(line.attachment.name, slots, by.name),
      documentMimetype: line.attachment?.mimetype ?? null,
      quotes: line.quotes === null ? null : (messagesSoFar[index - line.quotes] ?? null),
    });
  }
  return messagesSoFar;
}
