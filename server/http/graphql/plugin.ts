import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DocumentNode, GraphQLError } from 'graphql';
import mercurius from 'mercurius';
import * as z from 'zod/mini';
import { tenantSdl } from '../../../contract/graphql/schema.ts';
import type { Actor } from '../../domain/context.ts';
import { invalid, notFound } from '../../domain/errors.ts';
import { graphqlEntry, refusalOf, retryAfterOf, tellRetryAfter } from '../errors.ts';
import { actorOf } from '../request.ts';
import type { ChatServices, TenantCall } from './call.ts';
import { Documents } from './documents.ts';
import { noIntrospectionRule } from './limits.ts';
import { resolvers } from './resolvers.ts';

export type GraphqlOptions = {
  services: ChatServices;
  /** Whether the schema may be asked for: not in production. */
  introspection: boolean;
};

const BODY_LIMIT = 512 * 1024;
/** Documents that mercurius keeps, good ones and bad ones apart. Anybody may send them, and each may weigh half a megabyte. */
const DOCUMENTS_KEPT = 32;

const bodySchema = z.object({
  query: z.string(),
  variables: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  operationName: z.optional(z.nullable(z.string())),
});
type Body = z.infer<typeof bodySchema>;

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
  const documents = new Documents();

  app.post<{ Params: { tenant: string } }>(
    '/:tenant/graphql',
    { bodyLimit: BODY_LIMIT, errorHandler: refuseBody, config: { login: 'large' } },
    async (request, reply) => {
      const answer = await run(app, documents, options.services, request, reply);
      const { httpStatus, body, retryAfter } = answer;
      if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
      return reply.code(httpStatus).type('application/json; charset=utf-8').send(body);
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

type Answer = {
  httpStatus: number;
  body: { data?: unknown; errors?: unknown[] };
  /** Seconds, where a call was refused with TOO_MANY. */
  retryAfter?: string | undefined;
};

async function run(
  app: FastifyInstance,
  documents: Documents,
  services: ChatServices,
  request: FastifyRequest<{ Params: { tenant: string } }>,
  reply: FastifyReply,
): Promise<Answer> {
  const body = bodySchema.safeParse(request.body);
  if (!body.success) return { ...failed(request, [invalid()]), httpStatus: 400 };
  let result: { data?: unknown; errors?: readonly unknown[] | undefined };
  try {
    result = await execute(app, documents.parse(body.data.query), body.data, tenantCallOf(services, request, reply));
  } catch (error) {
    return failed(request, faultsOf(error));
  }
  const { data, errors } = result;
  if (errors === undefined || errors.length === 0) return { httpStatus: 200, body: { data } };
  const failure = failed(request, errors);
  // A refusal of one call leaves the others' answers standing; a missing login leaves nothing.
  return failure.httpStatus === 401 ? failure : { ...failure, body: { data, ...failure.body } };
}

async function execute(app: FastifyInstance, document: DocumentNode, body: Body, tenantCall: TenantCall) {
  return app.graphql(document, { tenantCall }, body.variables ?? {}, body.operationName ?? undefined);
}

function tenantCallOf(
  services: ChatServices,
  request: FastifyRequest<{ Params: { tenant: string } }>,
  reply: FastifyReply,
): TenantCall {
  const tenantName = request.params.tenant;
  let asked: Promise<Actor> | undefined;
  const find = async (): Promise<Actor> => {
    const actor = await actorOf(services, request);
    if (actor.tenantName !== tenantName) throw notFound();
    return actor;
  };
  return { services, request, reply, tenantName, actor: () => (asked ??= find()) };
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
    const cause = isGraphqlError(error) ? (error.originalError ?? error) : error;
    const refusal = refusalOf(cause, request.id);
    if (refusal.isOurs) request.log.error({ err: cause }, 'a GraphQL call failed');
    const isTold = refusal.httpStatus === 401 || refusal.httpStatus === 429 || refusal.isOurs;
    statuses.push(isTold ? refusal.httpStatus : 200);
    retryAfter ??= retryAfterOf(refusal);
    return graphqlEntry(refusal, request.id);
  });
  return { httpStatus: statuses.includes(401) ? 401 : Math.max(...statuses), body: { errors: entries }, retryAfter };
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
  const [told = ''] = message.split('Did you mean ', 1);
  return told.trimEnd();
}
