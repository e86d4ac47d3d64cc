import { invalid } from '../errors.ts';

/** A client's id in canonical form; undefined if it isn't a UUID. */
export function parseClientId(value: string): string | undefined {
  const lower = value.toLowerCase();
  return /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/.test(lower) ? lower : undefined;
}

/** The same for an optional id; refuses a malformed one. */
export function parseOptionalClientId(value: string | null | undefined): string | null {
  if (value === null || value === undefined) return null;
  const clientId = parseClientId(value);
  if (clientId === undefined) throw invalid('error.invalid', { client_id: 'error.invalid' });
  return clientId;
}
