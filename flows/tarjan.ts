/** The strongly connected components (Tarjan) that contain a cycle: a single point only if it leads to itself. */
export function cyclesOf<Point>(points: Iterable<Point>, next: (point: Point) => Iterable<Point>): Point[][] {
  const order = new Map<Point, number>();
  const low = new Map<Point, number>();
  const open = new Set<Point>();
  const stack: Point[] = [];
  const found: Point[][] = [];
  for (const first of points) if (!order.has(first)) visit(first);
  return found;

  /** Iterative: a flow may be thousands of steps deep. */
  function visit(first: Point): void {
    const path = [enter(first)];
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const { point, nexts } = at;
      const { value: to, done } = nexts.next();
      if (done !== true) {
        if (!order.has(to)) path.push(enter(to));
        else if (open.has(to)) lower(point, order.get(to));
        continue;
      }
      path.pop();
      const before = path.at(-1);
      if (before !== undefined) lower(before.point, low.get(point));
      if (low.get(point) === order.get(point)) close(point);
    }
  }

  function enter(point: Point) {
    order.set(point, order.size);
    low.set(point, order.size - 1);
    stack.push(point);
    open.add(point);
    return { point, nexts: next(point)[Symbol.iterator]() };
  }

  function lower(point: Point, to: number | undefined): void {
    low.set(point, Math.min(low.get(point) ?? Infinity, to ?? Infinity));
  }

  function close(point: Point): void {
    const group = stack.splice(stack.lastIndexOf(point));
    for (const each of group) open.delete(each);
    const leadsToItself = group.length > 1 || [...next(point)].includes(point);
    if (leadsToItself) found.push(group);
  }
}
