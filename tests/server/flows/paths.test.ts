import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Flow } from '../../../contract/flows/flow.ts';
import { conversationOf } from '../../../flows/conversation.ts';
import type { Turn } from '../../../flows/conversation.ts';
import type { Input } from '../../../flows/decide.ts';
import { explore } from '../../../flows/explore.ts';
import { expressionsOf } from '../../../flows/expression.ts';
import { pathsThrough } from '../../../flows/paths.ts';
import type { Effect } from '../../../flows/run.ts';
import { anyCompany } from '../../../flows/targets.ts';
import { flowTemplates } from '../../../flows/templates/all.ts';
import type { TemplateGiven } from '../../../flows/templates/all.ts';
import type { Values } from '../../../flows/values.ts';
import { DEMO_FLOWS } from '../../../server/demo/store-flows.ts';
import { simulator } from '../../../src/views/administration/flows/simulation.ts';
import type { Action, Simulation } from '../../../src/views/administration/flows/simulation.ts';
import { inputOf, played } from '../../flows/play.ts';
import { told } from '../../flows/told.ts';
import { expectEventually } from '../../support/expect-eventually.ts';
import { startFlows } from './flows-world.ts';
import type { FlowsWorld } from './flows-world.ts';

/* Each path that is listed, of the templates and the demo's flows: the same by the machine, on the editor's phone and for a customer. */

let world: FlowsWorld;
let departmentId: string;
/** What the shop answers next, undefined for a failure. */
let answers: unknown[] = [];

beforeAll(async () => {
  world = await startFlows({
    attendance: {
      upkeep: false,
      flowRequests: {
        pollMs: 20,
        fetch: () => {
          const json = answers.shift();
          return Promise.resolve(json === undefined ? new Response(null, { status: 500 }) : Response.json(json));
        },
      },
    },
  });
  const all = [0, 1, 2, 3, 4, 5, 6].map((weekday) => ({ weekday, opens: '09:00', closes: '18:00' }));
  departmentId = (await world.add({ instance_ids: [], opening_hours: all })).id;
});
afterAll(() => world.stop());

const url = 'https://loja.example/pedidos/{{pedido}}';
const listed: (readonly [name: string, of: (given: TemplateGiven) => Flow])[] = [
  ...Object.entries(flowTemplates),
  ...DEMO_FLOWS.map(({ name, flow }) => [`demo: ${name}`, () => flow] as const),
];
/** The demo's that are templates as they are, are walked through once. */
const distinct = new Map(
  listed.toReversed().map(([name, of]) => [JSON.stringify(of({ departmentId: '1', url })), [name, of] as const]),
);

describe.each([...distinct.values()])('%s', (_name, of) => {
  let flow: Flow;
  beforeAll(async () => {
    flow = of({ departmentId, url });
    await world.answering(flow);
  });

  test.each(pathsOf(of({ departmentId: '1', url })))('%s', async (_path, turns) => {
    const phone = await walked(flow, turns);
    const known = await knownOf(phone);
    const { run, effects } = played(flow, turns, known);
    const texts = textsOf(flow, turns, effects);
    expect(await world.told(phone)).toEqual(texts);
    await expectEventually(async () => (await world.emulator.received(phone)).map(({ text }) => text)).toEqual(texts);
    const phoneBeside = simulated(flow, turns, known);
    if (phoneBeside !== null) expect(phoneBeside).toEqual({ texts, status: run.status });

    const status = run.status === 'handedOff' ? 'handed_off' : run.status;
    expect(await world.runsOf(phone)).toMatchObject([{ status, node: run.node }]);
    const to = effects.flatMap((effect) =>
      effect.of === 'handoff' && effect.to.of === 'department' ? effect.to.id : [],
    );
    const isFinished = effects.some((effect) => effect.of === 'finish');
    expect(await ticketOf(phone)).toMatchObject({ department_id: to[0] ?? null, isOpen: !isFinished });
  });
});

/** By what happens in it. */
function pathsOf(flow: Flow): (readonly [path: string, turns: readonly Turn[]])[] {
  const explored = explore(flow, { expressions: expressionsOf(flow), company: anyCompany, limit: 5_000 });
  return pathsThrough(flow, explored).map((path) => {
    const turns = conversationOf(flow, explored, path);
    return [told(turns).join(' '), turns];
  });
}

/** Somebody new has this conversation with the company. */
async function walked(flow: Flow, turns: readonly Turn[]): Promise<string> {
  const phone = world.aPhone();
  const isClosed = turns.some((turn) => turn.by === 'world' && turn.exit === 'closed');
  await travelTo(isClosed ? 20 : 10);
  answers = turns.flatMap((turn) => {
    const isAnswer = turn.by === 'world' && flow.nodes[turn.node]?.kind === 'request';
    const input = isAnswer ? inputOf(flow, turn, turn.node) : undefined;
    return input === undefined ? [] : [input.of === 'done' ? input.json : undefined];
  });
  for (const { input, at, rest } of partsOf(flow, turns)) {
    await limitTo(sentBeforeFailure(flow, rest));
    await happens(flow, phone, input, at);
    await expectEventually(() => world.rows("select from flow_request where state = 'waiting'")).toEqual([]);
  }
  await limitTo(null);
  return phone;
}

type Part = {
  /** What the customer does, or time; null: they write for the first time. */
  input: Input | null;
  /** The step at which it happens. */
  at: string;
  /** What comes of it. */
  rest: Turn[];
};

function partsOf(flow: Flow, turns: readonly Turn[]): Part[] {
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

async function happens(flow: Flow, phone: string, input: Input | null, at: string): Promise<void> {
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
      await world.pass(node?.kind === 'ask' ? node.minutes : await minutesLeft(phone));
      return;
    default:
      throw new Error(`Nobody does that: ${input.of}`);
  }
}

/** Of a pause: it may last until a time of day. */
async function minutesLeft(phone: string): Promise<number> {
  const [run] = await world.runsOf(phone);
  const [due] = await world.rows<{ at: Date }>('select due_at as at from flow_run where id = $1', [run?.id]);
  return Math.ceil(((due?.at.getTime() ?? Number.NaN) - world.now()) / 60_000);
}

/** To the next such hour in São Paulo. */
async function travelTo(hour: number): Promise<void> {
  const DAY = 86_400_000;
  const ofDay = (hour + 3) * 3_600_000;
  const today = Math.floor(world.now() / DAY) * DAY + ofDay;
  await world.travel(today < world.now() ? today + DAY : today);
}

/** So many more messages can be sent this month; null: any number. */
async function limitTo(more: number | null): Promise<void> {
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

function isUnsent(flow: Flow, turn: Turn): boolean {
  const kind = turn.by === 'world' ? flow.nodes[turn.node]?.kind : undefined;
  return kind === 'say' || kind === 'ask';
}

/** What is said; when nothing can be sent any more, there is no goodbye either. */
function textsOf(flow: Flow, turns: readonly Turn[], effects: readonly Effect[]): string[] {
  const isMute =
    partsOf(flow, turns)
      .at(-1)
      ?.rest.some((turn) => isUnsent(flow, turn)) === true;
  return effects.flatMap((effect) => {
    if (effect.of !== 'send') return [];
    const isGoodbye = ['end', 'handoff'].includes(flow.nodes[effect.node]?.kind ?? '');
    const { content } = effect;
    return (isGoodbye && isMute) || (content.of !== 'text' && content.of !== 'question') ? [] : [content.text];
  });
}

/** The same on the editor's phone; null if that can't be done there. */
function simulated(flow: Flow, turns: readonly Turn[], known: Values) {
  if (turns.some((turn) => isUnsent(flow, turn))) return null;
  const isOpen = !turns.some((turn) => turn.by === 'world' && turn.exit === 'closed');
  const act = simulator(flow);
  let now: Simulation = act(null, { of: 'began' }, { known, isOpen });
  for (const turn of turns) {
    const input = inputOf(flow, turn, now.run.node);
    const action = input && actionOf(input);
    if (action === null) return null;
    if (action !== undefined) now = act(now, action, { known, isOpen });
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

async function knownOf(phone: string): Promise<Values> {
  const [customer] = await world.rows<{ customer_name: string; protocol: string }>(
    `select c.name as customer_name, t.protocol from customer c join chat_ticket t on t.customer_id = c.id
     where c.phone_number = $1`,
    [phone],
  );
  if (customer === undefined) throw new Error('Nobody wrote');
  return { ...customer, first_name: customer.customer_name.split(' ')[0] ?? '', customer_number: phone };
}

async function ticketOf(phone: string) {
  const [ticket] = await world.rows(
    `select t.department_id, t.finished_at is null as "isOpen" from chat_ticket t
     join customer c on c.id = t.customer_id where c.phone_number = $1`,
    [phone],
  );
  return ticket;
}
