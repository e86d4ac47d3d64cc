import type { Change } from '../../db/change.ts';
import type { Services } from '../context.ts';
import type { InstancePlace } from '../instances/instance-of-number.ts';
import { takeMessage } from './receive-message.ts';
import type { Late, Received } from './receive-message.ts';
import { takeStatus } from './receive-status.ts';
import type { InboundPart } from './waiting-rows.ts';

/** Takes a part of a webhook in, within a change. */
export async function takePart(
  services: Services,
  change: Change,
  place: InstancePlace,
  part: InboundPart,
  late: Late = {},
): Promise<Received> {
  if (part.kind === 'message') return takeMessage(services, change, place, part.message, late);
  await takeStatus(change, place, part.status);
  return { outcome: 'kept' };
}
