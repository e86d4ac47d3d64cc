import type { Finding } from '../../../../flows/check.ts';
import { exitsOf, nodeAt, own } from '../../../../flows/exits.ts';
import { gapsIn } from '../../../../flows/reading.ts';
import type { Flow, FlowNode } from '../../../machines/entities/flows.ts';

const known = new WeakMap<FlowNode, ReadonlyMap<string, string>>();

/** What a step lacks to be one, looked up once a step. */
export function gapsOf(node: FlowNode): ReadonlyMap<string, string> {
  const gaps = known.get(node) ?? gapsIn(node);
  known.set(node, gaps);
  return gaps;
}

/** Exits that lead nowhere: they are shown at once, before the whole check is done. */
export function looseEnds(node: FlowNode, flow: Flow): readonly string[] {
  return exitsOf(node).filter((exit) => {
    const to = own(node.exits, exit);
    return to === undefined || nodeAt(flow, to) === undefined;
  });
}

/** A step's problems that keep the flow from being published. */
export function problemsAt(id: string, node: FlowNode, flow: Flow, findings: readonly Finding[]): number {
  const others = findings.filter(
    ({ node: at, property, severity }) => at === id && severity === 'error' && property !== 'exits',
  );
  return gapsOf(node).size + looseEnds(node, flow).length + others.length;
}
