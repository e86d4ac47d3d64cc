import { isDeepStrictEqual } from 'node:util';
import { afterDeed, beginPair, bothOf, lookOf } from '../../models/two-attendants.model.ts';
import type { Deed, Look, Pair, PairScene, Who } from '../../models/two-attendants.model.ts';
import type { Logged } from '../../src/machines/log/event.ts';
import type { Problem } from './paths-findings.ts';
import { openingOf } from './pair-explore.ts';
import { PairWorld } from './pair-world.ts';

/** The first thing that was wrong on a path, and the events that led there. */
export interface PairFailure {
  readonly at: number;
  readonly problems: readonly Problem[];
  readonly events: readonly Logged[];
}

/** Does the deeds on two wired apps; after each, both have to show what the model says. */
export function walkPair(scene: PairScene, way: readonly Deed[]): PairFailure | null {
  const world = new PairWorld(scene);
  let pair = beginPair(scene);
  const opening = openingOf(scene);
  for (const [index, deed] of [...opening, ...way].entries()) {
    world.do(deed);
    pair = afterDeed(pair, deed);
    // What is fetched first is not there yet.
    if (index < opening.length) continue;
    const problems = bothOf.flatMap((who) => differences(pair, who, world.look(who)));
    if (problems.length > 0) return { at: index - opening.length, problems, events: world.events() };
  }
  return null;
}

/** What a page shows and shouldn't. What the model leaves open is not compared. */
export function differences(pair: Pair, who: Who, seen: Look): readonly Problem[] {
  const wanted = lookOf(pair, who);
  return (Object.keys(wanted) as (keyof Look)[]).flatMap((part): readonly Problem[] => {
    if (wanted[part] === null || isDeepStrictEqual(seen[part], wanted[part])) return [];
    const [expected, came] = [JSON.stringify(wanted[part]), JSON.stringify(seen[part])];
    const cause = `${who}’s ${part}`;
    return [{ text: `${cause}: ${came} instead of ${expected}`, kind: 'page', cause, row: null, expected, came }];
  });
}
