import { exitsOf, nodeAt, own } from '../../../../../flows/exits.ts';
import type { Flow, FlowNode } from '../../../../machines/entities/flows.ts';
import type { FlowDocument, FlowPlace, FlowPlaces } from '../../../../machines/flow-editing/flow-document.ts';

/* Where a flow's boxes stand, and which of its exits are lines. Boxes have fixed sizes, so that nothing has to be measured. */

export const BOX_WIDTH = 200;
/** From a box's top to the middle of its head, where lines come in. */
export const BOX_HEAD = 23;
export const BOX_GAP = 44;
const FIRST_EXIT = 82;
const EXIT_HEIGHT = 24;

/** From a box's top to the middle of an exit. */
export function exitLevel(index: number): number {
  return FIRST_EXIT + index * EXIT_HEIGHT;
}

export function boxHeight(node: FlowNode): number {
  return 74 + exitsOf(node).length * EXIT_HEIGHT;
}

type Places = FlowPlaces['at'];

export interface Link {
  readonly from: string;
  readonly exit: string;
  readonly index: number;
  readonly to: string;
}

/** Exits that are taken when something goes wrong; they mostly lead far away. */
const FALLBACKS: ReadonlySet<string> = new Set(['failed', 'other', 'media', 'timeout']);

function allLinks({ flow, places }: FlowDocument): readonly Link[] {
  return places.order.flatMap((from) => {
    const node = nodeAt(flow, from);
    if (node === undefined) return [];
    return exitsOf(node).flatMap((exit, index) => {
      const to = own(node.exits, exit);
      return to === undefined || to === from || nodeAt(flow, to) === undefined ? [] : [{ from, exit, index, to }];
    });
  });
}

/** The exits that carry the flow: its usual ones, and others only to steps that nothing else leads to. */
export function mainLinks(document: FlowDocument): readonly Link[] {
  const all = allLinks(document);
  const usual = all.filter(({ exit }) => !FALLBACKS.has(exit));
  const reached = new Set([document.flow.start, ...usual.map(({ to }) => to)]);
  const others = all.filter(({ exit, to }) => {
    if (!FALLBACKS.has(exit) || reached.has(to)) return false;
    reached.add(to);
    return true;
  });
  return [...usual, ...others];
}

/** A line from an exit into the next box, from its left or from above. */
export interface Line {
  readonly from: string;
  readonly exit: string;
  readonly to: string;
  readonly into: 'head' | 'top';
}

/** How far a line may lead; what is farther, or behind, is named at the exit. */
const NEAR = 240;
const NEAR_BELOW = 400;

/** The exits that are drawn as lines. */
export function linesOf(flow: Flow, links: readonly Link[], at: Places): readonly Line[] {
  return links.flatMap(({ from, exit, to }): Line[] => {
    const source = own(at, from);
    const target = own(at, to);
    const node = nodeAt(flow, from);
    if (source === undefined || target === undefined || node === undefined) return [];
    const aside = target.x - source.x - BOX_WIDTH;
    if (aside >= 16 && aside <= NEAR) return [{ from, exit, to, into: 'head' }];
    const below = target.y - source.y - boxHeight(node);
    if (Math.abs(target.x - source.x) <= BOX_WIDTH / 2 && below >= 24 && below <= NEAR_BELOW)
      return [{ from, exit, to, into: 'top' }];
    return [];
  });
}

/** Places for all steps: those given, and free ones near what leads to them for the others. */
export function completed(document: FlowDocument, ...given: readonly Places[]): Places {
  const { flow, places } = document;
  const at: Record<string, FlowPlace> = {};
  const missing = places.order.filter((id) => {
    const place = given.map((each) => own(each, id)).find((each) => each !== undefined);
    if (place !== undefined) at[id] = place;
    return place === undefined;
  });
  if (missing.length === 0) return at;
  const links = mainLinks(document);
  for (const id of missing) {
    const link = links.find(({ from, to }) => to === id && own(at, from) !== undefined);
    const source = link && own(at, link.from);
    const before = places.order[places.order.indexOf(id) - 1];
    const beside = before === undefined ? undefined : own(at, before);
    const wanted =
      link !== undefined && source !== undefined
        ? { x: source.x + BOX_WIDTH + BOX_GAP, y: source.y + exitLevel(link.index) - BOX_HEAD }
        : beside === undefined
          ? { x: 0, y: 0 }
          : { x: beside.x + BOX_WIDTH + BOX_GAP, y: beside.y };
    at[id] = free(flow, at, id, wanted);
  }
  return at;
}

/** The place, or the next one below it where nothing else is. */
function free(flow: Flow, at: Places, id: string, wanted: FlowPlace): FlowPlace {
  const node = nodeAt(flow, id);
  const height = node === undefined ? 0 : boxHeight(node);
  const column = Object.entries(at)
    .flatMap(([other, { x, y }]) => {
      const box = nodeAt(flow, other);
      return box === undefined || Math.abs(x - wanted.x) >= BOX_WIDTH ? [] : [{ top: y, end: y + boxHeight(box) }];
    })
    .toSorted((one, other) => one.top - other.top);
  let { y } = wanted;
  for (const { top, end } of column) if (y < end + BOX_GAP / 2 && y + height > top - BOX_GAP / 2) y = end + BOX_GAP / 2;
  return { x: wanted.x, y };
}
