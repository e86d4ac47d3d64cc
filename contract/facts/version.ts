/**
 * Version of the wire. Page and server exchange theirs; if they differ, the page offers to reload. Raise it whenever a
 * schema, type or call changes; a test in `tests/contract` holds the hash.
 */
export const CONTRACT_VERSION = 23;
/** Pages from this version on take several frames as a JSON array in one message. */
export const BATCHES_SINCE = 16;
