import type { Change } from '../../db/change.ts';
import type { Services } from '../context.ts';
import type { Running } from '../flows/run-flow.ts';
import type { InstancePlace } from '../instances/instance-of-number.ts';
import { isAnySendOpen, WHILE_SENDING_MS } from './open-sends.ts';
import { receiveEcho } from './receive-echo.ts';
import { receiveMessage } from './receive-message.ts';
import type { Late, Received } from './receive-message.ts';
import { receiveStatus } from './receive-status.ts';
import { addWaiting } from './waiting-rows.ts';
import type { InboundPart } from './waiting-rows.ts';
import { withWriter } from './with-writer.ts';

/** Processes a part of a webhook within a change. */
export async function processPart(
  services: Services & Pick<Running, 'direct'>,
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
  if (known === undefined) {
    if (!(await isAnySendOpen(change.tx, place, late.receivedAt ?? services.now(), null)))
      return { outcome: 'ignored' };
    if (late.isItsTurn === true) throw new Error('What it changes is not here yet');
    // Whoever wrote it; as an echo it holds nothing up.
    await addWaiting(change.tx, place, { ...part, kind: 'echo' }, { retryMs: WHILE_SENDING_MS });
    return { outcome: 'waiting' };
  }
  const receive = known.kind === 'echo' ? receiveEcho : receiveMessage;
  return receive(services, change, place, known.message, late);
}
