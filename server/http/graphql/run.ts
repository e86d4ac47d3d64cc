import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { DocumentNode, GraphQLError } from 'graphql';
import mercurius from 'mercurius';
import { tenantSdl } from '../../../contract/graphql/schema.ts';
import { invalid } from '../../domain/errors.ts';
import { graphqlEntry, refusalOf, retryAfterOf } from '../errors.ts';
import type { TenantCall } from './call.ts';
import { jsonOf, lengthOf } from './answer.ts';
import { noIntrospectionRule } from './limits.ts';
import { resolvers } from './resolvers.ts';
import { AnswerTooLong } from './tenant-call.ts';

/** Mercurius' document cache, separate for valid and invalid ones. */
const DOCUMENT_CACHE_SIZE = 128;

/** Where failures are logged, and under which request id. */
export type RequestContext = { readonly id: string; readonly log: Pick<FastifyBaseLogger, 'error'> };

/** A serialised answer to a document. */
export type Answer = {
  httpStatus: number;
  /** An `ArrayBuffer` has no other owner. */
  json: string | Buffer | ArrayBuffer;
  /** Seconds, if a call was refused with TOO_MANY. */
  retryAfter?: string | undefined;
  /** Whether the document was valid and its calls ran. */
  isRun: boolean;
  /** The answers were longer than one document may return. */
  isTooLong: boolean;
};

export type Operation = {
  variables?: Record<string, unknown> | null | undefined;
  operationName?: string | null | undefined;
};

/** Adds `app.graphql` with the tenant's schema. */
export async function addSchema(app: FastifyInstance, introspection: boolean): Promise<void> {
  await app.register(mercurius, {
    schema: tenantSdl,
    resolvers,
    routes: false,
    // Errors pass through here unchanged; `failed` decides what clients see.
    errorFormatter: (execution) => ({ statusCode: 200, response: execution }),
    validationRules: introspection ? [] : [noIntrospectionRule],
    cache: DOCUMENT_CACHE_SIZE,
  });
}

/** Validates and runs a document; refusals of calls are part of the answer. */
export async function runDocument(
  app: FastifyInstance,
  document: DocumentNode,
  { variables, operationName }: Operation,
  tenantCall: TenantCall,
  context: RequestContext,
): Promise<Answer> {
  let result: { data?: unknown; errors?: readonly unknown[] | undefined };
  try {
    result = await app.graphql(document, { tenantCall }, variables ?? {}, operationName ?? undefined);
  } catch (error) {
    return failed(context, faultsOf(error));
  }
  const { data, errors = [] } = result;
  // Measured on the result: a document may request the same text under several aliases.
  const length = lengthOf(data, tenantCall.answerLength);
  const done = { isRun: true, isTooLong: false };
  const all = length > tenantCall.answerLength ? [...errors, new AnswerTooLong()] : errors;
  if (all.length === 0) return { ...done, httpStatus: 200, json: await jsonOf({ data }, length) };
  const failure = failureOf(context, all);
  const { httpStatus, retryAfter, entries } = failure;
  const refused = { ...done, httpStatus, retryAfter };
  const nothing = JSON.stringify({ errors: entries });
  if (all.some((error) => causeOf(error) instanceof AnswerTooLong)) {
    return { ...refused, httpStatus: 400, json: nothing, isTooLong: true };
  }
  // If one call is refused, the others' answers remain; without a login nothing does.
  if (httpStatus === 401) return { ...refused, json: nothing };
  return { ...refused, json: await jsonOf({ data, errors: entries }, length) };
}

/** An answer without data, to a document that wasn't run. */
export function failed(context: RequestContext, errors: readonly unknown[]): Answer {
  const { httpStatus, retryAfter, entries } = failureOf(context, errors);
  return { httpStatus, retryAfter, json: JSON.stringify({ errors: entries }), isRun: false, isTooLong: false };
}

/** The errors of a document that couldn't be run. */
export function faultsOf(error: unknown): readonly unknown[] {
  if (error instanceof Error && 'errors' in error && Array.isArray(error.errors)) return error.errors;
  return [error];
}

/**
 * Errors as clients see them, with the most severe status; refusals by rules are 200, as usual in GraphQL, except too
 * many calls.
 */
function failureOf({ id, log }: RequestContext, errors: readonly unknown[]) {
  const statuses: number[] = [];
  let retryAfter: string | undefined;
  const entries = errors.map((error) => {
    // An error in the document itself: safe to show, as it contains none of our data.
    if (isDocumentFault(error)) {
      statuses.push(400);
      return { ...graphqlEntry(refusalOf(invalid(), id), id), message: withoutHints(error.message) };
    }
    const cause = causeOf(error);
    const refusal = refusalOf(cause, id);
    if (refusal.isOurs) log.error({ err: cause }, 'a GraphQL call failed');
    const isTold = [401, 429, 503].includes(refusal.httpStatus) || refusal.isOurs;
    statuses.push(isTold ? refusal.httpStatus : 200);
    retryAfter ??= retryAfterOf(refusal);
    return graphqlEntry(refusal, id);
  });
  return { httpStatus: statuses.includes(401) ? 401 : Math.max(...statuses), retryAfter, entries };
}

function causeOf(error: unknown): unknown {
  return isGraphqlError(error) ? (error.originalError ?? error) : error;
}

/** An error in the document or its variables, found before any call ran. */
function isDocumentFault(error: unknown): error is GraphQLError {
  if (!isGraphqlError(error) || error.path !== undefined) return false;
  return error.originalError === undefined || isGraphqlError(error.originalError);
}

/** By name: the library may be loaded twice, as ESM and as CommonJS. */
function isGraphqlError(error: unknown): error is GraphQLError {
  return error instanceof Error && error.name === 'GraphQLError';
}

/** Suggestions would reveal the schema's names. */
function withoutHints(message: string): string {
  return message.replace(/\s*Did you mean .*$/s, '');
}
