import { nodeAt } from '../../../../../flows/exits.ts';
import type { FlowDocument, FlowPlace, FlowPlaces } from '../../../../machines/flow-editing/flow-document.ts';
import { BOX_GAP, BOX_HEAD, BOX_WIDTH, boxHeight, exitLevel, mainLinks, type Link } from './drawing.ts';

type Links = ReadonlyMap<string, readonly Link[]>;

/**
 * Places for all boxes: each in a column behind those that lead to it, level with the exit that does, so that lines run straight, or
 * below the box above it.
 */
export function arranged(document: FlowDocument): FlowPlaces['at'] {
  const links = Map.groupBy(mainLinks(document), ({ from }) => from);
  const columns = columnsOf(document, links);
  const boxes = document.places.order.flatMap((id) => {
    const node = nodeAt(document.flow, id);
    return node === undefined ? [] : [{ id, column: columns.get(id) ?? 0, height: boxHeight(node) }];
  });
  const at = new Map<string, FlowPlace>();
  // The highest exit that leads to a box, of the columns before it.
  const levels = new Map<string, number>();
  for (const [column, those] of [...Map.groupBy(boxes, (box) => box.column)].toSorted(
    ([one], [other]) => one - other,
  )) {
    const inOrder = those.toSorted((one, other) => level(one.id) - level(other.id));
    let free = -Infinity;
    for (const { id, height } of inOrder) {
      const y = Math.max((levels.get(id) ?? BOX_HEAD) - BOX_HEAD, free);
      at.set(id, { x: column * (BOX_WIDTH + BOX_GAP), y });
      free = y + height + BOX_GAP;
    }
    for (const { id } of inOrder)
      for (const { to, index } of links.get(id) ?? [])
        levels.set(to, Math.min(level(to), (at.get(id)?.y ?? 0) + exitLevel(index)));
  }
  return Object.fromEntries(at);

  function level(id: string): number {
    return levels.get(id) ?? Number.MAX_VALUE;
  }
}

/** The longest way to each box, without links that lead back to one on the way. */
function columnsOf({ flow, places }: FlowDocument, links: Links): ReadonlyMap<string, number> {
  const columns = new Map<string, number>();
  const onTheWay = new Set<string>();
  const onward = new Map<string, readonly string[]>();
  // Each after all that it leads to.
  const visited: string[] = [];
  const visit = (id: string) => {
    if (columns.has(id)) return;
    columns.set(id, 0);
    onTheWay.add(id);
    const next = (links.get(id) ?? []).map(({ to }) => to).filter((to) => !onTheWay.has(to));
    onward.set(id, next);
    for (const to of next) visit(to);
    onTheWay.delete(id);
    visited.push(id);
  };
  visit(flow.start);
  const reached = visited.length;
  for (const id of places.order) visit(id);
  const column = (id: string) => columns.get(id) ?? 0;
  const nextOf = (id: string) => onward.get(id) ?? [];
  for (const id of visited.toReversed())
    for (const to of nextOf(id)) columns.set(to, Math.max(column(to), column(id) + 1));
  // What the beginning doesn't lead to stands close to what it leads to itself.
  for (const id of visited.slice(reached))
    if (nextOf(id).length > 0) columns.set(id, Math.min(...nextOf(id).map(column)) - 1);
  return columns;
}
