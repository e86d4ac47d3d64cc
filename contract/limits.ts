/** Numbers that both sides keep to. Times are in milliseconds. */
export const CHAT_PAGE_SIZE = 10;
export const CONVERSATION_PAGE_SIZE = 50;
export const TENANT_PAGE_SIZE = 4;
/** Longest text a message may have, in UTF-16 units; the Cloud API's own limit. */
export const MESSAGE_MAX_LENGTH = 4096;
/** Characters (code points) of a message that a quote of it, or a reaction, carries; a longer one ends with `…`. */
export const QUOTE_MAX_LENGTH = 200;
/** Characters (code points) of a long text that one call answers: the longest that a customer can write in WhatsApp. */
export const TEXT_PART_LENGTH = 65_536;
/** Longest words beside an image, in UTF-16 units; the Cloud API's own limit. */
export const CAPTION_MAX_LENGTH = 1024;
/** Longest address of an image, in UTF-16 units as it is sent: non-ASCII characters count escaped. */
export const IMAGE_URL_MAX_LENGTH = 2048;
export const SOCKET_PING_MS = 300_000;
export const SOCKET_RECONNECT_MS = 1_000;
/** A socket from which nothing came for so long is taken for dead. */
export const SOCKET_SILENCE_MS = 60_000;
/** The server sends a pong by itself so often. */
export const SOCKET_HEARTBEAT_MS = 25_000;
export const SOCKET_TICKET_MS = 30_000;
export const NOTIFICATION_CLEAR_MS = 300;
export const ACCESS_TOKEN_MS = 600_000;
/** After the customer's last message a free text may be sent for so long. */
export const SERVICE_WINDOW_MS = 86_400_000;
export const STARRED_PAGES_MAX = 10;
export const PASSWORD_MIN_LENGTH = 8;
