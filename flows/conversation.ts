import type { Flow, FlowNode } from '../contract/flows/flow.ts';
import { UNKNOWN } from './evaluate.ts';
import { nodeAt, own } from './exits.ts';
import type { Edge, Explored, Moment } from './explore.ts';
import { ANY_ANSWER } from './regions.ts';
import { textsOf } from './uses.ts';
import type { Value, Values } from './values.ts';

/** One event of a conversation, for playback. */
export type Turn =
  /** The flow enters a step; `again`: it repeats its question. */
  | { readonly by: 'flow'; readonly node: string; readonly texts: readonly string[]; readonly again: boolean }
  | { readonly by: 'customer'; readonly of: 'option'; readonly option: string }
  | { readonly by: 'customer'; readonly of: 'answer'; readonly value: Value }
  | { readonly by: 'customer'; readonly of: 'nonsense' | 'media' | 'message' }
  | { readonly by: 'time'; readonly minutes: number }
  /** A decision by data, another flow or another server; `saved`: the values behind it. */
  | { readonly by: 'world'; readonly node: string; readonly exit: string; readonly saved: Values };

/** The conversation along a path, from where the path begins. */
export function conversationOf(
  flow: Flow,
  { moments, first }: Pick<Explored, 'moments' | 'first'>,
  way: readonly Edge[],
): Turn[] {
  const turns: Turn[] = [];
  const come = (key: string, before?: Moment): void => {
    const moment = moments.get(key);
    const node = moment && nodeAt(flow, moment.node);
    if (moment === undefined || node === undefined) return;
    const again = moment.tries > 0 && before?.node === moment.node;
    turns.push({ by: 'flow', node: moment.node, texts: said(node, again), again });
  };
  come(way[0]?.from ?? first);
  for (const edge of way) {
    const before = moments.get(edge.from);
    const node = before && nodeAt(flow, before.node);
    if (before === undefined || node === undefined) continue;
    const turn = turnOf(before.node, node, edge);
    if (turn !== null) turns.push(turn);
    come(edge.to, before);
  }
  return turns;
}

function said(node: FlowNode, again: boolean): readonly string[] {
  if (node.kind === 'request') return [];
  if (node.kind !== 'ask') return textsOf(node);
  return [again ? (node.again ?? node.text) : node.text];
}

function turnOf(id: string, node: FlowNode, { exit, cause, saved, weight }: Edge): Turn | null {
  const world: Turn = { by: 'world', node: id, exit, saved: knownIn(saved) };
  switch (node.kind) {
    case 'ask': {
      if (exit === 'timeout') return cause === 'unsent' ? world : { by: 'time', minutes: node.minutes };
      if (exit === 'other') return { by: 'customer', of: 'nonsense' };
      if (exit === 'media') return { by: 'customer', of: 'media' };
      if (node.expects === 'options') return { by: 'customer', of: 'option', option: exit };
      const value = node.saves === null ? undefined : own(saved, node.saves);
      return { by: 'customer', of: 'answer', value: value ?? ANY_ANSWER[node.expects] };
    }
    case 'pause':
      return exit === 'message' ? { by: 'customer', of: 'message' } : { by: 'time', minutes: weight.minutes };
    case 'say':
      return exit === 'failed' ? world : null;
    case 'branch':
    case 'hours':
    case 'request':
    case 'call':
      return world;
    case 'set':
      return Object.keys(world.saved).length > 0 && node.target.of === 'variable'
        ? worldOf(world, node.target.name)
        : null;
    case 'goto':
    case 'handoff':
    case 'end':
      return null;
  }
}

/** The turn without the variable that the step itself sets; null if no values remain. */
function worldOf(world: Extract<Turn, { by: 'world' }>, name: string): Turn | null {
  const saved = Object.fromEntries(Object.entries(world.saved).filter(([each]) => each !== name));
  return Object.keys(saved).length > 0 ? { ...world, saved } : null;
}

function knownIn(saved: Edge['saved']): Values {
  return Object.fromEntries(
    Object.entries(saved).flatMap(([name, value]) => (value === UNKNOWN ? [] : [[name, value] as const])),
  );
}
