import { codeOf, DatabaseUnavailable, isConnectionFailure } from './failures.ts';

/** Why PostgreSQL refuses the connection, in one sentence without the password; undefined for other failures. */
export function explainConnection(failure: unknown, address: string, setting = 'DATABASE_URL'): string | undefined {
  const error = failure instanceof DatabaseUnavailable ? failure.cause : failure;
  const url = new URL(address);
  const place = `${url.hostname || 'localhost'}:${url.port || '5432'}`;
  const user = decodeURIComponent(url.username);
  const database = decodeURIComponent(url.pathname.slice(1)) || user;
  const message = error instanceof Error ? error.message : String(error);
  const code = codeOf(error);
  switch (code) {
    case '28P01':
    case '28000':
      return `${setting}: the PostgreSQL at ${place} refuses the login of "${user}": ${message}.`;
    case '3D000':
      return `${setting}: the PostgreSQL at ${place} has no database "${database}". Create it, or name another.`;
    case '25006':
      return `${setting}: the PostgreSQL at ${place} takes no changes to "${database}": it is a standby, or default_transaction_read_only is on. Name the primary, or switch that off.`;
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return `${setting}: the host "${url.hostname}" is unknown (${code}).`;
    case 'ECONNREFUSED':
      return `${setting}: no PostgreSQL answers at ${place} (${code}).`;
  }
  if (/password must be a (?:non-empty )?string/.test(message)) {
    return `${setting}: the PostgreSQL at ${place} asks for a password, and the address has none.`;
  }
  if (/\bSSL\b|certificate/i.test(message)) {
    return `${setting}: there is no encrypted connection to the PostgreSQL at ${place}: ${message}.`;
  }
  if (isConnectionFailure(error) || message === 'timeout expired') {
    return `${setting}: the PostgreSQL at ${place} can't be reached: ${message}.`;
  }
  return undefined;
}
