import type { Transfer } from '../entities/entities.ts';
import type { TransferSnapshot } from './transfer.machine.ts';

/** The transfer as the server reported it; null for a draft. */
export function selectTransfer(snapshot: TransferSnapshot): Transfer | null {
  return snapshot.context.transfer;
}

/** Whether it waits for an answer; true also while our own is in flight. */
export function selectIsPending(snapshot: TransferSnapshot): boolean {
  return snapshot.matches('pending') || snapshot.matches('confirming') || snapshot.matches('deleting');
}
