import type { StoredActor } from '../../machines/directory/stored.ts';

/**
 * An actor in a record: its name, state and context; or only the name of one that was removed. A record holds
 * some hundreds of them, packed. A later record of an actor replaces an earlier one.
 */
export type ActorEntry = readonly [name: string, value: unknown, context: unknown] | readonly [name: string];

export type Fields = Readonly<Record<string, unknown>>;

/** An actor as it stands in a record. */
export function entryOf(name: string, { value, context }: StoredActor): ActorEntry {
  return [name, value, context];
}

/** A record of actors as stored: as text, which is read back in half the time of as many objects. */
export function recordOfActors(actors: readonly ActorEntry[]): string {
  return JSON.stringify(packed(actors));
}

/** The fields that differ from those of the first actor of a kind: by name, or by name and the fields that differ in it. */
type Differing = readonly (string | readonly [field: string, inside: Differing])[];

/** How an actor stands among the cells. `differing`: null where its context stands there whole. */
type Shape = readonly [kind: string, differing: Differing | null, hasOwnState: 0 | 1];

/** Stands where an actor's shape would: the one whose name follows was removed. */
const REMOVED = -1;

/**
 * Packs a record of actors: of each kind the first is written whole, and of the others what differs from it. What most
 * of them differ in is the same few fields, so these are named once, as a shape, and `cells` has the values alone: for
 * each actor the number of its shape, its name, its state if that differs, and the fields. Ten thousand conversations
 * are read so in half the time, which a page that opens waits for.
 */
function packed(actors: readonly ActorEntry[]): unknown {
  const first: Record<string, readonly [state: unknown, context: unknown]> = {};
  const shapes: Shape[] = [];
  const numbers = new Map<string, number>();
  const cells: unknown[] = [];
  for (const [name, state, context] of actors) {
    if (context === undefined) {
      cells.push(REMOVED, name);
      continue;
    }
    const kind = kindOf(name);
    const [likeState, like] = (first[kind] ??= [state, context]);
    const isSame = state === likeState || JSON.stringify(state) === JSON.stringify(likeState);
    const values: unknown[] = [];
    const differing = isFields(context) && isFields(like) ? fieldsBetween(like, context, values) : null;
    const shape: Shape = [kind, differing, isSame ? 0 : 1];
    const text = JSON.stringify(shape);
    const number = numbers.get(text) ?? shapes.push(shape) - 1;
    numbers.set(text, number);
    cells.push(number, name, ...(isSame ? [] : [state]), ...(differing === null ? [context] : values));
  }
  return { first, shapes, cells };
}

/**
 * Takes the actors of a packed record, parsed, and removes those that it says are gone. False if it isn't one, or not
 * whole. Without a schema: there are tens of thousands, and the list can't render before.
 */
export function takeRecord(actors: Map<string, StoredActor>, record: unknown): boolean {
  if (!isFields(record) || !isFields(record['first'])) return false;
  const { first, shapes, cells: listed } = record;
  if (!Array.isArray(shapes) || !Array.isArray(listed)) return false;
  const cells: readonly unknown[] = listed;
  let at = 0;

  function filled(like: unknown, differing: readonly unknown[]): unknown {
    const whole: Record<string, unknown> = { ...Object(like) };
    for (const field of differing) {
      if (typeof field === 'string') whole[field] = cells[at++];
      else if (Array.isArray(field)) whole[field[0]] = filled(whole[field[0]], field[1]);
    }
    return whole;
  }

  while (at < cells.length) {
    const number: unknown = cells[at++];
    const name: unknown = cells[at++];
    if (typeof name !== 'string') return false;
    if (number === REMOVED) {
      actors.delete(name);
      continue;
    }
    const shape: unknown = shapes[Number(number)];
    if (!Array.isArray(shape)) return false;
    const [kind, differing, hasOwnState] = shape;
    const like = first[kind];
    if (!Array.isArray(like)) return false;
    const value: unknown = hasOwnState === 1 ? cells[at++] : like[0];
    const context: unknown = Array.isArray(differing) ? filled(like[1], differing) : cells[at++];
    if (typeof context !== 'object' || context === null) return false;
    actors.set(name, { value, context });
  }
  return at === cells.length;
}

/** The kind in an actor's name. */
export function kindOf(name: string): string {
  const end = name.indexOf(':');
  return end < 0 ? name : name.slice(0, end);
}

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields that differ, whose values are added to `values`; null, and nothing is added, if one is missing. */
function fieldsBetween(like: Fields, fields: Fields, values: unknown[]): Differing | null {
  for (const key in like) if (like[key] !== undefined && fields[key] === undefined) return null;
  const found: Differing[number][] = [];
  for (const key in fields) {
    const [was, is] = [like[key], fields[key]];
    if (was === is || (isEmptyList(was) && isEmptyList(is))) continue;
    const inside = isFields(was) && isFields(is) ? fieldsBetween(was, is, values) : null;
    if (inside === null) {
      values.push(is);
      found.push(key);
    } else if (inside.length > 0) found.push([key, inside]);
  }
  return found;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}
