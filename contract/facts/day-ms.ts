/** A day in milliseconds; apart from `days.ts`, which the page's first download doesn't need. */
export const DAY_MS = 86_400_000;
