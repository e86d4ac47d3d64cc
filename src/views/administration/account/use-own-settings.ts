import type { UserSettings } from '../../../machines/entities/administration.ts';
import type { ListQuery } from '../../../machines/log/events-administration.ts';
import { useListing, type Listing } from '../list/use-listing.ts';

/** How one's own login is secured; undefined while it is on its way. */
export function useOwnSettings(userId: string): Listing<'userSettings'> & { readonly own: UserSettings | undefined } {
  const firstQuery: ListQuery = {
    page: 1,
    limit: 1,
    search: '',
    sort: { by: 'id', descending: false },
    filters: { user: userId },
  };
  const listing = useListing('userSettings', firstQuery);
  return { ...listing, own: listing.rows?.find(({ id }) => id === userId) };
}
