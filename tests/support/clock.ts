/** A clock that only moves when it is told to. */
export type TestClock = { now: () => Date; advance: (ms: number) => void };

/** Begins at the machine's time, which the database's own clock shows too. */
export function createClock(): TestClock {
  let offset = 0;
  const start = Date.now();
  return {
    now: () => new Date(start + offset),
    advance: (ms) => {
      offset += ms;
    },
  };
}
