/* Limits that only the machines use. Times are in milliseconds. */

/** Timeout for a socket's greeting. */
export const SOCKET_OPENING_MS = 15_000;
/** Retry interval while the browser says it is offline, as it may be wrong. */
export const SOCKET_OFFLINE_MS = 30_000;
/** How long a notice that needs no answer is shown. */
export const NOTICE_SHOWN_MS = 6_000;
/** How long a finish can be undone. */
export const FINISH_UNDO_MS = 8_000;
/** Delay before a failed resync is retried. */
export const RESYNC_RETRY_MS = 1_000;
/** Delay before view counts that no frame reported are fetched again. */
export const VIEWS_RENEW_MS = 2_000;
/** How fast audio can be played. */
export const AUDIO_SPEEDS: readonly number[] = [1, 1.5, 2];
/** Number of emojis kept as recently used. */
export const RECENT_EMOJIS = 18;
/** Number of a customer's earlier attendances shown. */
export const HISTORY_SIZE = 10;
/** Backoff after calls without an answer: starts at `RESOLVE_FIRST_MS` and doubles up to `RESOLVE_LAST_MS`. */
export const RESOLVE_FIRST_MS = 2_000;
export const RESOLVE_LAST_MS = 30_000;

/** Volume of sounds, 0 to 1, unless the user chose another. */
export const VOLUME_DEFAULT = 0.5;
