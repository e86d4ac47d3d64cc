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

const READ_ONLY = '25006';
const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  // Read-only: a standby, most likely the primary of before. Another connection leads to the new one.
  READ_ONLY,
]);
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

export function isConnectionFailure(error: unknown): boolean {
  const code = codeOf(error);
  if (CONNECTION_CODES.has(code) || code.startsWith('08')) return true;
  return error instanceof Error && CONNECTION_MESSAGE.test(error.message);
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
