import { pino } from 'pino';
import type { DestinationStream, Logger } from 'pino';

export type Log = Logger;

const SECRETS = [
  'password',
  'token',
  'access_token',
  'refresh_token',
  'ticket',
  'secret',
  'authorization',
  'cookie',
  'set-cookie',
  'x-hub-signature-256',
];

/** Every secret at the top, one and two levels down. */
const REDACTED = SECRETS.flatMap((name) => {
  const key = name.includes('-') ? `["${name}"]` : name;
  const under = name.includes('-') ? key : `.${key}`;
  return [key, `*${under}`, `*.*${under}`];
});

/** How errors are logged. Without other fields: a database error contains its whole connection, and possibly values. */
function serializeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : undefined;
  return { name, message, code, stack, ...(cause === undefined ? {} : { cause: serializeError(cause) }) };
}

/** The server's log: JSON lines with secrets redacted. `level` is one of pino's, or `silent`. */
export function createLog(options: { level: string; destination?: DestinationStream }): Log {
  const settings = {
    level: options.level,
    base: null,
    serializers: { err: serializeError },
    redact: { paths: REDACTED, censor: '[redacted]' },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
  };
  return options.destination ? pino(settings, options.destination) : pino(settings);
}
