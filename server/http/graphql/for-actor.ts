import type { MercuriusContext } from 'mercurius';
import type { Actor } from '../../domain/context.ts';
import { inTurns } from './answer.ts';
import type { ChatServices } from './call.ts';

/** A call in the name of its bearer. */
export const forActor =
  <Variables, Answer>(answer: (services: ChatServices, actor: Actor, variables: Variables) => Promise<Answer>) =>
  async (_root: unknown, variables: Variables, { tenantCall }: MercuriusContext): Promise<unknown> =>
    inTurns(await tenantCall.inTurn(async () => answer(tenantCall.services, await tenantCall.actor(), variables)));
