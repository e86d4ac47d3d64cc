import type { UserSettings } from '../../../machines/entities/administration.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { useListing, type Listing } from '../list/use-listing.ts';

/** So often it is asked again whether the company has changed its mind (milliseconds). */
const RENEW_MS = 10 * 60_000;

/** How one's own login is secured, by oneself and the company; undefined while it is on its way. */
export function useOwnSettings(userId: string): Listing<'userSettings'> & { readonly own: UserSettings | undefined } {
  const firstQuery: ListQuery = {
    page: 1,
    limit: 1,
    search: '',
    sort: { by: 'id', descending: false },
    filters: { user: userId },
    renewMs: RENEW_MS,
  };
  const listing = useListing('userSettings', firstQuery);
  return { ...listing, own: listing.rows?.find(({ id }) => id === userId) };
}

/** Untouched for so many minutes the screen locks: as the person chose, but not later than the company wants. Null: never. */
export function lockAfter(chosen: number | null, own: Pick<UserSettings, 'lockMinutes'> | undefined): number | null {
  const limit = own === undefined || own.lockMinutes === 0 ? null : own.lockMinutes;
  if (chosen === null || limit === null) return chosen ?? limit;
  return Math.min(chosen, limit);
}
