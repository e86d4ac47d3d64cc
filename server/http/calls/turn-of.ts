import type { FastifyRequest } from 'fastify';
import type { Services } from '../../domain/context.ts';
import { addressKey } from '../../address-key.ts';
import { verdictOf } from '../request.ts';
import type { Turn } from './lane.ts';

/** In whose name a call takes its turn, by its token alone: cheap enough to be asked before anything is done for it. */
export type CallTurn = Turn & {
  /** Name of the company; '' without a good token. */
  readonly tenantName: string;
};

/** Who has a token of ours, even an expired one, calls as a user of a company; all others of an address as one. */
export async function turnOf(services: Services, request: FastifyRequest): Promise<CallTurn> {
  const { claims } = await verdictOf(services, request);
  if (claims === undefined)
    return { company: `from ${addressKey(request.ip)}`, user: '', tenantName: '', isOpen: true };
  const { tenantId, userId, tenantName } = claims;
  return { company: tenantId, user: userId, tenantName };
}
