import type { Flow, FlowNode } from '../contract/flows/flow.ts';
import { textsOf } from './uses.ts';
import { UNKNOWN } from './regions.ts';
import type { Edge, Explored, Moment } from './explore.ts';
import type { Value } from './values.ts';

/** One thing that happens in a conversation, to be played. */
export type Turn =
  /** The flow comes to a step; `again`: it asks once more. */
  | { readonly by: 'flow'; readonly node: string; readonly texts: readonly string[]; readonly again: boolean }
  | { readonly by: 'customer'; readonly of: 'option'; readonly option: string }
  | { readonly by: 'customer'; readonly of: 'answer'; readonly value: Value | null }
  | { readonly by: 'customer'; readonly of: 'nonsense' | 'media' | 'message' }
  | { readonly by: 'time'; readonly minutes: number }
  /** What data or another server decides. */
  | { readonly by: 'world'; readonly node: string; readonly exit: string };

/** The edges of a shortest conversation to a moment. */
export function wayTo({ by }: Pick<Explored, 'by'>, key: string): Edge[] {
  const way: Edge[] = [];
  for (let edge = by.get(key); edge !== undefined; edge = by.get(edge.from)) way.unshift(edge);
  return way;
}

/** A conversation along edges, from where they begin. */
export function conversationOf(
  flow: Flow,
  { moments, first }: Pick<Explored, 'moments' | 'first'>,
  way: readonly Edge[],
): Turn[] {
  const turns: Turn[] = [];
  const come = (key: string, before?: Moment): void => {
    const moment = moments.get(key);
    const node = moment && flow.nodes[moment.node];
    if (moment === undefined || node === undefined) return;
    const again = moment.tries > 0 && before?.node === moment.node;
    turns.push({ by: 'flow', node: moment.node, texts: said(node, again), again });
  };
  come(way[0]?.from ?? first);
  for (const edge of way) {
    const before = moments.get(edge.from);
    const node = before && flow.nodes[before.node];
    if (before === undefined || node === undefined) continue;
    const turn = turnOf(before.node, node, edge, moments.get(edge.to));
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

function turnOf(id: string, node: FlowNode, { exit, answer }: Edge, to: Moment | undefined): Turn | null {
  switch (node.kind) {
    case 'ask':
      if (exit === 'timeout') return { by: 'time', minutes: node.minutes };
      if (exit === 'other') return { by: 'customer', of: 'nonsense' };
      if (exit === 'media') return { by: 'customer', of: 'media' };
      if (node.expects === 'options') return { by: 'customer', of: 'option', option: exit };
      return { by: 'customer', of: 'answer', value: answer === undefined || answer === UNKNOWN ? null : answer };
    case 'pause':
      if (exit === 'message') return { by: 'customer', of: 'message' };
      return { by: 'time', minutes: 'minutes' in node.lasts ? node.lasts.minutes : (to?.silence ?? 0) };
    case 'branch':
    case 'hours':
    case 'request':
      return { by: 'world', node: id, exit };
    case 'say':
      return exit === 'failed' ? { by: 'world', node: id, exit } : null;
    case 'set':
    case 'call':
    case 'goto':
    case 'handoff':
    case 'end':
      return null;
  }
}
