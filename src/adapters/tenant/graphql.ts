import { ClientError, GraphQLClient } from 'graphql-request';
import { graphqlErrorsSchema } from '../../../contract/errors.ts';
import type { Operation } from '../../../contract/graphql/operation.ts';
import { baseOf } from '../calls/base.ts';
import type { Attempt, Outcome } from '../calls/call.ts';
import { describeIssues, sampleOf } from '../calls/issues.ts';
import { classifyErrors, classifyStatus } from '../calls/refusals.ts';
import type { Environment } from '../environment.ts';

export interface GraphqlRequest<Variables> {
  readonly variables: Variables;
  /** The answer contains a token, so nothing of it may be logged. */
  readonly secret?: true;
}

/** The raw response: graphql-request doesn't distinguish a lost response from an unreadable one. */
interface Received {
  readonly status: number;
  readonly text: string;
  readonly retryAfter: string | null;
}

/** One attempt of a tenant GraphQL call. Never rejects. */
export async function sendGraphql<Variables extends object, Data>(
  environment: Pick<Environment, 'fetch' | 'console' | 'page'>,
  tenant: string,
  operation: Operation<Variables, Data>,
  request: GraphqlRequest<Variables>,
  { config, token, signal }: Attempt,
): Promise<Outcome<Data>> {
  let received: Received | undefined;
  const url = `${baseOf(config.graphql, environment.page.origin)}/${encodeURIComponent(tenant)}/graphql`;
  const client = new GraphQLClient(url, {
    // The document has one operation, so its name adds nothing, and finding it would need a parser.
    excludeOperationName: true,
    errorPolicy: 'all',
    // The refresh token is a cookie.
    credentials: 'include',
    fetch: async (input, init) => {
      const response = await environment.fetch(input, init);
      const text = await response.text();
      received = { status: response.status, text, retryAfter: response.headers.get('retry-after') };
      return new Response(text, { status: response.status, headers: response.headers });
    },
  });
  let data: unknown;
  let errors: unknown;
  try {
    ({ data, errors } = await client.rawRequest<unknown>({
      query: operation.document,
      variables: request.variables,
      requestHeaders: token === null ? {} : { authorization: `Bearer ${token}` },
      signal,
    }));
  } catch (error) {
    // The error's message repeats the variables, passwords included, so it isn't logged.
    if (error instanceof ClientError) errors = error.response.errors;
  }
  if (received === undefined) return { kind: 'lost' };
  const { status, text, retryAfter } = received;
  const refused = graphqlErrorsSchema.safeParse({ errors });
  if (refused.success) {
    const outcome = classifyErrors(status, refused.data.errors, environment.console);
    return outcome.kind === 'refused' && (status === 503 || status === 429) && retryAfter !== null
      ? { ...outcome, retryAfterMs: (Number(retryAfter) || 0) * 1000 }
      : outcome;
  }
  if (status === 401) return classifyStatus(status, text, environment.console);
  const parsed = operation.data.safeParse(data);
  if (parsed.success) return { kind: 'answered', answer: parsed.data };
  const sample = request.secret ? '' : sampleOf(text);
  return { kind: 'unreadable', status, reason: `${operation.name} ${describeIssues(parsed.error)}`, sample };
}
