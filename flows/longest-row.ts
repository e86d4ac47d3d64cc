import type { Flow, FlowNode } from '../contract/flows/flow.ts';
import type { Edge, Explored } from './explore.ts';

/** Messages that a customer gets without having written between them, at most. */
export interface Row {
  readonly messages: number;
  /** The moment at which it begins, the edges until its end, and the step there. */
  readonly from: string;
  readonly way: readonly Edge[];
  readonly node: string;
}

/** The longest one; only for flows without a circle that goes on by itself or in silence. */
export function longestRow(flow: Flow, { moments, out, first, by }: Explored): Row | null {
  const longest = new Map<string, number>();
  const next = new Map<string, Edge>();
  const onward = (key: string): readonly Edge[] =>
    (out.get(key) ?? []).filter(({ cause }) => cause === 'itself' || cause === 'silence');
  const own = (key: string): number => messagesOf(flow.nodes[moments.get(key)?.node ?? '']);

  function measure(start: string): void {
    const stack = [start];
    for (let key = stack.at(-1); key !== undefined; key = stack.at(-1)) {
      const edges = onward(key);
      const missing = edges.find(({ to }) => !longest.has(to));
      if (missing !== undefined) {
        stack.push(missing.to);
        continue;
      }
      stack.pop();
      let most = 0;
      for (const edge of edges) {
        const length = longest.get(edge.to) ?? 0;
        if (length <= most) continue;
        most = length;
        next.set(key, edge);
      }
      longest.set(key, own(key) + most);
    }
  }

  let found: Row | null = null;
  for (const key of moments.keys()) {
    if (!longest.has(key)) measure(key);
    const cause = by.get(key)?.cause;
    const begins = key === first || cause === 'answer' || cause === 'nonsense';
    const messages = longest.get(key) ?? 0;
    if (!begins || messages <= (found?.messages ?? 0)) continue;
    const way: Edge[] = [];
    for (let edge = next.get(key); edge !== undefined; edge = next.get(edge.to)) way.push(edge);
    found = { messages, from: key, way, node: moments.get(way.at(-1)?.to ?? key)?.node ?? '' };
  }
  return found;
}

function messagesOf(node: FlowNode | undefined): number {
  switch (node?.kind) {
    case 'say':
    case 'ask':
      return 1;
    case 'handoff':
    case 'end':
      return node.text === null ? 0 : 1;
    default:
      return 0;
  }
}
