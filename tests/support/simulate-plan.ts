import { createRandom } from './simulation-random.ts';

/** So many of a hundred decisions are of each kind. */
const WEIGHTS = {
  'a customer writes': 15,
  'a message is acknowledged': 8,
  writes: 13,
  'opens a conversation': 8,
  'leaves the conversation': 2,
  scrolls: 3,
  'types a draft': 2,
  'pins or unpins': 4,
  'filters or searches': 3,
  'takes a ticket': 3,
  'offers a ticket': 6,
  'closes the transfer dialog': 1,
  'answers an offer': 7,
  'finishes a ticket': 3,
  'tries a refused message again, or gives it up': 3,
  'looks away or back': 2,
  'the network breaks': 3,
  'the network holds everything back': 2,
  'the network heals': 6,
  'calls get lost, doubled and late': 2,
  'calls go well again': 2,
  'a frame is lost': 1,
  'a frame comes twice': 2,
  'the token runs out': 1.5,
  'the tab dies and is opened again': 1.2,
  'the clock jumps': 0.5,
  'the server restarts': 0.6,
  'what was sent can not be read again': 0.4,
  'the stream begins anew': 0.2,
} as const;

export type Deed = keyof typeof WEIGHTS;

/** Something that happens at a moment, with the numbers that it chooses by: the same whatever happened before. */
export interface Decision {
  /** Milliseconds from the beginning. */
  readonly at: number;
  /** The client, by number. */
  readonly who: number;
  readonly deed: Deed;
  readonly dice: readonly [number, number, number];
}

export interface Size {
  readonly seed: number;
  readonly minutes: number;
  readonly clients: number;
}

/** On average a decision comes after so long. */
const PAUSE_MS = 1_200;

const weighted = (Object.keys(WEIGHTS) as Deed[]).map((deed) => ({ deed, weight: WEIGHTS[deed] }));

export const isFault = (deed: Deed): boolean => weighted.findIndex((each) => each.deed === deed) >= FIRST_FAULT;
const FIRST_FAULT = weighted.findIndex(({ deed }) => deed === 'the network breaks');

/** All decisions of a run, by its seed alone. */
export function planOf({ seed, minutes, clients }: Size): readonly Decision[] {
  const random = createRandom(seed);
  const decisions: Decision[] = [];
  const die = (): number => random.int(1_000_000);
  for (let at = random.int(PAUSE_MS); at < minutes * 60_000; at += 1 + random.int(2 * PAUSE_MS)) {
    const deed = random.weighted(weighted)?.deed ?? 'a customer writes';
    decisions.push({ at, who: random.int(clients), deed, dice: [die(), die(), die()] });
  }
  return decisions;
}
