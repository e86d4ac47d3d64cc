type Point = readonly [x: number, y: number];

/** A path along points at right angles, its corners rounded. */
export function rounded(points: readonly Point[], radius: number): string {
  return points
    .map(([x, y], index) => {
      const before = points[index - 1];
      const after = points[index + 1];
      if (before === undefined) return `M${x} ${y}`;
      if (after === undefined) return `L${x} ${y}`;
      const [fromX, fromY] = towards([x, y], before, radius);
      const [toX, toY] = towards([x, y], after, radius);
      return `L${fromX} ${fromY}Q${x} ${y} ${toX} ${toY}`;
    })
    .join('');
}

function towards([x, y]: Point, [toX, toY]: Point, most: number): Point {
  const length = Math.hypot(toX - x, toY - y);
  const part = length === 0 ? 0 : Math.min(most, length / 2) / length;
  return [x + (toX - x) * part, y + (toY - y) * part];
}
