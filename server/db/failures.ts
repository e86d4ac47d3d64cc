/** The database can't be reached; nothing was changed. */
export class DatabaseUnavailable extends Error {
  constructor(cause: unknown) {
    super('The database can not be reached', { cause });
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

/** A change waited too long behind others of its tenant; it was never begun. */
export class WaitedTooLong extends Error {
  constructor() {
    super('The change waited too long behind others of its tenant');
    this.name = 'WaitedTooLong';
  }
}

/** Why the database failed at something that may succeed when it is tried again later. */
export type PassingFailure =
  /** The connection was refused, lost or ended by the database. */
  | 'unreachable'
  /** A commit whose answer was lost. */
  | 'uncertain'
  /** Another transaction was in the way, more often than was tried again. */
  | 'conflict'
  /** A lock, or the tenant's line, took too long. */
  | 'locked'
  /** A statement took too long, or an operator canceled it. */
  | 'canceled'
  /** Connections, memory or disk ran out. */
  | 'exhausted'
  /** The database takes no changes: a standby, or one being moved. */
  | 'readOnly';

/** read_only_sql_transaction */
const READ_ONLY = '25006';

/** What ends a connection along with the statement: another one may answer. */
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
  // Read-only: a standby, most likely the primary of before. Another connection leads to the new one.
  READ_ONLY,
]);

/** The other passing SQLSTATEs; two letters stand for a class. */
const PASSING_STATES: Readonly<Record<string, PassingFailure>> = {
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

/** What pg, or the server at a connection's start, says without a code of its own. */
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

/** The connection is lost, or never was; nothing of its transaction can be asked any more. */
export function isConnectionFailure(error: unknown): boolean {
  const code = codeOf(error);
  if (LOST_CONNECTION.has(code) || code.startsWith('08')) return true;
  return error instanceof Error && CONNECTION_MESSAGE.test(error.message);
}

/**
 * Why a failure passes; undefined for one that the same input would meet again. Everything that
 * answers somebody goes by this list: REST and GraphQL say 503, and so does a webhook, which the provider repeats.
 */
export function passingFailureOf(error: unknown): PassingFailure | undefined {
  if (error instanceof CommitUncertain) return 'uncertain';
  if (error instanceof WaitedTooLong) return 'locked';
  if (isReadOnly(error)) return 'readOnly';
  if (error instanceof DatabaseUnavailable || isConnectionFailure(error)) return 'unreachable';
  const code = codeOf(error);
  return PASSING_STATES[code] ?? (/^[0-9A-Z]{5}$/.test(code) ? PASSING_STATES[code.slice(0, 2)] : undefined);
}

export function isPassingFailure(error: unknown): boolean {
  return passingFailureOf(error) !== undefined;
}

/** The connection was known to be lost before the statement could go out: it certainly did nothing. */
export function isUnsent(error: unknown): boolean {
  return error instanceof Error && error.message.includes('not queryable');
}

/** A statement that came after a failed one of its transaction: not the cause. */
export function isAftermath(error: unknown): boolean {
  return codeOf(error) === '25P02';
}

/** The database takes no changes: a standby, or one that was set to it. */
export function isReadOnly(error: unknown): boolean {
  return codeOf(error) === READ_ONLY;
}

/** The database refused a transaction because of another one; the same again may succeed. */
export function isConflict(error: unknown): boolean {
  const code = codeOf(error);
  return code === '40001' || code === '40P01';
}

/** A unique index refused a row; `constraint` narrows it to one. */
export function isDuplicate(error: unknown, constraint?: string): boolean {
  return codeOf(error) === '23505' && (constraint === undefined || constraintOf(error) === constraint);
}

const TEXT_CODES = new Set(['22021', '22P05']);
const VALUE_CODES = new Set(['22003', '22P02']);

/** A text that no column can hold: a NUL, or half a character. */
export function isUnstorableText(error: unknown): boolean {
  return TEXT_CODES.has(codeOf(error));
}

/** A value that its column's type doesn't have: an id too large, a UUID that is none. No row has it. */
export function isImpossibleValue(error: unknown): boolean {
  return VALUE_CODES.has(codeOf(error));
}
