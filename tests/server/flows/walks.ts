import type { Flow } from '../../../contract/flows/flow.ts';
import type { Turn } from '../../../flows/conversation.ts';
import type { Input } from '../../../flows/decide.ts';
import type { Values } from '../../../flows/values.ts';
import { simulator } from '../../../src/views/administration/flows/simulation.ts';
import type { Action, Simulation } from '../../../src/views/administration/flows/simulation.ts';
import { inputOf } from '../../flows/play.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { startFlows } from './flows-world.ts';
import type { FlowsWorld } from './flows-world.ts';

/* Conversations of the checker's, had by customers on the emulator's phone and on the editor's. */

export type WalkedWorld = Awaited<ReturnType<typeof startWalks>>;

/** A company with a department that is open from nine to six, and a shop that answers what `answers` has next; undefined: it fails. */
export async function startWalks() {
  const shop: { answers: unknown[] } = { answers: [] };
  const world = await startFlows({
    attendance: {
      upkeep: false,
      flowRequests: {
        pollMs: 20,
        fetch: () => {
          const json = shop.answers.shift();
          return Promise.resolve(json === undefined ? new Response(null, { status: 500 }) : Response.json(json));
        },
      },
    },
  });
  const all = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, opens: '09:00', closes: '18:00' }));
  const { id: departmentId } = await world.add({ instance_ids: [], opening_hours: all });
  return { ...world, shop, departmentId };
}

/** Somebody new has this conversation with the company. */
export async function walked(world: WalkedWorld, flow: Flow, turns: readonly Turn[]): Promise<string> {
  const phone = world.aPhone();
  const isClosed = turns.some((turn) => turn.by === 'world' && turn.exit === 'closed');
  await travelTo(world, isClosed ? 20 : 10);
  world.shop.answers = turns.flatMap((turn) => {
    const isAnswer = turn.by === 'world' && flow.nodes[turn.node]?.kind === 'request';
    const input = isAnswer ? inputOf(flow, turn, turn.node) : undefined;
    return input === undefined ? [] : [input.of === 'done' ? input.json : undefined];
  });
  await goesOn(world, flow, phone, partsOf(flow, turns));
  return phone;
}

/** They go on with it. */
export async function goesOn(world: WalkedWorld, flow: Flow, phone: string, parts: readonly Part[]): Promise<void> {
  for (const { input, at, rest } of parts) {
    await limitTo(world, sentBeforeFailure(flow, rest));
    await happens(world, flow, phone, { input, at });
    await expectEventually(() => world.rows("select from flow_request where state = 'waiting'")).toEqual([]);
  }
  await limitTo(world, null);
}

export type Part = {
  /** What the customer does, or time; null: they write for the first time. */
  input: Input | null;
  /** The step at which it happens. */
  at: string;
  /** What comes of it. */
  rest: Turn[];
};

export function partsOf(flow: Flow, turns: readonly Turn[]): Part[] {
  const parts: Part[] = [{ input: null, at: flow.start, rest: [] }];
  let at = flow.start;
  for (const turn of turns) {
    if (turn.by === 'customer' || turn.by === 'time')
      parts.push({ input: inputOf(flow, turn, at) ?? null, at, rest: [] });
    else parts.at(-1)?.rest.push(turn);
    if (turn.by === 'flow') at = turn.node;
  }
  return parts;
}

async function happens(
  world: FlowsWorld,
  flow: Flow,
  phone: string,
  { input, at }: Pick<Part, 'input' | 'at'>,
): Promise<void> {
  if (input === null) {
    await world.says(phone, 'Oi');
    return;
  }
  const node = flow.nodes[at];
  switch (input.of) {
    case 'message': {
      const option = node?.kind === 'ask' ? node.options.find(({ id }) => id === input.option) : undefined;
      await (option === undefined ? world.says(phone, input.text) : world.taps(phone, option.label));
      return;
    }
    case 'media':
      await world.says(phone, '', { type: 'image', text: undefined, image: { id: 'f1', mime_type: 'image/jpeg' } });
      return;
    case 'location':
      await world.says(phone, '', {
        type: 'location',
        text: undefined,
        location: { latitude: -23.5, longitude: -46.6 },
      });
      return;
    case 'silence':
      await world.pass(node?.kind === 'ask' ? node.minutes : await minutesLeft(world, phone));
      return;
    default:
      throw new Error(`Nobody does that: ${input.of}`);
  }
}

/** Of a pause: it may last until a time of day. */
async function minutesLeft(world: FlowsWorld, phone: string): Promise<number> {
  const [run] = await world.runsOf(phone);
  const [due] = await world.rows<{ at: Date }>('select due_at as at from flow_run where id = $1', [run?.id]);
  return Math.ceil(((due?.at.getTime() ?? Number.NaN) - world.now()) / 60_000);
}

/** To the next such hour in São Paulo. */
async function travelTo(world: FlowsWorld, hour: number): Promise<void> {
  const DAY = 86_400_000;
  const ofDay = (hour + 3) * 3_600_000;
  const today = Math.floor(world.now() / DAY) * DAY + ofDay;
  await world.travel(today < world.now() ? today + DAY : today);
}

/** So many more messages can be sent this month; null: any number. */
async function limitTo(world: FlowsWorld, more: number | null): Promise<void> {
  await world.rows(
    `update tenant t set message_limit = $1::integer + (select coalesce(sum(sent), 0) from message_month m
       where m.tenant_id = t.id and m.month = date_trunc('month', $2::timestamptz at time zone t.timezone)::date)
     where t.slug = 'aurora'`,
    [more, new Date(world.now())],
  );
}

/** How many are sent until one can't be; null if all can. */
function sentBeforeFailure(flow: Flow, rest: readonly Turn[]): number | null {
  const at = rest.findIndex((turn) => isUnsent(flow, turn));
  if (at === -1) return null;
  return rest.slice(0, at - 1).filter((turn) => turn.by === 'flow' && turn.texts.length > 0).length;
}

export function isUnsent(flow: Flow, turn: Turn): boolean {
  const kind = turn.by === 'world' ? flow.nodes[turn.node]?.kind : undefined;
  return kind === 'say' || kind === 'ask';
}

/** The same on the editor's phone; null if that can't be done there. */
export function simulated(flow: Flow, turns: readonly Turn[], known: Values) {
  if (turns.some((turn) => isUnsent(flow, turn))) return null;
  const isOpen = !turns.some((turn) => turn.by === 'world' && turn.exit === 'closed');
  const act = simulator(flow);
  const world = { known, isOpen, place: '', begins: 0 };
  let now: Simulation = act(null, { of: 'began' }, world);
  for (const turn of turns) {
    const input = inputOf(flow, turn, now.run.node);
    const action = input && actionOf(input);
    if (action === null) return null;
    if (action !== undefined) now = act(now, action, world);
  }
  return { texts: now.lines.flatMap((line) => (line.by === 'flow' ? [line.text] : [])), status: now.run.status };
}

function actionOf(input: Input): Action | null | undefined {
  switch (input.of) {
    case 'message':
      return { ...input, of: 'wrote' };
    case 'media':
      return { of: 'photo' };
    case 'silence':
      return { of: 'waited' };
    case 'failed':
    case 'done':
      return input;
    case 'location':
    case 'arrival':
      return null;
  }
}

export async function knownOf(world: FlowsWorld, phone: string): Promise<Values> {
  const [customer] = await world.rows<{ customer_name: string; protocol: string }>(
    `select c.name as customer_name, t.protocol from customer c join chat_ticket t on t.customer_id = c.id
     where c.phone_number = $1`,
    [phone],
  );
  if (customer === undefined) throw new Error('Nobody wrote');
  return { ...customer, first_name: customer.customer_name.split(' ')[0] ?? '', customer_number: phone };
}

export async function ticketOf(world: FlowsWorld, phone: string) {
  const [ticket] = await world.rows(
    `select t.department_id, t.finished_at is null as "isOpen" from chat_ticket t
     join customer c on c.id = t.customer_id where c.phone_number = $1`,
    [phone],
  );
  return ticket;
}
