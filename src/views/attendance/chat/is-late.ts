import type { Message } from '../../../machines/entities/entities.ts';

/** A message that arrives this long after it was sent was missed before. */
const LATE_MS = 10 * 60_000;

/** Whether a customer's message was fetched afterwards, or told again by the provider. */
export function isLate({ received, recovered, at, takenAt }: Message): boolean {
  return received && (recovered === true || takenAt - at >= LATE_MS);
}
