/** The same numbers each time (mulberry32). */
export function dice(seed: number) {
  let state = seed;
  const next = (): number => {
    state = (state + 0x6d_2b_79_f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const pick = <Of>(all: readonly Of[]): Of => {
    const found = all[Math.floor(next() * all.length)];
    if (found === undefined) throw new Error('Nothing to choose from');
    return found;
  };
  return { next, pick };
}
export type Dice = ReturnType<typeof dice>;
