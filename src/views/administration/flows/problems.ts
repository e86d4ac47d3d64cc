import { flowNodeSchema } from '../../../../contract/flows/flow.ts';
import type { Flow, FlowNode } from '../../../../contract/flows/flow.ts';
import type { FlowFinding } from '../../../../contract/entities/flow-finding.ts';
import { exitsOf, nodeAt, own } from '../../../../flows/exits.ts';

const known = new WeakMap<FlowNode, ReadonlyMap<string, string>>();

/** What a step lacks to be one: the path of each wrong part with its error's key. */
export function gapsOf(node: FlowNode): ReadonlyMap<string, string> {
  const found = known.get(node);
  if (found !== undefined) return found;
  const parsed = flowNodeSchema.safeParse(node);
  const gaps = new Map(
    parsed.success
      ? []
      : parsed.error.issues.map(({ path, message }) => [
          path.map(String).join('.'),
          message.startsWith('error.') ? message : 'error.field.required',
        ]),
  );
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
export function problemsAt(id: string, node: FlowNode, flow: Flow, findings: readonly FlowFinding[]): number {
  const loose = new Set(looseEnds(node, flow));
  const others = findings.filter(
    ({ node: at, property, about, severity }) =>
      at === id && severity === 'error' && !(property === 'exits' && loose.has(about ?? '')),
  );
  return gapsOf(node).size + loose.size + others.length;
}
