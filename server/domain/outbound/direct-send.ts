import type { Id } from '../../db/tables.ts';
import type { OutboxAccess, SendSlot } from './outbox.ts';
import type { Claim } from './outbox-rows.ts';

/** A message that is claimed for sending in the transaction that stores it. The transaction may be retried, or partly rolled back. */
export class DirectSend {
  readonly #outbox: Partial<OutboxAccess>;
  readonly #tenantId: Id;
  #slot: SendSlot | undefined;
  #claim: Claim | undefined;
  #isQueued = false;

  constructor(outbox: Partial<OutboxAccess>, tenantId: Id) {
    this.#outbox = outbox;
    this.#tenantId = tenantId;
  }

  /** The slot that claims the message; undefined if none is free. */
  get slot(): Pick<SendSlot, 'lockedBy' | 'leaseMs'> | undefined {
    return (this.#slot ??= this.#outbox.reserveSend?.(this.#tenantId));
  }

  claimed(claim: Claim): void {
    this.#claim = claim;
  }

  /** A message was stored that nobody has claimed. */
  queued(): void {
    this.#isQueued = true;
  }

  /** What was stored was rolled back. */
  forget(): void {
    this.#claim = undefined;
    this.#isQueued = false;
  }

  /** The transaction ended. `isUncertain`: it is unknown whether it was committed. */
  end({ isCommitted, isUncertain = false }: { isCommitted: boolean; isUncertain?: boolean }): void {
    const slot = this.#slot;
    this.#slot = undefined;
    // Once that is sent, the outbox looks for what was queued behind it.
    if (slot !== undefined && this.#claim !== undefined && isCommitted) return slot.begin(this.#claim);
    slot?.release(isUncertain);
    if (isCommitted && this.#isQueued) this.#outbox.wakeOutbox?.(this.#tenantId);
  }
}
