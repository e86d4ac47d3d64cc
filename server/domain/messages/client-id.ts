/** A client's id in canonical form; undefined if it isn't a UUID. */
export function parseClientId(value: string): string | undefined {
  const lower = value.toLowerCase();
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(lower) ? lower : undefined;
}
