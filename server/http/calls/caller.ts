import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';
import type { Services } from '../../domain/context.ts';
import { verdictOf } from '../request.ts';
import type { Turn } from './lane.ts';

/** Whose call it is, by its token alone: cheap enough to be asked before anything is done for it. */
export type Caller = Turn & {
  /** Name of the company; '' without a good token. */
  readonly tenantName: string;
};

/** Who has a good token calls as a user of a company; all others of an address as one, who belongs to nobody else. */
export async function callerOf(services: Services, request: FastifyRequest): Promise<Caller> {
  const verdict = await verdictOf(services, request);
  if (!verdict.ok) {
    const { openOfAddress } = request.server.calls.limits;
    return { company: `from ${networkOf(request.ip)}`, user: '', tenantName: '', atOnce: openOfAddress };
  }
  const { tenantId, userId, tenantName } = verdict.claims;
  return { company: tenantId, user: userId, tenantName };
}

/** An address, or of IPv6 the network that one subscriber has. */
function networkOf(address: string): string {
  if (!isIPv6(address) || address.includes('.')) return address;
  const [head = '', tail] = address.split('::');
  const groups = head === '' ? [] : head.split(':');
  const rest = tail === undefined || tail === '' ? [] : tail.split(':');
  const filled =
    tail === undefined ? groups : [...groups, ...Array<string>(8 - groups.length - rest.length).fill('0'), ...rest];
  return filled.slice(0, 4).join(':');
}
