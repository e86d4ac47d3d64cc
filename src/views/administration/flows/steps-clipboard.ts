import { FLOW_NODES_MAX } from '../../../../contract/facts/flows.ts';
import { nodeAt, own } from '../../../../flows/exits.ts';
import type { Flow, FlowNode } from '../../../machines/entities/flows.ts';
import { ordered } from '../../../machines/flow-editing/flow-document.ts';
import type { FlowDocument, FlowEdit } from '../../../machines/flow-editing/flow-document.ts';
import { freshId, namesIn, PREFIX } from './steps.ts';

/** Some steps of a flow, as a flow of their own: so an exported flow can be pasted too. */
export function partOf(document: FlowDocument, ids: readonly string[]): FlowDocument {
  const { name, flow, places } = document;
  const order = places.order.filter((id) => ids.includes(id));
  const nodes = Object.fromEntries(
    order.flatMap((id): [string, FlowNode][] => {
      const node = nodeAt(flow, id);
      return node === undefined ? [] : [[id, node]];
    }),
  );
  const part: Flow = { ...flow, start: order[0] ?? flow.start, nodes };
  return { name, flow: part, places: ordered(part, { order, at: places.at }) };
}

/** How far from the steps that were copied. */
const ASIDE = 32;

/**
 * Adds copies of a part's steps behind a step, or at the end; null if there is no room. Exits among them lead to the copies, others
 * where they led if that is there. Variables that they use and the flow lacks come along.
 */
export function pasted(document: FlowDocument, part: FlowDocument, after: string | null): FlowEdit | null {
  const { flow, places } = document;
  const { order, at } = part.places;
  if (order.length === 0 || places.order.length + order.length > FLOW_NODES_MAX) return null;
  const taken = namesIn(document);
  const renamed = new Map<string, string>();
  for (const id of order) {
    const node = nodeAt(part.flow, id);
    if (node === undefined) continue;
    const fresh = freshId(PREFIX[node.kind], taken);
    taken.add(fresh);
    renamed.set(id, fresh);
  }
  const begin = after === null ? places.order.length : places.order.indexOf(after) + 1;
  const added = [...renamed].flatMap(([id, fresh], offset): FlowEdit[] => {
    const node = nodeAt(part.flow, id);
    if (node === undefined) return [];
    const place = own(at, id);
    const exits = Object.entries(node.exits).flatMap(([exit, to]): [string, string][] => {
      const target = renamed.get(to) ?? (nodeAt(flow, to) === undefined ? undefined : to);
      return target === undefined ? [] : [[exit, target]];
    });
    return [
      {
        of: 'added',
        id: fresh,
        index: begin + offset,
        node: { ...node, exits: Object.fromEntries(exits) },
        ...(place !== undefined && { place: { x: place.x + ASIDE, y: place.y + ASIDE } }),
      },
    ];
  });
  const words = JSON.stringify(part.flow.nodes);
  const variables = Object.entries(part.flow.variables).flatMap(([name, variable]): FlowEdit[] =>
    own(flow.variables, name) === undefined && new RegExp(`\\b${name}\\b`, 'u').test(words)
      ? [{ of: 'variable', name, ...variable }]
      : [],
  );
  return { of: 'several', edits: [...variables, ...added] };
}
