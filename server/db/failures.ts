/** The database is unreachable; nothing was changed. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database is unreachable', { cause });
    this.name = 'DatabaseUnavailable';
  }
}

/** The connection broke during the commit: the change may have happened or not. */
export class CommitUncertain extends Error {
  constructor(cause: unknown) {
    super('The connection to the database broke during a commit', { cause });
    this.name = 'CommitUncertain';
  }
}

/** A change waited too long behind others of its tenant; it never started. */
export class WaitedTooLong extends Error {
  constructor() {
    super('The change waited too long behind others of its tenant');
    this.name = 'WaitedTooLong';
  }
}

/** A transient database failure: retrying later may succeed. */
export type TransientFailure =
  /** The connection was refused, lost or ended by the database. */
  | 'unreachable'
  /** A commit whose answer was lost. */
  | 'uncertain'
  /** Other transactions interfered, more often than we retry. */
  | 'conflict'
  /** A lock, or the tenant's queue, took too long. */
  | 'locked'
  /** A statement timed out, or an operator cancelled it. */
  | 'canceled'
  /** Out of connections, memory or disk. */
  | 'exhausted'
  /** The database is read-only: a standby, or one being moved. */
  | 'readOnly';

/** read_only_sql_transaction */
const READ_ONLY = '25006';

/** Failures that end the connection too: another one may work. */
const LOST_CONNECTION: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  // idle_in_transaction_session_timeout, transaction_timeout
  '25P03',
  '25P04',
  // admin_shutdown, crash_shutdown, cannot_connect_now, database_dropped, idle_session_timeout
  '57P01',
  '57P02',
  '57P03',
  '57P04',
  '57P05',
  // too_many_connections
  '53300',
  // Read-only: a standby, most likely the former primary. Another connection reaches the new one.
  READ_ONLY,
]);

/** Further transient SQLSTATEs; two letters mean a whole class. */
const TRANSIENT_STATES: Readonly<Record<string, TransientFailure>> = {
  '08': 'unreachable',
  // serialization_failure, deadlock_detected
  '40001': 'conflict',
  '40P01': 'conflict',
  '53': 'exhausted',
  // lock_not_available
  '55P03': 'locked',
  // query_canceled (statement_timeout too) and the rest of operator_intervention
  '57': 'canceled',
  // system_error, io_error
  '58000': 'exhausted',
  '58030': 'exhausted',
};

/** Messages of pg, or of the server on connecting, that have no code. */
const CONNECTION_MESSAGE =
  /connection terminated|connection ended|timeout exceeded when trying to connect|not queryable|connection error|not currently accepting connections/i;

/** SQLSTATE or system code of a failure, '' when it has none. */
export function codeOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string'
    ? error.code
    : '';
}

/** Name of the constraint that a failed statement broke, '' when it broke none. */
export function constraintOf(error: unknown): string {
  return typeof error === 'object' && error !== null && 'constraint' in error && typeof error.constraint === 'string'
    ? error.constraint
    : '';
}

/** The connection was lost or never established; its transaction can't be queried any more. */
export function isConnectionFailure(error: unknown): boolean {
  const code = codeOf(error);
  // A local socket disappears while the database restarts.
  if (code === 'ENOENT' && error instanceof Error && 'syscall' in error) return error.syscall === 'connect';
  if (LOST_CONNECTION.has(code) || code.startsWith('08')) return true;
  return error instanceof Error && CONNECTION_MESSAGE.test(error.message);
}

/**
 * The kind of a transient failure; undefined if the same input would fail again. Decides all answers: REST and GraphQL
 * return 503, and so do webhooks, which the provider retries.
 */
export function transientFailureOf(error: unknown): TransientFailure | undefined {
  if (error instanceof CommitUncertain) return 'uncertain';
  if (error instanceof WaitedTooLong) return 'locked';
  if (isReadOnly(error)) return 'readOnly';
  if (error instanceof DatabaseUnavailable || isConnectionFailure(error)) return 'unreachable';
  const code = codeOf(error);
  return TRANSIENT_STATES[code] ?? (/^[0-9A-Z]{5}$/.test(code) ? TRANSIENT_STATES[code.slice(0, 2)] : undefined);
}

export function isTransientFailure(error: unknown): boolean {
  return transientFailureOf(error) !== undefined;
}

/** The connection was lost before the statement was sent: it certainly had no effect. */
export function isUnsent(error: unknown): boolean {
  return error instanceof Error && error.message.includes('not queryable');
}

/** A statement after a failed one of its transaction: not the cause. */
export function isAftermath(error: unknown): boolean {
  return codeOf(error) === '25P02';
}

/** The database is read-only: a standby, or set to it. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === READ_ONLY;
}

/** Refused because of another transaction; a retry may succeed. */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40001' || code === '40P01';
}

/** statement_timeout, or an operator's cancellation. */
export function isCanceled(error: unknown): boolean {
  return codeOf(error) === '57014';
}

/** A unique index refused a row; `constraint` restricts it to one index. */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  return codeOf(error) === '23505' && (constraint === undefined || constraintOf(error) === constraint);
}

const TEXT_CODES = new Set(['22021', '22P05']);
const VALUE_CODES = new Set(['22003', '22P02']);

/** A text that no column can hold: with a NUL or a lone surrogate. */
export function isUnstorableText(error: unknown): boolean {
  return TEXT_CODES.has(codeOf(error));
}

/** A value outside its column's type: a too large id, a malformed UUID. No row has it. */
export function isImpossibleValue(error: unknown): boolean {
  return VALUE_CODES.has(codeOf(error));
}
