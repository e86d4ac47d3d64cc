import type { Actor } from '../../domain/context.ts';
import { DomainError, notFound } from '../../domain/errors.ts';
import { lengthOf } from './answer.ts';
import type { ChatServices, TenantCall } from './call.ts';

/** The answers to a document are longer than one answer may be. */
export class AnswerTooLong extends DomainError {
  constructor() {
    super('INVALID', 'error.answer.tooLong');
  }
}

/** The request's company and user. `actor` refuses with `AuthRefused`. */
type RequestSession = Pick<TenantCall, 'tenantName' | 'actor' | 'http'>;

/** The calls of one request, which run one after the other. `answerLength` limits their answers together. */
export function tenantCallOf(services: ChatServices, session: RequestSession, answerLength: number): TenantCall {
  const { tenantName, http } = session;
  let actorPromise: Promise<Actor> | undefined;
  let before: Promise<unknown> = Promise.resolve();
  let length = 0;
  const find = async (): Promise<Actor> => {
    const actor = await session.actor();
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
    http,
    tenantName,
    actor: () => (actorPromise ??= find()),
    inTurn: (work) => {
      const answer = before.then(() => run(work));
      before = answer.catch(() => undefined);
      return answer;
    },
    answerLength,
  };
}
