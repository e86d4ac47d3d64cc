import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RestCall } from '../../../contract/rest/call.ts';
import type { Actor, Services } from '../../domain/context.ts';
import { invalid } from '../../domain/errors.ts';
import { actorOf } from '../request.ts';

export type Exchange = { request: FastifyRequest; reply: FastifyReply };

/** Answers a call of the contract that needs no login. Its input is parsed by the contract's schema. */
export function addOpenCall<Body, Answer>(
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
): void {
  app.route({
    method: call.method,
    url: call.path,
    // Before the body is looked at: who has no token learns nothing of what is wrong with it.
    handler: async (request, reply) => {
      const actor = await actorOf(services, request);
      return answer(parseInput(call, request), actor, { request, reply });
    },
  });
}

function parseInput<Body, Answer>(call: RestCall<Body, Answer>, request: FastifyRequest): Body {
  const input = call.method === 'GET' ? request.query : (request.body ?? {});
  const parsed = call.body.safeParse(input);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map((issue) => [issue.path.join('.'), 'error.invalid'] as const);
  throw invalid('error.invalid', Object.fromEntries(fields.filter(([path]) => path !== '')));
}
