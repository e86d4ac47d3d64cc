/* Numbers that only the machines keep to. Times are in milliseconds. */

/** A socket that hasn't greeted for so long is given up. */
export const SOCKET_OPENING_MS = 15_000;
/** The browser says there is no network; it is wrong at times, so we look again so often. */
export const SOCKET_OFFLINE_MS = 30_000;
/** A notice that needs no answer goes by itself after so long. */
export const NOTICE_SHOWN_MS = 6_000;
/** A resync that failed is asked again after so long. */
export const RESYNC_RETRY_MS = 1_000;
/** So many of a customer's earlier attendances are shown. */
export const HISTORY_SIZE = 10;
/** What became of a send is asked again after so long, then twice as long each time, up to the last. */
export const RESOLVE_FIRST_MS = 2_000;
export const RESOLVE_LAST_MS = 30_000;
