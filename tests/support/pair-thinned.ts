import { afterDeed, beginPair, canDo, deeds, keyOf } from '../../models/two-attendants.model.ts';
import type { Deed, Pair, PairScene } from '../../models/two-attendants.model.ts';

interface Way {
  readonly pair: Pair;
  readonly done: readonly Deed[];
  /** What was met on it: deeds right after others, and by whose the conversation was. */
  readonly met: readonly string[];
}

/** Longer paths are cut, so that what goes wrong is told in few words. */
const LONGEST = 14;

/** Few paths in which every deed comes right after every other one that it can come after, and whoever has the conversation. */
export function thinnedPaths(scene: PairScene): readonly (readonly Deed[])[] {
  const met = new Set<string>();
  const paths: (readonly Deed[])[] = [];
  for (;;) {
    let way: Way = { pair: beginPair(scene), done: [], met: [] };
    while (way.done.length < LONGEST) {
      const further = nearestNew(way, met);
      if (further === null) break;
      for (const one of further.met) met.add(one);
      way = further;
    }
    if (way.done.length === 0) return paths;
    paths.push(way.done);
  }
}

function nearestNew(from: Way, met: ReadonlySet<string>): Way | null {
  const known = new Set<string>();
  let ends: readonly Way[] = [from];
  while (ends.length > 0) {
    const further: Way[] = [];
    for (const { pair, done, met: before } of ends) {
      for (const deed of deeds.filter((one) => canDo(pair, one))) {
        const last = done.at(-1) ?? 'first';
        const here = [`${last} → ${deed}`, `${pair.facts.owner ?? 'nobody'}: ${deed}`];
        const next = { pair: afterDeed(pair, deed), done: [...done, deed], met: [...before, ...here] };
        if (here.some((one) => !met.has(one))) return next;
        const name = `${deed} ${keyOf(next.pair)}`;
        if (known.has(name)) continue;
        known.add(name);
        further.push(next);
      }
    }
    ends = further;
  }
  return null;
}
