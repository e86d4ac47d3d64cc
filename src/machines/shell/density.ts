import type { Density, Preferences } from '../log/events-session.ts';

/** How close together things stand. */
export function densityOf({ isCompact }: Preferences): Density {
  return isCompact === true ? 'compact' : 'comfortable';
}
