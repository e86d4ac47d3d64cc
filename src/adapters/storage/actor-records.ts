import type { StoredActor } from '../../machines/directory/stored.ts';
import { parseJson } from '../calls/issues.ts';

/**
 * An actor in a record: its name, state and context; or only the name of one that was removed. A record holds
 * some hundreds of them, packed. A later record of an actor replaces an earlier one.
 */
export type ActorEntry = readonly [name: string, value: unknown, context: unknown] | readonly [name: string];

type Fields = Readonly<Record<string, unknown>>;

/** An actor as it stands in a record. */
export function entryOf(name: string, { value, context }: StoredActor): ActorEntry {
  return [name, value, context];
}

/** Without a schema: there are tens of thousands, and the list can't render before. */
export function isActorEntry(actor: unknown): actor is ActorEntry {
  if (!Array.isArray(actor) || typeof actor[0] !== 'string') return false;
  return actor.length === 1 || (actor.length === 3 && typeof actor[2] === 'object' && actor[2] !== null);
}

/** A record of actors as stored: as text, which is read back in half the time of as many objects. */
export function recordOfActors(actors: readonly ActorEntry[]): string {
  return JSON.stringify(packed(actors));
}

/** Parses a stored record, of any format; in the first it is an object already. */
export function parseRecord(record: unknown): unknown {
  return typeof record === 'string' ? unpacked(parseJson(record)) : record;
}

/**
 * Packs a record of actors: of each kind the first is written whole, and of the others what differs from it. Ten thousand
 * conversations are alike in most fields, and reading them is what a page that opens waits for.
 */
function packed(actors: readonly ActorEntry[]): unknown {
  const first: Record<string, readonly [value: unknown, context: Fields]> = {};
  const rows = actors.map((actor) => {
    const [name, value, context] = actor;
    if (!isFields(context)) return actor;
    const [likeValue, like] = (first[kindOf(name)] ??= [value, context]);
    const isSame = value === likeValue || JSON.stringify(value) === JSON.stringify(likeValue);
    return [name, isSame ? 0 : value, difference(like, context) ?? [context]];
  });
  return { first, rows };
}

/** The actors of a packed record; anything else as it is. */
function unpacked(record: unknown): unknown {
  if (!isFields(record) || !isFields(record['first']) || !Array.isArray(record['rows'])) return record;
  const { first, rows } = record;
  return rows.map((row: unknown) => {
    if (!isActorEntry(row) || row.length === 1) return row;
    const [name, value, rest] = row;
    const like = first[kindOf(name)];
    if (!Array.isArray(like) || !isFields(like[1])) return null;
    return [name, value === 0 ? like[0] : value, merged(like[1], rest)];
  });
}

function kindOf(name: string): string {
  const end = name.indexOf(':');
  return end < 0 ? name : name.slice(0, end);
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields that differ; null if one is missing. What replaces an object as a whole stands in an array. */
function difference(like: Fields, fields: Fields): Fields | null {
  for (const key in like) if (like[key] !== undefined && fields[key] === undefined) return null;
  const found: Record<string, unknown> = {};
  for (const key in fields) {
    const [was, is] = [like[key], fields[key]];
    if (was === is || (isEmptyList(was) && isEmptyList(is))) continue;
    const inner = isFields(was) && isFields(is) ? difference(was, is) : null;
    if (inner === null) found[key] = isFields(was) ? [is] : is;
    else if (Object.keys(inner).length > 0) found[key] = inner;
  }
  return found;
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0;
}

function merged(like: unknown, rest: unknown): unknown {
  if (!isFields(like)) return rest;
  if (Array.isArray(rest)) return rest[0];
  if (!isFields(rest)) return null;
  const whole: Record<string, unknown> = { ...like };
  for (const key in rest) {
    const part = rest[key];
    whole[key] = typeof part === 'object' && part !== null ? merged(like[key], part) : part;
  }
  return whole;
}
