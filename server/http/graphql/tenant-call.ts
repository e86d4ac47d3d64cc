import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../domain/context.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import { actorOf } from '../request.ts';
import { lengthOf } from './answer.ts';
import type { ChatServices, TenantCall } from './call.ts';

/** The calls of a document answered more than one answer may hold. */
export class AnswerTooLong extends DomainError {
  constructor() {
    super('INVALID', 'error.answer.tooLong');
  }
}

/** One request's calls, which run one after the other. `answerLength` is the longest that all may answer together. */
export function tenantCallOf(
  services: ChatServices,
  request: FastifyRequest<{ Params: { tenant: string } }>,
  reply: FastifyReply,
  answerLength: number,
): TenantCall {
  const tenantName = request.params.tenant;
  let asked: Promise<Actor> | undefined;
  let before: Promise<unknown> = Promise.resolve();
  let length = 0;
  const find = async (): Promise<Actor> => {
    const actor = await actorOf(services, request);
    if (actor.tenantName !== tenantName) throw notFound();
    return actor;
  };
  const run = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    if (length > answerLength) throw new AnswerTooLong();
    const answer = await work();
    length += lengthOf(answer, answerLength);
    if (length > answerLength) throw new AnswerTooLong();
    return answer;
  };
  return {
    services,
    request,
    reply,
    tenantName,
    actor: () => (asked ??= find()),
    inTurn: (work) => {
      const answer = before.then(() => run(work));
      before = answer.catch(() => undefined);
      return answer;
    },
    answered: () => length,
  };
}
