import type { Change } from '../../db/change.ts';
import type { Services } from '../context.ts';
import type { InstancePlace } from '../instances/instance-of-number.ts';
import { receiveEcho } from './receive-echo.ts';
import { receiveMessage } from './receive-message.ts';
import type { Late, Received } from './receive-message.ts';
import { receiveStatus } from './receive-status.ts';
import type { InboundPart } from './waiting-rows.ts';
import { withWriter } from './with-writer.ts';

/** Processes a part of a webhook within a change. */
export async function processPart(
  services: Services,
  change: Change,
  place: InstancePlace,
  part: InboundPart,
  late: Late = {},
): Promise<Received> {
  if (part.kind === 'status') {
    await receiveStatus(services, change, place, part.status);
    return { outcome: 'kept' };
  }
  const known = await withWriter(change.tx, place, part);
  if (known === undefined) return { outcome: 'ignored' };
  const receive = known.kind === 'echo' ? receiveEcho : receiveMessage;
  return receive(services, change, place, known.message, late);
}
