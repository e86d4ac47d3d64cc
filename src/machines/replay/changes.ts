import type { Snapshots } from '../directory/stored.ts';
import { isSame } from '../entities/same.ts';

/** What an event did to an actor. */
export interface ActorChange {
  /** Such as `ticket:20`. */
  readonly name: string;
  /** Its state before; null if the event made it. */
  readonly before: string | null;
  /** Its state after; null if the event ended it. */
  readonly after: string | null;
  /** What of its context is another, as short texts. */
  readonly facts: readonly { readonly name: string; readonly before: string; readonly after: string }[];
}

const SHORT = 60;

/** The actors that differ. `order`, the list's rows, is derived from them and left out. */
export function changesBetween(
  before: Snapshots,
  after: Snapshots,
  names: Iterable<string> = new Set([...before.keys(), ...after.keys()]),
): readonly ActorChange[] {
  return [...names].flatMap((name) => {
    const [was, is] = [before.get(name), after.get(name)];
    if (name === 'order' || (was === undefined && is === undefined)) return [];
    if (was?.context === is?.context && isSame(was?.value, is?.value)) return [];
    const change = {
      name,
      before: was === undefined ? null : stateText(was.value),
      after: is === undefined ? null : stateText(is.value),
      facts: was === undefined || is === undefined ? [] : factsBetween(was.context, is.context),
    };
    return change.before === change.after && change.facts.length === 0 ? [] : [change];
  });
}

/** A state as words: `authenticated.refreshing`, one for each region. */
export function stateText(value: unknown): string {
  return leavesOf(value).join(' ');
}

function leavesOf(value: unknown): readonly string[] {
  if (!isRecord(value)) return [String(value)];
  return Object.entries(value).flatMap(([name, inner]) =>
    inner === undefined || (isRecord(inner) && Object.keys(inner).length === 0)
      ? [name]
      : leavesOf(inner).map((leaf) => `${name}.${leaf}`),
  );
}

function factsBetween(before: unknown, after: unknown): ActorChange['facts'] {
  if (!isRecord(before) || !isRecord(after)) return [];
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => !isSame(before[name], after[name]))
    .map((name) => ({ name, before: short(before[name]), after: short(after[name]) }));
}

/** A value in a few characters. */
export function short(value: unknown): string {
  if (Array.isArray(value)) return value.length > 3 ? `[… ${value.length}]` : `[${value.map(short).join(', ')}]`;
  const text = JSON.stringify(value) ?? '—';
  return text.length > SHORT ? `${text.slice(0, SHORT - 1)}…` : text;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
