/** A clock off by less (milliseconds) stays as it is: the server says its seconds, and the way takes some too. */
const TOLERATED_MS = 60_000;
/** An answer longer on its way (milliseconds) may have met a computer that slept: when it was given nobody can say. */
const TIMELY_MS = 10_000;

export interface CorrectedClock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** What an answer that has just come says of its time, and when it was asked for by the own clock; ignored if late. */
  readonly heard: (date: string | null, askedAt: number) => void;
}

/** The computer's clock, set right by the server's where it is off. */
export function correctedClock(own: () => number): CorrectedClock {
  let offset = 0;
  return {
    now: () => own() + offset,
    heard: (date, askedAt) => {
      const told = Date.parse(date ?? '');
      const took = own() - askedAt;
      // Less than nothing: the own clock was set meanwhile.
      if (Number.isNaN(told) || took < 0 || took > TIMELY_MS) return;
      const off = told - (askedAt + took / 2);
      if (Math.abs(off - offset) > TOLERATED_MS) offset = Math.abs(off) > TOLERATED_MS ? off : 0;
    },
  };
}
