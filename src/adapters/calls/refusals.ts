import { ERROR_CODES, GRAPHQL_UNAUTHORIZED, UNAUTHORIZED_STATUSES } from '../../../contract/facts/errors.ts';
import { graphqlErrorsSchema, restErrorSchema } from '../../../contract/errors.ts';
import type { GraphqlError } from '../../../contract/errors.ts';
import type { Failure } from '../../machines/entities/failure.ts';
import type { Environment } from '../environment.ts';
import type { Outcome } from './call.ts';
import { SESSION_OVER, refusal } from './failure.ts';
import { describeIssues, parseJson, sampleOf } from './issues.ts';

/* Parses refusals. The back-office answers with a status, the tenant API with a list of errors; a 401 may be either. */

function refusalOf({ extensions }: GraphqlError): Failure {
  const code = ERROR_CODES.find((known) => known === extensions?.code) ?? 'INTERNAL';
  return refusal(
    { code, key: extensions?.key ?? 'error.unknown', params: extensions?.params, fields: extensions?.fields },
    extensions?.request_id,
  );
}

/** Classifies a list of errors. Those of a 401 are logged to the console. */
export function classifyErrors(
  status: number,
  errors: readonly GraphqlError[],
  console: Environment['console'],
): Outcome<never> {
  const [first] = errors;
  const failure = first?.extensions?.key === undefined ? SESSION_OVER : refusalOf(first);
  const says = (message: string): boolean => errors.some((error) => error.message === message);
  const unauthenticated = status === 401 || first?.extensions?.code === 'UNAUTHENTICATED';
  if (unauthenticated || says(GRAPHQL_UNAUTHORIZED.expired)) {
    for (const { message } of errors) console.error(message);
    if (says(GRAPHQL_UNAUTHORIZED.expired)) return { kind: 'expired', failure };
    const reason = says(GRAPHQL_UNAUTHORIZED.missing)
      ? GRAPHQL_UNAUTHORIZED.missing
      : GRAPHQL_UNAUTHORIZED.unauthorized;
    return { kind: 'unauthorized', status: reason, failure };
  }
  return first
    ? { kind: 'refused', failure: refusalOf(first) }
    : { kind: 'unreadable', status, reason: 'errors: empty', sample: '' };
}

/** Classifies a refusal by HTTP status. */
export function classifyStatus(status: number, text: string, console: Environment['console']): Outcome<never> {
  const body = parseJson(text);
  if (status === 401) {
    const listed = graphqlErrorsSchema.safeParse(body);
    if (listed.success) return classifyErrors(status, listed.data.errors, console);
  }
  const parsed = restErrorSchema.safeParse(body);
  const detail = parsed.data?.error;
  if (status === 401) {
    const failure = detail ? refusal(detail, parsed.data?.request_id) : SESSION_OVER;
    const reason = UNAUTHORIZED_STATUSES.find((known) => known === parsed.data?.status) ?? 'Unauthorized';
    return reason === 'Token is Expired'
      ? { kind: 'expired', failure }
      : { kind: 'unauthorized', status: reason, failure };
  }
  if (detail) return { kind: 'refused', failure: refusal(detail, parsed.data?.request_id) };
  const reason = parsed.success ? 'error: missing' : describeIssues(parsed.error);
  return { kind: 'unreadable', status, reason: `${status} ${reason}`, sample: sampleOf(text) };
}
