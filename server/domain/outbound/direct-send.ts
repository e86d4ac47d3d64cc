import type { Id } from '../../db/tables.ts';
import type { SendSlot } from './outbox.ts';
import type { Claim } from './outbox-rows.ts';

export type ReserveSend = (tenantId: Id) => SendSlot | undefined;

/** A message that is claimed for sending in the transaction that stores it. The transaction may be retried, or partly rolled back. */
export class DirectSend {
  readonly #reserve: () => SendSlot | undefined;
  #slot: SendSlot | undefined;
  #claim: Claim | undefined;

  constructor(reserve: () => SendSlot | undefined) {
    this.#reserve = reserve;
  }

  /** The slot that claims the message; undefined if none is free. */
  get slot(): Pick<SendSlot, 'lockedBy' | 'leaseMs'> | undefined {
    return (this.#slot ??= this.#reserve());
  }

  claimed(claim: Claim): void {
    this.#claim = claim;
  }

  /** The message was rolled back. */
  forget(): void {
    this.#claim = undefined;
  }

  /** The transaction ended. `isUncertain`: it is unknown whether it was committed. */
  end({ isCommitted, isUncertain = false }: { isCommitted: boolean; isUncertain?: boolean }): void {
    const slot = this.#slot;
    this.#slot = undefined;
    if (slot !== undefined && this.#claim !== undefined && isCommitted) slot.begin(this.#claim);
    else slot?.release(isUncertain);
  }
}
