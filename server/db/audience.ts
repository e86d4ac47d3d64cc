import type { PermissionName } from '../../contract/facts/access.ts';

/**
 * The recipients of a stream event. Checked on every delivery, including replays.
 * `instance`: the users of the instance, and administrators.
 * `ticket`: the ticket's owner, or while it has none the users of its instance, and administrators;
 *   `userIds` adds further recipients (a former owner, the next one).
 * `users`: those users, if they may chat; with `admins`, administrators too.
 * `people`: those users, whatever their permissions.
 * `route`: whoever may open the screen.
 */
export type Audience =
  | { to: 'all' }
  | { to: 'instance'; instanceId: string }
  | { to: 'ticket'; instanceId: string; ownerId: string | null; userIds: string[] }
  | { to: 'users'; userIds: string[]; admins: boolean }
  | { to: 'people'; userIds: string[] }
  | { to: 'route'; route: PermissionName };
