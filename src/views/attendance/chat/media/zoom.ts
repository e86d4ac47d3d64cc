/** How a picture is shown: moved by `x` and `y` pixels from the middle, `scale` times as large, turned by quarters. */
export interface Zoom {
  readonly scale: number;
  readonly x: number;
  readonly y: number;
  readonly turns: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Of the place that shows the picture. */
interface Size {
  readonly width: number;
  readonly height: number;
}

export const SCALE_MAX = 8;
export const asItFits: Zoom = { scale: 1, x: 0, y: 0, turns: 0 };

/** `by` times as large, so that what is at a point, from the middle, stays there. */
export function zoomedAt(zoom: Zoom, by: number, { x, y }: Point, size: Size): Zoom {
  const scale = Math.min(SCALE_MAX, Math.max(1, zoom.scale * by));
  const ratio = scale / zoom.scale;
  return within({ ...zoom, scale, x: x - (x - zoom.x) * ratio, y: y - (y - zoom.y) * ratio }, size);
}

/** Moved, but never past its edges. */
export function movedBy(zoom: Zoom, { x, y }: Point, size: Size): Zoom {
  return within({ ...zoom, x: zoom.x + x, y: zoom.y + y }, size);
}

/** Turned clockwise, and whole again. */
export function turned(zoom: Zoom): Zoom {
  return { ...asItFits, turns: zoom.turns + 1 };
}

function within(zoom: Zoom, { width, height }: Size): Zoom {
  const far = (value: number, of: number) => {
    const most = ((zoom.scale - 1) * of) / 2;
    return Math.min(most, Math.max(-most, value));
  };
  return { ...zoom, x: far(zoom.x, width), y: far(zoom.y, height) };
}
