import type { ErrorDetail } from '../../../contract/errors.ts';
import type { Failure } from '../../machines/entities/failure.ts';
import type { CallResult } from './call.ts';

const plain = { params: {}, fields: {}, requestId: null } as const;

/** The session ended first. */
export const ABANDONED: Failure = { code: 'ABANDONED', key: 'error.session.expired', ...plain };
/** No response. */
export const NO_ANSWER: Failure = { code: 'NETWORK', key: 'error.network', ...plain };
/** No response in time. */
export const TOO_LATE: Failure = { code: 'NETWORK', key: 'error.timeout', ...plain };
/** The server rejected the session without an error of its own. */
export const SESSION_OVER: Failure = { code: 'UNAUTHENTICATED', key: 'error.session.expired', ...plain };
export const NOT_FOUND: Failure = { code: 'NOT_FOUND', key: 'error.notFound', ...plain };
/** The REST login's wrong e-mail or password. */
export const LOGIN_FAILED: Failure = { code: 'UNAUTHENTICATED', key: 'error.login.failed', ...plain };
/** A GraphQL login without a token. */
export const LOGIN_NO_TOKEN: Failure = { code: 'UNAUTHENTICATED', key: 'error.login.noToken', ...plain };
export const LOGIN_OTHER_TENANT: Failure = { code: 'FORBIDDEN', key: 'error.login.otherTenant', ...plain };

/** A response that doesn't match the contract. From status 500 on it comes from a proxy. */
export function unreadable(status: number): Failure {
  return { code: 'REJECTED_INPUT', key: status >= 500 ? 'error.unavailable' : 'error.unknown', ...plain };
}

/** A contract error. */
export function refusal(detail: ErrorDetail, requestId: string | undefined): Failure {
  return {
    code: detail.code,
    key: detail.key,
    params: detail.params ?? {},
    fields: detail.fields ?? {},
    requestId: requestId ?? null,
  };
}

/** The failure of a repeatable call: an uncertain outcome counts as no answer. */
export function failureOf({ failure, inDoubt }: Extract<CallResult<unknown>, { ok: false }>): Failure {
  return inDoubt && failure.code !== 'ABANDONED' ? { ...failure, code: 'NETWORK' } : failure;
}
