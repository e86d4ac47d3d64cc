import type { Finding } from '../../../../flows/check.ts';
import { exitsOf, isLast, nodeAt, own } from '../../../../flows/exits.ts';
import { gapsIn } from '../../../../flows/reading.ts';
import type { Flow, FlowNode } from '../../../machines/entities/flows.ts';
import type { FlowEdit } from '../../../machines/flow-editing/flow-document.ts';

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

/** Whether an exit is what is wrong with its step. One that ends the conversation isn't what makes it go round. */
export function isWrongExit(findings: readonly Finding[], flow: Flow, id: string, exit: string): boolean {
  const node = nodeAt(flow, id);
  const to = node === undefined ? undefined : own(node.exits, exit);
  const target = to === undefined ? undefined : nodeAt(flow, to);
  const goesOn = target === undefined || !isLast(target);
  return findings.some(
    ({ node: at, property, about, severity }) =>
      at === id &&
      severity === 'error' &&
      (about === exit ||
        (goesOn && property === 'silentCycle' && exit === 'timeout') ||
        (goesOn && property === 'nonsenseCycle' && (exit === 'other' || exit === 'media'))),
  );
}

interface Fix {
  /** The step to which the conversation then goes. */
  readonly to: string;
  readonly edit: FlowEdit;
}

/** Ways out of an exit that leads nowhere or round: to a person, or to the end, whichever the flow has. */
export function fixesOf(flow: Flow, order: readonly string[], finding: Finding): readonly Fix[] {
  const { node: id } = finding;
  const node = nodeAt(flow, id);
  if (node === undefined || !['exits', 'silentCycle', 'nonsenseCycle'].includes(finding.property)) return [];
  const wrong = exitsOf(node).filter((exit) => isWrongExit([finding], flow, id, exit));
  const ends = (['handoff', 'end'] as const).flatMap((kind) => {
    const to = order.find((each) => each !== id && nodeAt(flow, each)?.kind === kind);
    return to === undefined ? [] : [to];
  });
  if (wrong.length === 0) return [];
  return ends.map((to) => ({
    to,
    edit: { of: 'several', edits: wrong.map((exit) => ({ of: 'connected', id, exit, to }) as const) },
  }));
}
