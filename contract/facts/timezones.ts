/**
 * A place's time zone by a name of it, as Intl calls it: `brazil/west` is `America/Manaus`. Undefined if there is none;
 * `+03:00` or `EST` is of no place.
 */
export function timezoneOf(name: string): string | undefined {
  if (!/^(?:utc|[a-z]+\/[\w+/-]+)$/iu.test(name)) return undefined;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return undefined;
  }
}
