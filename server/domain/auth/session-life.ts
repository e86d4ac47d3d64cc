const HOUR_MS = 3_600_000;

/** How long a session lives without a refresh: a shift, or a month for one that is to be remembered. */
export function sessionEnd(now: Date, remember: boolean): Date {
  return new Date(now.getTime() + (remember ? 30 * 24 : 12) * HOUR_MS);
}

/** A token that was replaced is still good for so long: tabs that refresh at the same time, calls that are repeated. */
export const GRACE_MS = 10_000;

/** Replaced tokens that are kept at most: nobody in their right mind renews so often within the grace. */
export const RETIRED_MAX = 20;
