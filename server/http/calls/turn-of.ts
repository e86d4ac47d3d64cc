import type { FastifyRequest } from 'fastify';
import type { Services } from '../../domain/context.ts';
import { addressKey } from '../../address-key.ts';
import { verdictOf } from '../request.ts';
import type { Turn } from './lane.ts';

/** The caller, from the token alone: cheap enough to determine before any other work. */
export type CallTurn = Turn & {
  /** URL name of the company; '' without a valid token. */
  readonly tenantName: string;
};

/** Callers with a token of ours, even expired, count as users of their company; all others by address. */
export async function turnOf(services: Services, request: FastifyRequest): Promise<CallTurn> {
  const { claims } = await verdictOf(services, request);
  if (claims === undefined)
    return { company: `from ${addressKey(request.ip)}`, user: '', tenantName: '', isOpen: true };
  const { tenantId, userId, tenantName } = claims;
  return { company: tenantId, user: userId, tenantName };
}
