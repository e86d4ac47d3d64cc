/**
 * The recipients of a stream event. Checked on every delivery, including replays.
 * `instance`: the users of the instance, and administrators.
 * `ticket`: the ticket's owner, or while it has none the users of its instance, and administrators;
 *   `userIds` adds further recipients (a former owner, the next one).
 * `users`: those users, if they may chat; with `admins`, administrators too.
 * `people`: those users, whatever their permissions.
 * `route`: users whose role permits it, one of `STREAM_ROUTES`.
 */
export type Audience =
  | { to: 'all' }
  | { to: 'instance'; instanceId: string }
  | { to: 'ticket'; instanceId: string; ownerId: string | null; userIds: string[] }
  | { to: 'users'; userIds: string[]; admins: boolean }
  | { to: 'people'; userIds: string[] }
  | { to: 'route'; route: StreamRoute };

/** The routes that have events of their own. Each depends on the option of its name. */
export const STREAM_ROUTES = ['campaigns', 'customer-groups'] as const;
export type StreamRoute = (typeof STREAM_ROUTES)[number];
