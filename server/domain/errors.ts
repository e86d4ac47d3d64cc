import type { ErrorCode } from '../../contract/errors.ts';

export type ErrorParams = Record<string, string | number>;

/** A rule refused: what it is, the catalogue's key of its text, and which inputs caused it. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly key: string;
  readonly params: ErrorParams | undefined;
  /** Input's name to the key of what is wrong with it. */
  readonly fields: Record<string, string> | undefined;

  constructor(code: ErrorCode, key: string, details: { params?: ErrorParams; fields?: Record<string, string> } = {}) {
    super(key);
    this.name = 'DomainError';
    this.code = code;
    this.key = key;
    this.params = details.params;
    this.fields = details.fields;
  }
}

/** Why a call has no user: no token, one too old, one that is none, or one whose session or user is gone. */
export type RefusalReason = 'missing' | 'expired' | 'invalid' | 'unauthorized';

/** The call needs a login. */
export class AuthRefused extends DomainError {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super('UNAUTHENTICATED', 'error.session.expired');
    this.name = 'AuthRefused';
    this.reason = reason;
  }
}

/** What isn't there, isn't this tenant's, or isn't for this user to see: all the same answer. */
export function notFound(): DomainError {
  return new DomainError('NOT_FOUND', 'error.notFound');
}

export function forbidden(): DomainError {
  return new DomainError('FORBIDDEN', 'error.forbidden');
}

export function invalid(key = 'error.invalid', fields?: Record<string, string>): DomainError {
  return new DomainError('INVALID', key, fields === undefined ? {} : { fields });
}

export function conflict(key = 'error.conflict'): DomainError {
  return new DomainError('CONFLICT', key);
}

/** Too much was asked for; it may be asked again in `waitMs`. `key` names other words than the usual ones. */
export function tooMany(waitMs: number, key = 'error.tooMany'): DomainError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  // People are told minutes from one on; 0 is less.
  const minutes = seconds < 60 ? 0 : Math.ceil(seconds / 60);
  return new DomainError('TOO_MANY', key, { params: { seconds, minutes, hours: Math.ceil(minutes / 60) } });
}
