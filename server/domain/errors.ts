import type { ErrorCode } from '../../contract/facts/errors.ts';

export type ErrorParams = Record<string, string | number>;

/** A refusal by a rule: its kind, the catalogue id of its text, and the inputs that caused it. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly key: string;
  readonly params: ErrorParams | undefined;
  /** By input name, the catalogue id of what is wrong with it. */
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

/** Why a call has no user: no token, an expired one, an invalid one, or one whose session or user is gone. */
export type RefusalReason = 'missing' | 'expired' | 'invalid' | 'unauthorized';

/** More bytes than allowed. */
export class TooLarge extends DomainError {
  constructor(key: string, details: { params?: ErrorParams; fields?: Record<string, string> }) {
    super('INVALID', key, details);
    this.name = 'TooLarge';
  }
}

/** The call needs a login. */
export class AuthRefused extends DomainError {
  readonly reason: RefusalReason;

  constructor(reason: RefusalReason) {
    super('UNAUTHENTICATED', 'error.session.expired');
    this.name = 'AuthRefused';
    this.reason = reason;
  }
}

/** For what doesn't exist, is another tenant's, or is hidden from the user: the same answer. */
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

/** Too many requests; retry after `waitMs`. `key` replaces the usual text. */
export function tooMany(waitMs: number, key = 'error.tooMany'): DomainError {
  const seconds = Math.max(1, Math.ceil(waitMs / 1000));
  // Shown to users from one minute on; 0 means less.
  const minutes = seconds < 60 ? 0 : Math.ceil(seconds / 60);
  return new DomainError('TOO_MANY', key, { params: { seconds, minutes, hours: Math.ceil(minutes / 60) } });
}
