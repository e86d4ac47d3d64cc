/** Codes 4400 to 4499 are final: the client doesn't reconnect by itself. Any other is tried again. */
export const CLOSE = {
  /** The opening request was wrong: tenant, user or parameters. */
  badRequest: 4400,
  /** The ticket was missing, used, expired or another user's: a token is needed. */
  unauthorized: 4401,
  /** An administrator disconnected the user. */
  disconnected: 4403,
  /** The user, or the company, has too many sockets open; of the user's it is the oldest that is closed. */
  tooMany: 4429,
  /** The receiver is too slow for its frames: connect again and resume. */
  tooSlow: 4500,
  /** The platform is worked on: calls say so, and until when. Comes again. */
  maintenance: 4503,
  /** The server is going down: connect again. */
  restarting: 1012,
} as const;

/** The reason beside `disconnected` where it wasn't the user: their company's access was ended. */
export const COMPANY_CLOSED = 'company';

export function isFinalClose(code: number): boolean {
  return code >= 4400 && code <= 4499;
}
