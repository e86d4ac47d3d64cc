/** Without a sign of life for so long a user counts as gone, also where no other node is left to find theirs dead. */
export const PRESENCE_SECONDS = 150;

/** SQL: whether the user in the row `alias` is at work. */
export const onlineSql = (alias: string): string =>
  `(${alias}.is_connected and coalesce(${alias}.last_seen_at > now() - interval '${PRESENCE_SECONDS} seconds', false))`;

/** SQL: whether the user in the row `alias` is at work, or was cut off so lately that they may be back. */
export const presentSql = (alias: string): string =>
  `(${alias}.is_connected
    and coalesce(coalesce(${alias}.last_seen_at, ${alias}.left_at) > now() - interval '${PRESENCE_SECONDS} seconds', false))`;
