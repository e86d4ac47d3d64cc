import type { UserSettings } from '../../../machines/entities/administration.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { useListing, type Listing } from '../list/use-listing.ts';

/** Polling interval for changes of the company's rules (milliseconds). */
const POLL_MS = 10 * 60_000;

/** The login security of the user: own settings and the company's rules; undefined while loading. */
export function useOwnSettings(userId: string): Listing<'userSettings'> & { readonly own: UserSettings | undefined } {
  const firstQuery: ListQuery = {
    page: 1,
    limit: 1,
    search: '',
    sort: { by: 'id', descending: false },
    filters: { user: userId },
    renewMs: POLL_MS,
  };
  const listing = useListing('userSettings', firstQuery);
  return { ...listing, own: listing.rows?.find(({ id }) => id === userId) };
}

/** Idle minutes until the screen locks: the user's choice, capped by the company. Null: never. */
export function lockAfter(chosen: number | null, own: Pick<UserSettings, 'lockMinutes'> | undefined): number | null {
  const limit = own === undefined || own.lockMinutes === 0 ? null : own.lockMinutes;
  if (chosen === null || limit === null) return chosen ?? limit;
  return Math.min(chosen, limit);
}
