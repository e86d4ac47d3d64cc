/**
 * Who an event of the tenant's stream is for. Checked again whenever it is sent, also on a replay.
 * `instance`: the users linked with the instance, and administrators.
 * `ticket`: the ticket's owner, or while it has none the users of its instance, and administrators;
 *   `userIds` adds those who should hear of it besides (a former owner, the next one).
 * `users`: those users, if they may attend; with `admins`, administrators too.
 * `people`: those users, whatever they may do.
 */
export type Audience =
  | { to: 'all' }
  | { to: 'instance'; instanceId: string }
  | { to: 'ticket'; instanceId: string; ownerId: string | null; userIds: string[] }
  | { to: 'users'; userIds: string[]; admins: boolean }
  | { to: 'people'; userIds: string[] };
