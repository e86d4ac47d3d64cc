/** A clock off by less (milliseconds) stays as it is: the server says its seconds, and the way takes some too. */
const TOLERATED_MS = 60_000;

export interface CorrectedClock {
  /** Milliseconds since 1970. */
  readonly now: () => number;
  /** What an answer that has just come says of its time; ignored where it says none. */
  readonly heard: (date: string | null) => void;
}

/** The computer's clock, set right by the server's where it is off. */
export function correctedClock(own: () => number): CorrectedClock {
  let offset = 0;
  return {
    now: () => own() + offset,
    heard: (date) => {
      const told = Date.parse(date ?? '');
      if (Number.isNaN(told)) return;
      const off = told - own();
      if (Math.abs(off - offset) > TOLERATED_MS) offset = Math.abs(off) > TOLERATED_MS ? off : 0;
    },
  };
}
