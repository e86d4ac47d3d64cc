import type { User } from '../entities/entities.ts';
import type { Failure } from '../entities/failure.ts';
import type { TransferTarget } from '../log/events-send.ts';
import type { TransferSnapshot } from './transfer.machine.ts';
import { mayConfirm } from './transfer.rules.ts';

export type TransferState =
  | 'draft'
  | 'waiting'
  | 'creating'
  | 'failed'
  | 'dismissed'
  | 'queued'
  | 'pending'
  | 'confirming'
  | 'confirmed'
  | 'deleting'
  | 'deleted';

/** The state of the transfer, without the substates of a draft; a backoff counts as waiting. */
export function selectTransferState(snapshot: TransferSnapshot): TransferState {
  const { value } = snapshot;
  if (typeof value !== 'string' || value === 'made') return 'draft';
  return value === 'backingOff' ? 'waiting' : value;
}

/**
 * A submitted transfer that the server hasn't carried out yet and that no dialog shows: one that waits can be withdrawn,
 * the call of `leaving` is in flight; null for none.
 */
export function selectOutgoing(snapshot: TransferSnapshot): 'waiting' | 'leaving' | null {
  if (selectTransferState(snapshot) === 'waiting') return 'waiting';
  return snapshot.matches('creating') && snapshot.context.unattended ? 'leaving' : null;
}

/** Where a submitted one goes. */
export function selectTarget(snapshot: TransferSnapshot): TransferTarget | null {
  return snapshot.context.submitted?.target ?? null;
}

/** Why the last call failed, until the next one; `fields` names the inputs that caused it. */
export function selectTransferFailure(snapshot: TransferSnapshot): Failure | null {
  return snapshot.context.failure;
}

/** Users the ticket can be transferred to; null while loading or after a failure. */
export function selectCandidates(snapshot: TransferSnapshot): readonly User[] | null {
  const { candidates } = snapshot.context;
  if (snapshot.matches({ draft: 'ready' })) return candidates;
  // One into a queue may be submitted before they are known.
  return snapshot.matches('draft') || candidates.length === 0 ? null : candidates;
}

/** Whether the viewer may confirm it now. */
export function selectMayConfirm(snapshot: TransferSnapshot): boolean {
  return snapshot.matches('pending') && mayConfirm(snapshot.context.transfer, snapshot.context.viewer);
}
