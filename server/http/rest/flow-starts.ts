import type { FastifyInstance } from 'fastify';
import { newFlowStart } from '../../../contract/rest/flow-starts.ts';
import type { Services } from '../../domain/context.ts';
import { holderOf, startByKey } from '../../domain/flows/active/flow-key.ts';
import type { Limits } from '../limits/limits.ts';
import { bearerOf } from '../request.ts';
import { inTurn, parseInput } from './call.ts';

/** Starting an active flow by its key. Each key has the rate of a user; without one nothing is told of the body. */
export function addFlowStarts(app: FastifyInstance, services: Services, limits: Limits): void {
  app.route({
    method: newFlowStart.method,
    url: newFlowStart.path,
    handler: (request, reply) =>
      inTurn(services, { request, reply }, 'light', async () => {
        const holder = await holderOf(services, bearerOf(request));
        await limits.callOfUser({ ...holder, userId: `flow:${holder.flowId}` });
        return startByKey(services, holder, parseInput(newFlowStart, request));
      }),
  });
}
