import type { Id } from '../../db/tables.ts';
import type { SendSlot } from './outbox.ts';
import type { Claim } from './outbox-rows.ts';

export type ReserveSend = (tenantId: Id) => SendSlot | undefined;

/** The message of a change that is claimed as it is stored. The change may run more than once, or a part of it be undone. */
export class DirectSend {
  readonly #reserve: () => SendSlot | undefined;
  #slot: SendSlot | undefined;
  #claim: Claim | undefined;

  constructor(reserve: () => SendSlot | undefined) {
    this.#reserve = reserve;
  }

  /** What claims a message, if there is room. */
  get slot(): Pick<SendSlot, 'lockedBy' | 'leaseMs'> | undefined {
    return (this.#slot ??= this.#reserve());
  }

  claimed(claim: Claim): void {
    this.#claim = claim;
  }

  /** What was stored is undone. */
  forget(): void {
    this.#claim = undefined;
  }

  /** The change is over. `isUncertain`: whether it was committed is unknown. */
  end({ isCommitted, isUncertain = false }: { isCommitted: boolean; isUncertain?: boolean }): void {
    const slot = this.#slot;
    this.#slot = undefined;
    if (slot !== undefined && this.#claim !== undefined && isCommitted) slot.begin(this.#claim);
    else slot?.release(isUncertain);
  }
}
