import type { Snapshots } from '../../src/machines/directory/stored.ts';
import type { Situation, Step } from './paths-explore.ts';
import { createMemory } from './paths-memory.ts';
import type { Memory } from './paths-memory.ts';

/**
 * What the paths of one scene share while it is examined. A walk and a replay work all out by themselves, so that one
 * still is compared with the other; a path's last step isn't taken from either memory.
 */
export interface Shared {
  readonly walked: Memory;
  readonly replayed: Memory;
  /** What exploring, which replays, came to in each situation that another path may end in. */
  readonly ends: Map<Situation, Snapshots>;
  /** Steps on the ways of paths that led where they did when explored. */
  readonly checked: Set<Step>;
}

export function createShared(): Shared {
  return { walked: createMemory(), replayed: createMemory(), ends: new Map(), checked: new Set() };
}
