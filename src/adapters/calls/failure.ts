import type { ErrorDetail } from '../../../contract/errors.ts';
import type { Failure } from '../../machines/entities/failure.ts';

const plain = { params: {}, fields: {}, requestId: null } as const;

/** The session ended before the call did. */
export const ABANDONED: Failure = { code: 'ABANDONED', key: 'error.session.expired', ...plain };
/** No answer came. */
export const NO_ANSWER: Failure = { code: 'NETWORK', key: 'error.network', ...plain };
/** No answer came in time. */
export const TOO_LATE: Failure = { code: 'NETWORK', key: 'error.timeout', ...plain };
/** The server no longer knows the session, and said no more. */
export const SESSION_OVER: Failure = { code: 'UNAUTHENTICATED', key: 'error.session.expired', ...plain };
export const NOT_FOUND: Failure = { code: 'NOT_FOUND', key: 'error.notFound', ...plain };
/** The REST login's answer to a wrong e-mail or password. */
export const LOGIN_FAILED: Failure = { code: 'UNAUTHENTICATED', key: 'error.login.failed', ...plain };
/** The GraphQL login's answer without a token. */
export const LOGIN_NO_TOKEN: Failure = { code: 'UNAUTHENTICATED', key: 'error.login.noToken', ...plain };
export const LOGIN_OTHER_TENANT: Failure = { code: 'FORBIDDEN', key: 'error.login.otherTenant', ...plain };

/** An answer that the contract doesn't know. A status from 500 on comes from something in front of the server. */
export function unreadable(status: number): Failure {
  return { code: 'REJECTED_INPUT', key: status >= 500 ? 'error.unavailable' : 'error.unknown', ...plain };
}

/** A refusal in the contract's words. */
export function refusal(detail: ErrorDetail, requestId: string | undefined): Failure {
  return {
    code: detail.code,
    key: detail.key,
    params: detail.params ?? {},
    fields: detail.fields ?? {},
    requestId: requestId ?? null,
  };
}
