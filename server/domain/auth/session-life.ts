const HOUR_MS = 3_600_000;

/** How long a session lives without a refresh: a shift, or a month for one that is to be remembered. */
export function sessionEnd(now: Date, remember: boolean): Date {
  return new Date(now.getTime() + (remember ? 30 * 24 : 12) * HOUR_MS);
}

/** The token before the last is still good for so long: tabs that refresh at the same time. */
export const GRACE_MS = 10_000;
