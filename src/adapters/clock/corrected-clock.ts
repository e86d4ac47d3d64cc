/**
 * Smaller clock errors are ignored (milliseconds): the server's date has whole seconds, and the response takes time
 * too.
 */
const TOLERATED_MS = 60_000;
/** Slower responses are ignored (milliseconds): the computer may have slept meanwhile. */
const TIMELY_MS = 10_000;

interface CorrectedClock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** Corrects the clock by a response's date and the local time of its request; ignores slow responses. */
  readonly sync: (date: string | null, askedAt: number) => void;
}

/** The computer's clock, corrected by the server's. */
export function correctedClock(own: () => number): CorrectedClock {
  let offset = 0;
  return {
    now: () => own() + offset,
    sync: (date, askedAt) => {
      const serverTime = Date.parse(date ?? '');
      const took = own() - askedAt;
      // Negative: the local clock was set meanwhile.
      if (Number.isNaN(serverTime) || took < 0 || took > TIMELY_MS) return;
      const off = serverTime - (askedAt + took / 2);
      if (Math.abs(off - offset) > TOLERATED_MS) offset = Math.abs(off) > TOLERATED_MS ? off : 0;
    },
  };
}
