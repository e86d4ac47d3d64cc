import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DocumentNode, GraphQLError } from 'graphql';
import mercurius from 'mercurius';
import * as z from 'zod/mini';
import { GRAPHQL_ACCESS } from '../../../contract/access-calls.ts';
import type { CallAccess } from '../../../contract/access-calls.ts';
import { tenantSdl } from '../../../contract/graphql/schema.ts';
import type { CallLimits } from '../../config-limits.ts';
import { AuthRefused, invalid } from '../../domain/errors.ts';
import { turnOf } from '../calls/turn-of.ts';
import type { Weight } from '../calls/calls.ts';
import { graphqlEntry, refusalOf, retryAfterOf, tellRetryAfter } from '../errors.ts';
import { verdictOf } from '../request.ts';
import { jsonOf } from './answer.ts';
import type { ChatServices, TenantCall } from './call.ts';
import { Documents } from './documents.ts';
import { costOf } from './cost.ts';
import { callsOf, DocumentTooLarge, noIntrospectionRule } from './limits.ts';
import { resolvers } from './resolvers.ts';
import { AnswerTooLong, tenantCallOf } from './tenant-call.ts';

export type GraphqlOptions = {
  services: ChatServices;
  /** Whether the schema may be asked for: not in production. */
  introspection: boolean;
};

const BODY_LIMIT = 512 * 1024;
/** Documents that mercurius keeps, good ones and bad ones apart. */
const DOCUMENTS_KEPT = 128;

const bodySchema = z.object({
  query: z.string(),
  variables: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  operationName: z.optional(z.nullable(z.string())),
});
type Body = z.infer<typeof bodySchema>;

type TenantRequest = FastifyRequest<{ Params: { tenant: string } }>;

/** `POST /{tenant}/graphql`: the tenant's calls, in the contract's SDL and errors. */
export async function graphqlPlugin(app: FastifyInstance, options: GraphqlOptions): Promise<void> {
  await app.register(mercurius, {
    schema: tenantSdl,
    resolvers,
    routes: false,
    // Errors come through whole; `failed` says what of them goes out.
    errorFormatter: (execution) => ({ statusCode: 200, response: execution }),
    validationRules: options.introspection ? [] : [noIntrospectionRule],
    cache: DOCUMENTS_KEPT,
  });
  const { services } = options;
  const { limits } = app.calls;
  const documents = new Documents(limits);

  app.post<{ Params: { tenant: string } }>(
    '/:tenant/graphql',
    { bodyLimit: BODY_LIMIT, errorHandler: refuseBody, config: { login: 'large' } },
    async (request, reply) => {
      const { httpStatus, body, length, retryAfter } = await run(app, documents, services, request, reply);
      if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
      return reply
        .code(httpStatus)
        .type('application/json; charset=utf-8')
        .send(await jsonOf(body, length ?? 0));
    },
  );
}

/** A request that was refused before its document: too many, too large, no JSON. In the errors that GraphQL's callers know. */
function refuseBody(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error, request.id);
  if (refusal.isOurs) request.log.error({ err: error }, 'a GraphQL call failed');
  tellRetryAfter(reply, refusal);
  void reply.code(refusal.httpStatus).send({ errors: [graphqlEntry(refusal, request.id)] });
}

/** A document of who has no good token: longer than any that needs none, or of calls that need one. */
class LoginNeeded extends AuthRefused {}

type Answer = {
  httpStatus: number;
  body: { data?: unknown; errors?: unknown[] };
  /** About how long the data is. */
  length?: number;
  /** Seconds, where a call was refused with TOO_MANY. */
  retryAfter?: string | undefined;
};

async function run(
  app: FastifyInstance,
  documents: Documents,
  services: ChatServices,
  request: TenantRequest,
  reply: FastifyReply,
): Promise<Answer> {
  const body = bodySchema.safeParse(request.body);
  if (!body.success) return { ...failed(request, [invalid()]), httpStatus: 400 };
  const caller = await turnOf(services, request);
  const call = tenantCallOf(services, request, reply, app.calls.limits.answerLength);
  let result: { data?: unknown; errors?: readonly unknown[] | undefined };
  try {
    const verdict = await verdictOf(services, request);
    const admit = (isAllowed: boolean): void => {
      if (!verdict.ok && !isAllowed) throw new LoginNeeded(verdict.reason);
    };
    const { openDocumentTokens } = app.calls.limits;
    const read = documents.read(body.data.query, (tokens) => admit(tokens <= openDocumentTokens));
    admit(isOpen(read.document, body.data.operationName ?? undefined));
    const weight = weightOf(app.calls.limits, read, body.data);
    result = await app.calls.run(caller, weight, () => execute(app, read.document, body.data, call), goneSignal(reply));
  } catch (error) {
    if (error instanceof DocumentTooLarge) await app.calls.refused(caller, error.limit);
    // One whose token is too old has a new one at once.
    if (error instanceof LoginNeeded && error.reason !== 'expired') await app.calls.refused(caller, 'login');
    return failed(request, faultsOf(error));
  }
  const { data, errors } = result;
  const length = call.answered();
  if (errors === undefined || errors.length === 0) return { httpStatus: 200, body: { data }, length };
  const failure = failed(request, errors);
  if (errors.some((error) => causeOf(error) instanceof AnswerTooLong)) {
    await app.calls.refused(caller, 'answerLength');
    return { ...failure, httpStatus: 400 };
  }
  // A refusal of one call leaves the others' answers standing; a missing login leaves nothing.
  return failure.httpStatus === 401 ? failure : { ...failure, body: { data, ...failure.body }, length };
}

type Read = ReturnType<Documents['read']>;

function weightOf({ documentCost, heavyCost }: CallLimits, { document, isNew }: Read, body: Body): Weight {
  const cost = costOf(document, body.variables ?? {}, body.operationName ?? undefined);
  if (cost > documentCost) {
    const message = `The document costs ${cost}, more than ${documentCost}: ask for smaller pages or fewer calls`;
    throw new DocumentTooLarge('documentCost', message);
  }
  if (cost > heavyCost) return 'heavy';
  return isNew ? 'new' : 'light';
}

/** Whether an operation makes only calls that need no access token. */
function isOpen(document: DocumentNode, operationName: string | undefined): boolean {
  const access: Readonly<Record<string, CallAccess>> = GRAPHQL_ACCESS;
  return callsOf(document, operationName).every(({ call }) => {
    const whose = access[call.name.value];
    return whose === 'anyone' || whose === 'link' || call.name.value.startsWith('__');
  });
}

/** Aborts when nobody waits for the answer any more. */
function goneSignal(reply: FastifyReply): AbortSignal {
  const gone = new AbortController();
  reply.raw.once('close', () => gone.abort());
  return gone.signal;
}

async function execute(app: FastifyInstance, document: DocumentNode, body: Body, tenantCall: TenantCall) {
  return app.graphql(document, { tenantCall }, body.variables ?? {}, body.operationName ?? undefined);
}

/** The errors of a document that could not be run. */
function faultsOf(error: unknown): readonly unknown[] {
  if (error instanceof Error && 'errors' in error && Array.isArray(error.errors)) return error.errors;
  return [error];
}

/** An answer without data. Its status is the gravest of its errors'; what rules refuse is 200, as GraphQL has it, save too many calls. */
function failed(request: FastifyRequest, errors: readonly unknown[]): Answer {
  const statuses: number[] = [];
  let retryAfter: string | undefined;
  const entries = errors.map((error) => {
    // What is wrong with a document is its writer's to know; it never came near our data.
    if (isDocumentFault(error)) {
      statuses.push(400);
      return { ...graphqlEntry(refusalOf(invalid(), request.id), request.id), message: withoutHints(error.message) };
    }
    const cause = causeOf(error);
    const refusal = refusalOf(cause, request.id);
    if (refusal.isOurs) request.log.error({ err: cause }, 'a GraphQL call failed');
    const isTold = refusal.httpStatus === 401 || refusal.httpStatus === 429 || refusal.isOurs;
    statuses.push(isTold ? refusal.httpStatus : 200);
    retryAfter ??= retryAfterOf(refusal);
    return graphqlEntry(refusal, request.id);
  });
  return { httpStatus: statuses.includes(401) ? 401 : Math.max(...statuses), body: { errors: entries }, retryAfter };
}

function causeOf(error: unknown): unknown {
  return isGraphqlError(error) ? (error.originalError ?? error) : error;
}

/** A fault of the document or its variables, found before any call ran. */
function isDocumentFault(error: unknown): error is GraphQLError {
  if (!isGraphqlError(error) || error.path !== undefined) return false;
  return error.originalError === undefined || isGraphqlError(error.originalError);
}

/** By its name: the library may be loaded twice, as a module and for its CommonJS users. */
function isGraphqlError(error: unknown): error is GraphQLError {
  return error instanceof Error && error.name === 'GraphQLError';
}

/** Suggestions would tell the schema's names to whoever may not ask for them. */
function withoutHints(message: string): string {
  return message.replace(/\s*Did you mean .*$/s, '');
}
