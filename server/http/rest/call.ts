import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RestCall } from '../../../contract/rest/call.ts';
import type { Actor, Services } from '../../domain/context.ts';
import { refusedInput } from '../../domain/input.ts';
import { turnOf } from '../calls/turn-of.ts';
import type { Weight } from '../calls/calls.ts';
import { actorOf, clientGoneSignal } from '../request.ts';

export type Exchange = { request: FastifyRequest; reply: FastifyReply };

/**
 * Runs a request's work when its turn comes. Refuses with `NoTurnLeft`, also if the client is gone. The work must not
 * return the reply, which resolves only when everything is sent: a slow reader would hold the turn.
 */
export async function inTurn<Answer>(
  services: Services,
  { request, reply }: Exchange,
  weight: Weight,
  work: () => Promise<Answer>,
): Promise<Answer> {
  return request.server.calls.run(await turnOf(services, request), weight, work, clientGoneSignal(reply));
}

/** Runs parts of a request's work in a turn each, for calls that wait for external services in between. */
export function turnTaker(services: Services, exchange: Exchange): <Part>(work: () => Promise<Part>) => Promise<Part> {
  return (work) => inTurn(services, exchange, 'light', work);
}

/** Adds a call of the contract that needs no login, run in a turn. Its input is parsed with the contract's schema. */
export function addOpenCall<Body, Answer>(
  app: FastifyInstance,
  services: Services,
  call: RestCall<Body, Answer>,
  answer: (body: Body, exchange: Exchange) => Promise<Answer>,
): void {
  addInstantCall(app, call, (body, exchange) => inTurn(services, exchange, 'light', () => answer(body, exchange)));
}

/** The same for calls answered from memory, without a turn. */
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

/** Adds a call of the contract for a logged-in user. */
export function addActorCall<Body, Answer>(
  app: FastifyInstance,
  services: Services,
  call: RestCall<Body, Answer>,
  answer: (body: Body, actor: Actor, exchange: Exchange) => Promise<Answer>,
  options: {
    /** In bytes, if larger than usual. */
    bodyLimit?: number;
    /** By default light. `itsOwnTurns`: it waits for external services, and takes turns for its parts by `turnsOf`. */
    weight?: Weight | 'itsOwnTurns';
  } = {},
): void {
  const { weight = 'light', ...route } = options;
  app.route({
    ...route,
    // Before the body is read.
    config: { login: 'always' },
    method: call.method,
    url: call.path,
    // Before the body is parsed: without a token a client learns nothing about its errors.
    handler: async (request, reply) => {
      const exchange = { request, reply };
      if (weight === 'itsOwnTurns') {
        const actor = await inTurn(services, exchange, 'light', () => actorOf(services, request));
        return answer(parseInput(call, request), actor, exchange);
      }
      return inTurn(services, exchange, weight, async () => {
        const actor = await actorOf(services, request);
        return answer(parseInput(call, request), actor, exchange);
      });
    },
  });
}

/** Parses a call's input from body (or query) and path. Each invalid field has the schema's error. */
export function parseInput<Body, Answer>(call: RestCall<Body, Answer>, request: FastifyRequest): Body {
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

/** The query string, in which clients write a list's name as `names[]`. */
function parametersOf(query: unknown): unknown {
  if (typeof query !== 'object' || query === null) return {};
  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name.replace(/\[\]$/, ''), value]));
}
