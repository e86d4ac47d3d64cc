import type { CustomerId } from '../entities/ids.ts';
import { keepSame } from '../entities/same.ts';

/** The customers the viewer has pinned, and their pending changes. */
export interface Pins {
  /** As the server last listed them, at stream position `listedAt`; -1 for never. */
  readonly listed: Readonly<Record<CustomerId, true>>;
  readonly listedAt: number;
  /** Updates by frames since the list. */
  readonly updated: Readonly<Record<CustomerId, { readonly pinned: boolean; readonly asOf: number }>>;
  /** Changes that the server hasn't confirmed yet. */
  readonly wanted: Readonly<Record<CustomerId, boolean>>;
}

/* Without immer, with which a change takes 9 µs and not 1.6; it would add 3.4 KB to the first page. */

export const noPins: Pins = { listed: {}, listedAt: -1, updated: {}, wanted: {} };

/** Whether a customer is pinned: by the viewer's pending change, else as the server last reported. */
export function isPinned({ listed, updated, wanted }: Pins, id: CustomerId): boolean {
  return wanted[id] ?? updated[id]?.pinned ?? listed[id] ?? false;
}

/** The server listed all pins, as of a stream position. */
export function withListedPins(pins: Pins, ids: readonly CustomerId[], position: number): Pins {
  if (position < pins.listedAt) return pins;
  const listed = keepSame<Pins['listed']>(pins.listed, Object.fromEntries(ids.map((id) => [id, true])));
  const updated = Object.fromEntries(Object.entries(pins.updated).filter(([, { asOf }]) => asOf > position));
  const wanted = Object.fromEntries(
    Object.entries(pins.wanted).filter(([id, pinned]) => (updated[id]?.pinned ?? listed[id] ?? false) !== pinned),
  );
  return keepSame(pins, { listed, listedAt: position, updated, wanted });
}

/** The stream continues after lost frames: current pins stay until the next list, whatever its position. */
export function restartedPins({ listed, updated }: Pins): Pins {
  const ids = [...Object.keys(listed), ...Object.keys(updated)];
  const pinned = ids.filter((id) => updated[id]?.pinned ?? true);
  return { ...noPins, listed: Object.fromEntries(pinned.map((id) => [id, true])) };
}

/** A frame changed one pin at a stream position; older updates are ignored. */
export function withPinUpdate(pins: Pins, id: CustomerId, pinned: boolean, asOf: number): Pins {
  if (asOf <= Math.max(pins.listedAt, pins.updated[id]?.asOf ?? -1)) return pins;
  const next = { ...pins, updated: { ...pins.updated, [id]: { pinned, asOf } } };
  return next.wanted[id] === pinned ? withoutWanted(next, id) : next;
}

/** The viewer pinned or unpinned a customer; pending until the server confirms it. */
export function withWantedPin(pins: Pins, id: CustomerId, pinned: boolean): Pins {
  return isPinned(pins, id) === pinned ? pins : { ...pins, wanted: { ...pins.wanted, [id]: pinned } };
}

/** A pending change failed. */
export function withFailedPin(pins: Pins, id: CustomerId, pinned: boolean): Pins {
  return pins.wanted[id] === pinned ? withoutWanted(pins, id) : pins;
}

function withoutWanted(pins: Pins, id: CustomerId): Pins {
  const { [id]: _, ...wanted } = pins.wanted;
  return { ...pins, wanted };
}
