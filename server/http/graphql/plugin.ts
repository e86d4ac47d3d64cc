import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { getOperationAST, OperationTypeNode } from 'graphql';
import type { DocumentNode } from 'graphql';
import * as z from 'zod/mini';
import { GRAPHQL_ACCESS } from '../../../contract/facts/access-calls.ts';
import type { CallAccess } from '../../../contract/facts/access-calls.ts';
import { createSocketTicket } from '../../../contract/graphql/create-socket-ticket.ts';
import type { CallLimits } from '../../config-limits.ts';
import type { Claims } from '../../domain/auth/access-token.ts';
import { AuthRefused, invalid } from '../../domain/errors.ts';
import { turnOf } from '../calls/turn-of.ts';
import type { Weight } from '../calls/calls.ts';
import { graphqlEntry, refusalOf, setRetryAfter } from '../errors.ts';
import { actorOf, clientGoneSignal, verdictOf } from '../request.ts';
import type { ChatServices } from './call.ts';
import { Documents } from './documents.ts';
import type { Read } from './documents.ts';
import { costOf } from './cost.ts';
import type { HeavyThread } from './heavy-thread.ts';
import { callsOf, DocumentTooLarge } from './limits.ts';
import { addSchema, failed, faultsOf, runDocument } from './run.ts';
import type { Answer } from './run.ts';
import { tenantCallOf } from './tenant-call.ts';

export type GraphqlOptions = {
  services: ChatServices;
  /** Whether introspection is allowed: not in production. */
  introspection: boolean;
  /** Runs heavy queries; without it they run in this thread. */
  heavyThread?: HeavyThread | undefined;
};

const BODY_LIMIT = 512 * 1024;

const bodySchema = z.object({
  query: z.string(),
  variables: z.optional(z.nullable(z.record(z.string(), z.unknown()))),
  operationName: z.optional(z.nullable(z.string())),
});
type Body = z.infer<typeof bodySchema>;

type TenantRequest = FastifyRequest<{ Params: { tenant: string } }>;

/** `POST /{tenant}/graphql`: the tenant's calls, with the contract's SDL and errors. */
export async function graphqlPlugin(app: FastifyInstance, options: GraphqlOptions): Promise<void> {
  await addSchema(app, options.introspection);
  const { heavyThread } = options;
  if (heavyThread !== undefined) app.addHook('onClose', () => heavyThread.stop());
  const { limits } = app.calls;
  const documents = new Documents(limits);
  // Cached from the start: all pages send it at once when a node comes back.
  documents.keep(createSocketTicket.document, documents.read(createSocketTicket.document), false);

  app.post<{ Params: { tenant: string } }>(
    '/:tenant/graphql',
    { bodyLimit: BODY_LIMIT, errorHandler: refuseBody, config: { login: 'large' } },
    async (request, reply) => {
      const { httpStatus, json, retryAfter } = await run(app, documents, options, request, reply);
      if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
      reply.code(httpStatus).type('application/json; charset=utf-8');
      if (typeof json === 'string' || Buffer.isBuffer(json)) return reply.send(json);
      // Free it at once: garbage collection of megabytes would pause all calls.
      reply.raw.once('finish', () => void json.transfer(0));
      return reply.send(Buffer.from(json));
    },
  );
}

/** Answers a request refused before its document was read (too many, too large, no JSON) with GraphQL errors. */
function refuseBody(error: Error, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error, request.id);
  if (refusal.isOurs) request.log.error({ err: error }, 'a GraphQL call failed');
  setRetryAfter(reply, refusal);
  void reply.code(refusal.httpStatus).send({ errors: [graphqlEntry(refusal, request.id)] });
}

/** A document without a valid token that is longer than any public one, or has calls that need a login. */
class LoginNeeded extends AuthRefused {}

async function run(
  app: FastifyInstance,
  documents: Documents,
  { services, heavyThread }: GraphqlOptions,
  request: TenantRequest,
  reply: FastifyReply,
): Promise<Answer> {
  const body = bodySchema.safeParse(request.body);
  if (!body.success) return { ...failed(request, [invalid()]), httpStatus: 400 };
  const caller = await turnOf(services, request);
  try {
    const verdict = await verdictOf(services, request);
    const admit = (isAllowed: boolean): void => {
      if (!verdict.ok && !isAllowed) throw new LoginNeeded(verdict.reason);
    };
    const { openDocumentTokens, answerLength } = app.calls.limits;
    const read = documents.read(body.data.query, (tokens) => admit(tokens <= openDocumentTokens));
    admit(isOpen(read.document, body.data.operationName ?? undefined));
    const weight = weightOf(app.calls.limits, read, body.data);
    const { tenant: tenantName } = request.params;
    const here = () => {
      const session = { tenantName, actor: () => actorOf(services, request), http: () => ({ request, reply }) };
      const call = tenantCallOf(services, session, answerLength);
      return runDocument(app, read.document, body.data, call, request);
    };
    const inThread = (thread: HeavyThread, claims: Claims) =>
      thread.run({ ...body.data, tenantName, claims, requestId: request.id, address: request.ip });
    const answer =
      weight === 'heavy' && heavyThread !== undefined && verdict.ok && isQuery(read.document, body.data)
        ? () => inThread(heavyThread, verdict.claims)
        : here;
    const answered =
      weight === 'gathered' ? await answer() : await app.calls.run(caller, weight, answer, clientGoneSignal(reply));
    if (answered.isRun) documents.keep(body.data.query, read, !verdict.ok);
    if (answered.isTooLong) await app.calls.refused(caller, 'answerLength');
    return answered;
  } catch (error) {
    if (error instanceof DocumentTooLarge) await app.calls.refused(caller, error.limit);
    // An expired token makes the client refresh it.
    if (error instanceof LoginNeeded && error.reason !== 'expired') await app.calls.refused(caller, 'login');
    return failed(request, faultsOf(error));
  }
}

function isQuery(document: DocumentNode, { operationName }: Body): boolean {
  return getOperationAST(document, operationName)?.operation === OperationTypeNode.QUERY;
}

/**
 * Calls that a company's pages make at once when a node comes back: they are batched into few queries, which turns
 * would prevent. They have a rate limit of their own.
 */
const BATCHED_CALLS: ReadonlySet<string> = new Set([createSocketTicket.name]);

function weightOf({ documentCost, heavyCost }: CallLimits, { document, isNew }: Read, body: Body): Weight | 'gathered' {
  const cost = costOf(document, body.variables ?? {}, body.operationName ?? undefined);
  if (cost > documentCost) {
    const message = `The document costs ${cost}, more than ${documentCost}: ask for smaller pages or fewer calls`;
    throw new DocumentTooLarge('documentCost', message);
  }
  if (cost > heavyCost) return 'heavy';
  if (isNew) return 'new';
  const calls = callsOf(document, body.operationName ?? undefined);
  return calls.every(({ call }) => BATCHED_CALLS.has(call.name.value)) ? 'gathered' : 'light';
}

/** Whether an operation has only calls that need no access token. */
function isOpen(document: DocumentNode, operationName: string | undefined): boolean {
  const access: Readonly<Record<string, CallAccess>> = GRAPHQL_ACCESS;
  return callsOf(document, operationName).every(({ call }) => {
    const whose = access[call.name.value];
    return whose === 'anyone' || whose === 'link' || call.name.value.startsWith('__');
  });
}
