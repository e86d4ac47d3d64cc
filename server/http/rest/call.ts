import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RestCall } from '../../../contract/rest/call.ts';
import type { Actor, Services } from '../../domain/context.ts';
import { refusedInput } from '../../domain/input.ts';
import { turnOf } from '../calls/turn-of.ts';
import type { Weight } from '../calls/calls.ts';
import { actorOf } from '../request.ts';

export type Exchange = { request: FastifyRequest; reply: FastifyReply };

/**
 * Runs what answers a request when its caller's turn comes. Refuses with `NoTurnLeft`. The work may not return the reply,
 * which is a promise of all that is sent: the turn would last as long as a slow reader takes.
 */
export async function inTurn<Answer>(
  services: Services,
  request: FastifyRequest,
  weight: Weight,
  work: () => Promise<Answer>,
): Promise<Answer> {
  return request.server.calls.run(await turnOf(services, request), weight, work);
}

/** Answers a call of the contract that needs no login, in its caller's turn. Its input is parsed by the contract's schema. */
export function addOpenCall<Body, Answer>(
  app: FastifyInstance,
  services: Services,
  call: RestCall<Body, Answer>,
  answer: (body: Body, exchange: Exchange) => Promise<Answer>,
): void {
  addInstantCall(app, call, (body, exchange) =>
    inTurn(services, exchange.request, 'light', () => answer(body, exchange)),
  );
}

/** The same for what is answered from memory: it waits for no turn. */
export function addInstantCall<Body, Answer>(
  app: FastifyInstance,
  call: RestCall<Body, Answer>,
  answer: (body: Body, exchange: Exchange) => Promise<Answer>,
): void {
  app.route({
    method: call.method,
    url: call.path,
    handler: async (request, reply) => answer(parseInput(call, request), { request, reply }),
  });
}

/** Answers a call of the contract in the name of its bearer. */
export function addActorCall<Body, Answer>(
  app: FastifyInstance,
  services: Services,
  call: RestCall<Body, Answer>,
  answer: (body: Body, actor: Actor, exchange: Exchange) => Promise<Answer>,
  options: {
    /** Bytes, where more than usual is sent. */
    bodyLimit?: number;
    /** Light when nothing is said. */
    weight?: Weight;
  } = {},
): void {
  const { weight = 'light', ...route } = options;
  app.route({
    ...route,
    // Before the body is read.
    config: { login: 'always' },
    method: call.method,
    url: call.path,
    // Before the body is looked at: who has no token learns nothing of what is wrong with it.
    handler: async (request, reply) =>
      inTurn(services, request, weight, async () => {
        const actor = await actorOf(services, request);
        return answer(parseInput(call, request), actor, { request, reply });
      }),
  });
}

/** Reads a call's input: its body, without one its query, and what of the path has a name. Each wrong field has its reason, as the schema tells it. */
function parseInput<Body, Answer>(call: RestCall<Body, Answer>, request: FastifyRequest): Body {
  const parsed = call.body.safeParse(inputOf(call.method, request));
  if (parsed.success) return parsed.data;
  throw refusedInput(parsed.error);
}

function inputOf(method: string, request: FastifyRequest): unknown {
  const input: unknown = method === 'GET' ? request.query : (request.body ?? parametersOf(request.query));
  const named: unknown = request.params;
  if (typeof named !== 'object' || named === null || Object.keys(named).length === 0) return input;
  return typeof input === 'object' && input !== null && !Array.isArray(input) ? { ...input, ...named } : input;
}

/** What stands in the address, where clients write a list's name as `names[]`. */
function parametersOf(query: unknown): unknown {
  if (typeof query !== 'object' || query === null) return {};
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name.replace(/\[\]$/, ''), value]));
}
