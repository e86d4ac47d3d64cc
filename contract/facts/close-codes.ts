/** Codes 4400 to 4499 are final: the client doesn't reconnect by itself. After any other it does. */
export const CLOSE = {
  /** The opening request was wrong: tenant, user or parameters. */
  badRequest: 4400,
  /** The ticket was missing, used, expired or another user's: the client needs a token. */
  unauthorized: 4401,
  /** An administrator disconnected the user. */
  disconnected: 4403,
  /** The user or the company has too many sockets open; for a user, the oldest is closed. */
  tooMany: 4429,
  /** The client reads its frames too slowly: it reconnects and resumes. */
  tooSlow: 4500,
  /** Maintenance: calls say so, and until when. The client reconnects. */
  maintenance: 4503,
  /** The server is shutting down: the client reconnects. */
  restarting: 1012,
} as const;

/** A browser's code for a connection that broke without one. */
export const ABNORMAL_CLOSE = 1006;

/** Close reason sent with `disconnected` when the whole company was disconnected. */
export const COMPANY_CLOSED = 'company';

export function isFinalClose(code: number): boolean {
  return code >= 4400 && code <= 4499;
}
