import type { Transfer, User } from '../entities/entities.ts';
import type { Failure } from '../entities/failure.ts';
import type { TransferSnapshot } from './transfer.machine.ts';
import { mayConfirm, mayDelete } from './transfer.rules.ts';

export type TransferState =
  | 'draft'
  | 'creating'
  | 'failed'
  | 'dismissed'
  | 'pending'
  | 'confirming'
  | 'confirmed'
  | 'deleting'
  | 'deleted';

export function selectTransferState(snapshot: TransferSnapshot): TransferState {
  const { value } = snapshot;
  if (typeof value !== 'string' || value === 'made') return 'draft';
  return value;
}

/** The transfer as the server told it; null for a draft. */
export function selectTransfer(snapshot: TransferSnapshot): Transfer | null {
  return snapshot.context.transfer;
}

/** Whether it waits for an answer, one on its way included. */
export function selectIsPending(snapshot: TransferSnapshot): boolean {
  return snapshot.matches('pending') || snapshot.matches('confirming') || snapshot.matches('deleting');
}

/** Why the last step didn't happen, until the next; `fields` names the inputs that caused it. */
export function selectTransferFailure(snapshot: TransferSnapshot): Failure | null {
  return snapshot.context.failure;
}

/** People the ticket can be offered to; null while they are loading or didn't load. */
export function selectCandidates(snapshot: TransferSnapshot): readonly User[] | null {
  return snapshot.matches({ draft: 'loading' }) || snapshot.matches({ draft: 'failed' })
    ? null
    : snapshot.context.candidates;
}

/** The next owner or an administrator, while it waits. */
export function selectMayConfirm(snapshot: TransferSnapshot): boolean {
  return snapshot.matches('pending') && mayConfirm(snapshot.context.transfer, snapshot.context.viewer);
}

/** Whoever has the ticket, asked for the transfer or is offered it, or an administrator, while it waits. */
export function selectMayDelete(snapshot: TransferSnapshot): boolean {
  return snapshot.matches('pending') && mayDelete(snapshot.context.transfer, snapshot.context.viewer);
}
