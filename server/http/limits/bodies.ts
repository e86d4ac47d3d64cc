import { Slots } from './slots.ts';

/** A body that takes longer may be cut off for others. */
const SLOW_MS = 2_000;

/** A body being received. */
export type Body = {
  /** Reserves more bytes; false if there is no room, or the body was already ended. */
  readonly take: (bytes: number) => boolean;
  /** Releases its bytes. */
  readonly end: () => void;
};

type Coming = Body & { readonly address: string; readonly cut: () => void; readonly since: number; bytes: number };

/**
 * Limits the bytes of bodies being received, in total and per address. When room is short, cuts off the slowest of
 * those that have taken some seconds, so that stalled senders don't block others.
 */
export class Bodies {
  readonly #room: Slots;
  readonly #ofAddress: number;
  readonly #now: () => number;
  readonly #coming = new Set<Coming>();

  /** Both limits in bytes; `now` in milliseconds. */
  constructor(limits: { node: number; address: number }, now: () => number = () => performance.now()) {
    this.#room = new Slots(limits.node);
    this.#ofAddress = limits.address;
    this.#now = now;
  }

  /** Bytes reserved. */
  get held(): number {
    return this.#room.used;
  }

  /** A body begins. `cut` is called when others need its room. */
  begin(address: string, cut: () => void): Body {
    const releases: (() => void)[] = [];
    const coming: Coming = {
      address,
      cut,
      since: this.#now(),
      bytes: 0,
      take: (bytes) => {
        const release = this.#coming.has(coming) ? this.#take(coming, bytes) : undefined;
        if (release === undefined) return false;
        releases.push(release);
        coming.bytes += bytes;
        return true;
      },
      end: () => {
        this.#coming.delete(coming);
        for (const release of releases.splice(0)) release();
      },
    };
    this.#coming.add(coming);
    return coming;
  }

  #take(coming: Coming, bytes: number): (() => void) | undefined {
    const holder = { key: coming.address, max: this.#ofAddress };
    for (;;) {
      const release = this.#room.take([holder], bytes);
      if (release !== undefined) return release;
      const isAddressFull = this.#room.heldBy(coming.address) + bytes > this.#ofAddress;
      const slowest = this.#slowest(isAddressFull ? coming.address : undefined);
      // It is the slowest itself: refused.
      if (slowest === undefined || slowest === coming) return undefined;
      slowest.end();
      slowest.cut();
    }
  }

  /** The slowest by bytes per second so far; of one address, or of all. */
  #slowest(address: string | undefined): Coming | undefined {
    const now = this.#now();
    let slowest: { body: Coming; rate: number } | undefined;
    for (const body of this.#coming) {
      const age = now - body.since;
      if (age < SLOW_MS || (address !== undefined && body.address !== address)) continue;
      const rate = body.bytes / age;
      if (slowest === undefined || rate < slowest.rate) slowest = { body, rate };
    }
    return slowest?.body;
  }
}
