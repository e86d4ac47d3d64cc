import type { Change } from '../../db/change.ts';
import type { Services } from '../context.ts';
import type { InstancePlace } from '../instances/instance-of-number.ts';
import { receiveEcho } from './receive-echo.ts';
import { receiveMessage } from './receive-message.ts';
import type { Late, Received } from './receive-message.ts';
import { receiveStatus } from './receive-status.ts';
import type { InboundPart } from './waiting-rows.ts';

/** Processes a part of a webhook within a change. */
export async function processPart(
  services: Services,
  change: Change,
  place: InstancePlace,
  part: InboundPart,
  late: Late = {},
): Promise<Received> {
  if (part.kind === 'message') return receiveMessage(services, change, place, part.message, late);
  if (part.kind === 'echo') return receiveEcho(services, change, place, part.message, late);
  await receiveStatus(change, place, part.status, services.now());
  return { outcome: 'kept' };
}
