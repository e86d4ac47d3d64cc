import { STATUS_CODES } from 'node:http';
import type { FastifyReply } from 'fastify';
import type { ErrorCode, UnauthorizedStatus } from '../../contract/facts/errors.ts';
import { GRAPHQL_UNAUTHORIZED, MAINTENANCE_STATUS } from '../../contract/facts/errors.ts';
import type { ErrorDetail, RestError } from '../../contract/errors.ts';
import { isImpossibleValue, isTransientFailure, isUnstorableText } from '../db/failures.ts';
import { AuthRefused, DomainError, TooLarge } from '../domain/errors.ts';
import type { RefusalReason } from '../domain/errors.ts';

const HTTP_STATUS: Record<ErrorCode, number> = {
  INVALID: 400,
  UNAUTHENTICATED: 401,
  FORBIDDEN: 403,
  NOT_FOUND: 404,
  CONFLICT: 409,
  TOO_MANY: 429,
  UNAVAILABLE: 503,
  INTERNAL: 500,
};

const REST_401: Record<RefusalReason, UnauthorizedStatus> = {
  missing: 'Authorization Token not found',
  expired: 'Token is Expired',
  invalid: 'Token is Invalid',
  unauthorized: 'Unauthorized',
};

const GRAPHQL_401: Record<RefusalReason, string> = {
  missing: GRAPHQL_UNAUTHORIZED.missing,
  expired: GRAPHQL_UNAUTHORIZED.expired,
  invalid: GRAPHQL_UNAUTHORIZED.unauthorized,
  unauthorized: GRAPHQL_UNAUTHORIZED.unauthorized,
};

/** A failure as clients see it. `isOurs`: a server error, to be logged as one. */
export type Refusal = { httpStatus: number; detail: ErrorDetail; reason: RefusalReason | undefined; isOurs: boolean };

/** Maps any failure to a refusal; unknown ones become INTERNAL without details. */
export function refusalOf(error: unknown, requestId: string): Refusal {
  if (error instanceof DomainError) {
    const { code, key, params, fields } = error;
    return {
      httpStatus: error instanceof TooLarge ? 413 : HTTP_STATUS[code],
      detail: { code, key, ...(params && { params }), ...(fields && { fields }) },
      reason: error instanceof AuthRefused ? error.reason : undefined,
      isOurs: code === 'INTERNAL',
    };
  }
  if (isTransientFailure(error)) {
    return {
      httpStatus: 503,
      detail: { code: 'UNAVAILABLE', key: 'error.unavailable' },
      reason: undefined,
      isOurs: true,
    };
  }
  if (isImpossibleValue(error)) {
    return { httpStatus: 404, detail: { code: 'NOT_FOUND', key: 'error.notFound' }, reason: undefined, isOurs: false };
  }
  const httpStatus = isUnstorableText(error) ? 400 : clientFault(error);
  if (httpStatus !== undefined) {
    return { httpStatus, detail: { code: 'INVALID', key: 'error.invalid' }, reason: undefined, isOurs: false };
  }
  return {
    httpStatus: 500,
    detail: { code: 'INTERNAL', key: 'error.server', params: { requestId } },
    reason: undefined,
    isOurs: true,
  };
}

/** Retry-After in seconds of a TOO_MANY refusal; undefined for others. */
export function retryAfterOf({ httpStatus, detail }: Refusal): string | undefined {
  const seconds = detail.params?.['seconds'];
  return httpStatus === 429 && seconds !== undefined ? String(seconds) : undefined;
}

export function setRetryAfter(reply: FastifyReply, refusal: Refusal): void {
  const seconds = retryAfterOf(refusal);
  if (seconds !== undefined) reply.header('retry-after', seconds);
}

/** Status of a request refused by the HTTP layer: invalid JSON, too large, wrong type. */
function clientFault(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('statusCode' in error) || typeof error.statusCode !== 'number') return undefined;
  return error.statusCode >= 400 && error.statusCode < 500 ? error.statusCode : undefined;
}

/** Body of a failed REST call. */
export function restBody(refusal: Refusal, requestId: string): RestError {
  return { status: statusOf(refusal), error: refusal.detail, request_id: requestId };
}

function statusOf({ httpStatus, reason, detail }: Refusal): string {
  if (httpStatus === 401) return REST_401[reason ?? 'unauthorized'];
  if (detail.key === 'error.maintenance') return MAINTENANCE_STATUS;
  return STATUS_CODES[httpStatus] ?? 'Error';
}

/** Entry of the `errors` list of a failed GraphQL call. A 401 has one of the error catalogue's three messages. */
export function graphqlEntry(refusal: Refusal, requestId: string) {
  const message = refusal.reason === undefined ? refusal.detail.key : GRAPHQL_401[refusal.reason];
  return { message, extensions: { ...refusal.detail, request_id: requestId } };
}
