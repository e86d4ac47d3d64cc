import { Graph, layout } from '@dagrejs/dagre';
import type { FlowBox, FlowDrawing, FlowPlacesAt } from '../../machines/entities/flows.ts';

/** Beyond so many boxes the best ranks take too long. */
const BEST_MAX = 200;

/**
 * Places for all boxes: dagre says which column each is in. Within a column a box stands level with the exit that leads to it, so
 * that lines run straight, or below the one above it.
 */
export function arranged({ boxes, width, gap, head }: FlowDrawing): FlowPlacesAt {
  const graph = new Graph();
  graph.setGraph({
    rankdir: 'LR',
    nodesep: gap,
    ranksep: gap,
    ranker: boxes.length > BEST_MAX ? 'longest-path' : 'network-simplex',
  });
  graph.setDefaultEdgeLabel(() => ({}));
  for (const { id, height } of boxes) graph.setNode(id, { width, height });
  for (const { id, links } of boxes) for (const { to } of links) graph.setEdge(id, to);
  layout(graph);
  const centre = (id: string) => {
    const { x = 0, y = 0 } = graph.node(id);
    return { x, y };
  };
  const columns = Map.groupBy(
    boxes.toSorted((one, other) => centre(one.id).x - centre(other.id).x),
    ({ id }) => Math.round(centre(id).x),
  );
  const at = new Map<string, { readonly x: number; readonly y: number }>();
  // The highest exit that leads to a box, of the columns before it.
  const levels = new Map<string, number>();
  let x = 0;
  for (const column of columns.values()) {
    const inOrder = column.toSorted(
      (one, other) =>
        (levels.get(one.id) ?? Infinity) - (levels.get(other.id) ?? Infinity) || centre(one.id).y - centre(other.id).y,
    );
    let free = -Infinity;
    for (const box of inOrder) {
      const y = Math.max((levels.get(box.id) ?? head) - head, free);
      at.set(box.id, { x, y });
      free = y + box.height + gap;
    }
    for (const box of inOrder) noteLevels(box, at.get(box.id)?.y ?? 0, levels);
    x += width + gap;
  }
  return Object.fromEntries(at);
}

function noteLevels({ links }: FlowBox, top: number, levels: Map<string, number>): void {
  for (const { to, y } of links) levels.set(to, Math.min(levels.get(to) ?? Infinity, top + y));
}
