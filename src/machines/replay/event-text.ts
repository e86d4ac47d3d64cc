import type { Logged } from '../log/event.ts';
import { short } from './changes.ts';

/** What an event says besides its type, in a line. */
export function eventText(event: Logged): string {
  const { position: _position, loggedAt: _loggedAt, type: _type, ...rest } = event;
  return Object.entries(rest)
    .map(([name, value]) => `${name}=${short(idOf(value) ?? value)}`)
    .join(' ');
}

function idOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined;
}
