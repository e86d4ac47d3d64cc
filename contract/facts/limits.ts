/** Limits shared by both sides. Times are in milliseconds. */
export const CHAT_PAGE_SIZE = 10;
export const CONVERSATION_PAGE_SIZE = 50;
export const TENANT_PAGE_SIZE = 4;
/** Largest page of any list, whatever the call asks for. */
export const PAGE_SIZE_MAX = 100;
/** Highest page number that a list may be asked for. */
export const PAGE_MAX = 1_000_000;
/** Most messages of a conversation that one call returns. */
export const CONVERSATION_PAGE_MAX = 200;
/** Messages found by their words, a page. */
export const FOUND_PAGE_SIZE = 20;
/** Longest message text, in UTF-16 units; the Cloud API's limit. */
export const MESSAGE_MAX_LENGTH = 4096;
/** Longest quoted text, in characters (code points); a longer one is cut and ends with `…`. */
export const QUOTE_MAX_LENGTH = 200;
/** Characters (code points) of a long text that one call returns: the longest text WhatsApp lets a customer write. */
export const TEXT_PART_LENGTH = 65_536;
/** Longest note of a transfer, in UTF-16 units. */
export const TRANSFER_NOTE_MAX_LENGTH = 500;
/** Longest caption of an image, in UTF-16 units; the Cloud API's limit. */
export const CAPTION_MAX_LENGTH = 1024;
/** Longest URL of an image, in UTF-16 units, with non-ASCII characters escaped. */
export const IMAGE_URL_MAX_LENGTH = 2048;

/** Largest picture of a user or a customer, in bytes. */
export const PORTRAIT_MAX = 200 * 1024;

/** Of a place's name and address, each. */
export const PLACE_TEXT_MAX_LENGTH = 200;

/** Of each text of a contact card: its names, numbers and addresses. */
export const CARD_TEXT_MAX_LENGTH = 80;

/** Most numbers, and most e-mail addresses, of a contact card. */
export const CARD_ADDRESSES_MAX = 3;
export const SOCKET_PING_MS = 300_000;
export const SOCKET_RECONNECT_MS = 1_000;
/** A socket is considered dead after this long without a frame. */
export const SOCKET_SILENCE_MS = 60_000;
/** Interval at which the server sends a pong unasked. */
export const SOCKET_HEARTBEAT_MS = 25_000;
/** Without news of a colleague's page for this long, it counts as closed. */
export const PRESENCE_SILENCE_MS = 70_000;
export const SOCKET_TICKET_MS = 30_000;
export const NOTIFICATION_CLEAR_MS = 300;
export const ACCESS_TOKEN_MS = 600_000;
/** A free text may be sent for this long after the customer's last message. */
export const SERVICE_WINDOW_MS = 86_400_000;
/** Attendants are notified when less than this is left of it. */
export const SERVICE_WINDOW_SHORT_MS = 7_200_000;
export const STARRED_PAGES_MAX = 10;
export const PASSWORD_MIN_LENGTH = 8;
export const PASSWORD_MAX_LENGTH = 1024;
/** Longest second-factor code: a recovery code with its hyphens. */
export const CODE_MAX_LENGTH = 32;

/** Longest search, in UTF-16 units. */
export const SEARCH_TEXT_MAX = 200;
/** Longest host name. */
export const HOST_MAX_LENGTH = 253;

/** A search matches the beginning of protocols from this many characters on: fewer would be part of a date. */
export const PROTOCOL_SEARCH_MIN = 9;

/** Per cent of the monthly message limit at which administrators are warned. */
export const MESSAGE_LIMIT_WARNINGS = [80, 100] as const;
/** Largest file that the time machine opens; a log of 100,000 events has a third of it. */
export const LOG_FILE_MAX_BYTES = 256 * 1024 * 1024;
