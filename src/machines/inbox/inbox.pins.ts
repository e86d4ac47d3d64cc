import type { CustomerId } from '../entities/ids.ts';
import { keepSame } from '../entities/same.ts';

/** Whom the viewer has pinned, as far as it is known, and what they chose that the server hasn't confirmed. */
export interface Pins {
  /** As the server last listed them, at that position of the stream; -1 for never. */
  readonly listed: Readonly<Record<CustomerId, true>>;
  readonly listedAt: number;
  /** What frames told after the list. */
  readonly told: Readonly<Record<CustomerId, { readonly pinned: boolean; readonly asOf: number }>>;
  readonly wanted: Readonly<Record<CustomerId, boolean>>;
}

/* Folded by hand: it is on the first page, on which immer's 3.4 KB would weigh. */

export const noPins: Pins = { listed: {}, listedAt: -1, told: {}, wanted: {} };

/** Whether a customer stands at the top: as the attendant chose, else as the server says. */
export function isPinned({ listed, told, wanted }: Pins, id: CustomerId): boolean {
  return wanted[id] ?? told[id]?.pinned ?? listed[id] ?? false;
}

/** The server named everybody whom the viewer has pinned. */
export function withListedPins(pins: Pins, ids: readonly CustomerId[], position: number): Pins {
  if (position < pins.listedAt) return pins;
  const listed = keepSame<Pins['listed']>(pins.listed, Object.fromEntries(ids.map((id) => [id, true])));
  const told = Object.fromEntries(Object.entries(pins.told).filter(([, { asOf }]) => asOf > position));
  const wanted = Object.fromEntries(
    Object.entries(pins.wanted).filter(([id, pinned]) => (told[id]?.pinned ?? listed[id] ?? false) !== pinned),
  );
  return keepSame(pins, { listed, listedAt: position, told, wanted });
}

/** The stream goes on with something lost: who was pinned stays so until a list tells anew, whatever its position. */
export function restartedPins({ listed, told }: Pins): Pins {
  const ids = [...Object.keys(listed), ...Object.keys(told)];
  const pinned = ids.filter((id) => told[id]?.pinned ?? true);
  return { ...noPins, listed: Object.fromEntries(pinned.map((id) => [id, true])) };
}

/** One pin was told of at a position; older news of it is ignored. */
export function withToldPin(pins: Pins, id: CustomerId, pinned: boolean, asOf: number): Pins {
  if (asOf <= Math.max(pins.listedAt, pins.told[id]?.asOf ?? -1)) return pins;
  const next = { ...pins, told: { ...pins.told, [id]: { pinned, asOf } } };
  return next.wanted[id] === pinned ? withoutWanted(next, id) : next;
}

export function withWantedPin(pins: Pins, id: CustomerId, pinned: boolean): Pins {
  return isPinned(pins, id) === pinned ? pins : { ...pins, wanted: { ...pins.wanted, [id]: pinned } };
}

/** What was chosen didn't happen. */
export function withFailedPin(pins: Pins, id: CustomerId, pinned: boolean): Pins {
  return pins.wanted[id] === pinned ? withoutWanted(pins, id) : pins;
}

function withoutWanted(pins: Pins, id: CustomerId): Pins {
  const { [id]: _, ...wanted } = pins.wanted;
  return { ...pins, wanted };
}
