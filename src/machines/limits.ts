import type * as contract from '../../contract/limits.ts';

/*
 * Numbers the machines keep to. Those of the contract are written again, as the machines take only
 * its types; the types below refuse another number. Times are in milliseconds.
 */

export const CHAT_PAGE_SIZE: typeof contract.CHAT_PAGE_SIZE = 10;
export const CONVERSATION_PAGE_SIZE: typeof contract.CONVERSATION_PAGE_SIZE = 50;
export const SERVICE_WINDOW_MS: typeof contract.SERVICE_WINDOW_MS = 86_400_000;
export const SOCKET_PING_MS: typeof contract.SOCKET_PING_MS = 300_000;
export const SOCKET_RECONNECT_MS: typeof contract.SOCKET_RECONNECT_MS = 1_000;
export const SOCKET_SILENCE_MS: typeof contract.SOCKET_SILENCE_MS = 60_000;
export const NOTIFICATION_CLEAR_MS: typeof contract.NOTIFICATION_CLEAR_MS = 300;

/** A socket that hasn't greeted for so long is given up. */
export const SOCKET_OPENING_MS = 15_000;
/** The browser says there is no network; it is wrong at times, so we look again so often. */
export const SOCKET_OFFLINE_MS = 30_000;
/** A notice that needs no answer goes by itself after so long. */
export const NOTICE_SHOWN_MS = 6_000;
/** A resync that failed is asked again after so long. */
export const RESYNC_RETRY_MS = 1_000;
/** A resync fetches at most so many tickets, the most the server gives at once; what is further down is loaded as one scrolls. */
export const RESYNC_MAX = 100;
/** A conversation is fetched anew with at most so many messages; the contract gives no more at once. */
export const CONVERSATION_REFETCH_MAX = 200;
/** So many of a customer's earlier attendances are shown. */
export const HISTORY_SIZE = 10;
/** What became of a send is asked again after so long, then twice as long each time, up to the last. */
export const RESOLVE_FIRST_MS = 2_000;
export const RESOLVE_LAST_MS = 30_000;
