/**
 * Without a heartbeat for this long a user counts as disconnected, even if no other node notices their node's death.
 */
export const PRESENCE_SECONDS = 150;

/** A reloaded page reconnects within this time; without a socket by then the user counts as disconnected. */
export const DEPARTURE_GRACE_MS = 5_000;

/** SQL: whether the user in the row `alias` has a page open. */
export const reachedSql = (alias: string): string =>
  `coalesce(${alias}.last_seen_at > now() - interval '${PRESENCE_SECONDS} seconds', false)`;

/** SQL: whether the user in the row `alias` is at work. */
export const onlineSql = (alias: string): string => `(${alias}.is_connected and ${reachedSql(alias)})`;

/** SQL: whether the user in row `alias` has a page open, but set themselves away. */
export const awaySql = (alias: string): string =>
  `(${alias}.is_away and not ${alias}.is_connected and ${reachedSql(alias)})`;

/** SQL: whether the user in row `alias` is at work, or lost the connection so recently that they may return. */
export const presentSql = (alias: string): string =>
  `(${alias}.is_connected
    and coalesce(coalesce(${alias}.last_seen_at, ${alias}.left_at) > now() - interval '${PRESENCE_SECONDS} seconds', false))`;
