import type { Flow } from '../../contract/flows/flow.ts';
import type { Turn } from '../../flows/conversation.ts';
import type { Input } from '../../flows/decide.ts';
import { runner } from '../../flows/run.ts';
import type { Effect, Outside, Run, Runner, Step } from '../../flows/run.ts';
import { written } from '../../flows/text.ts';
import type { Value, Values } from '../../flows/values.ts';

export interface Played {
  readonly run: Run;
  readonly effects: readonly Effect[];
  readonly taken: Step['taken'];
  /** The steps that were come to, in order. */
  readonly nodes: readonly string[];
}

const runners = new WeakMap<Flow, Runner>();

function runnerOf(flow: Flow): Runner {
  const found = runners.get(flow) ?? runner(flow);
  runners.set(flow, found);
  return found;
}

const RITA: Values = {
  customer_name: 'Rita Lima',
  first_name: 'Rita',
  customer_number: '5511999990000',
  protocol: '1',
};

/** Plays a conversation: the customer and time do what is theirs in it, and the world decides as it says. */
export function played(flow: Flow, turns: readonly Turn[], customer = RITA): Played {
  const runs = runnerOf(flow);
  const outside = worldOf(flow, turns, customer);
  const steps = [runs.begin(outside)];
  const last = (): Run => steps.at(-1)?.run ?? { node: '', tries: 0, values: {}, status: 'stuck' };
  for (const turn of turns) {
    const input = inputOf(flow, turn, last().node);
    if (input !== undefined) steps.push(runs.take(last(), input, outside));
  }
  const taken = steps.flatMap((step) => step.taken);
  const effects = steps.flatMap((step) => step.effects);
  return { run: last(), effects, taken, nodes: [...taken.map(({ node }) => node), last().node] };
}

/** What is known, open and can be sent, as the conversation has it. */
function worldOf(flow: Flow, turns: readonly Turn[], customer: Values): Outside {
  const decided = turns.filter((turn) => turn.by === 'world');
  const hours = decided.flatMap(({ node, exit }) => (flow.nodes[node]?.kind === 'hours' ? [exit === 'open'] : []));
  const sends = turns.flatMap((turn, at) => {
    const kind = turn.by === 'flow' ? flow.nodes[turn.node]?.kind : undefined;
    if (kind !== 'say' && kind !== 'ask') return [];
    const next = turns[at + 1];
    return [!(next?.by === 'world' && turn.by === 'flow' && next.node === turn.node)];
  });
  return {
    known: {
      ...customer,
      ...Object.fromEntries(decided.flatMap(({ node, saved }) => (isBranch(flow, node) ? Object.entries(saved) : []))),
    },
    isOpen: () => hours.shift() ?? true,
    canSend: () => sends.shift() ?? true,
  };
}

function isBranch(flow: Flow, node: string): boolean {
  return flow.nodes[node]?.kind === 'branch' || flow.nodes[node]?.kind === 'set';
}

/** The input that a turn is; undefined for what the flow or the world does by itself. */
export function inputOf(flow: Flow, turn: Turn, at: string): Input | undefined {
  const node = flow.nodes[at];
  const expects = node?.kind === 'ask' ? node.expects : undefined;
  if (turn.by === 'flow') return undefined;
  if (turn.by === 'time') return { of: 'silence' };
  if (turn.by === 'world') return answerOf(flow, turn);
  switch (turn.of) {
    case 'option':
      return { of: 'message', text: '', option: turn.option };
    case 'answer':
      if (expects === 'media' || expects === 'location') return { of: expects, value: String(turn.value) };
      return { of: 'message', text: typeof turn.value === 'number' ? written(turn.value) : String(turn.value) };
    case 'media':
      return { of: 'media' };
    case 'nonsense':
      return expects === 'text' ? { of: 'location' } : { of: 'message', text: 'asdf' };
    case 'message':
      return { of: 'message', text: 'oi' };
  }
}

function answerOf(flow: Flow, { node: id, exit, saved }: Extract<Turn, { by: 'world' }>): Input | undefined {
  const node = flow.nodes[id];
  if (node?.kind === 'call') return { of: 'done' };
  if (node?.kind !== 'request') return undefined;
  if (exit === 'failed') return { of: 'failed' };
  const any = { text: 'x', number: 1, boolean: true, date: '2026-01-15', choice: 'x' };
  return {
    of: 'done',
    json: jsonOf(
      node.results.map(({ path, saves }) => {
        const type = flow.variables[saves]?.type ?? 'text';
        return [path, saved[saves] ?? any[type]];
      }),
    ),
  };
}

/** JSON that has values at paths such as `order.status`. */
export function jsonOf(entries: readonly (readonly [path: string, value: Value])[]): unknown {
  const whole = new Map<string, unknown>();
  for (const [path, value] of entries) {
    const names = path.split('.');
    let at = whole;
    for (const name of names.slice(0, -1)) {
      const inner = at.get(name);
      const next = inner instanceof Map ? inner : new Map<string, unknown>();
      at.set(name, next);
      at = next;
    }
    at.set(names.at(-1) ?? '', value);
  }
  return plain(whole);
}

function plain(value: unknown): unknown {
  return value instanceof Map
    ? Object.fromEntries([...value].map(([name, each]) => [String(name), plain(each)] as const))
    : value;
}
