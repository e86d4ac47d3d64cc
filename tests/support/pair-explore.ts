import type { ActorLogic } from 'xstate';
import { afterDeed, beginPair, canDo, deeds, keyOf } from '../../models/two-attendants.model.ts';
import type { Deed, Pair, PairScene } from '../../models/two-attendants.model.ts';
import { explore } from './graph.ts';
import type { Edge, Graph } from './graph.ts';

/** What both have come to. */
export interface PairSituation {
  readonly status: 'active';
  readonly output: undefined;
  readonly error: undefined;
  readonly pair: Pair;
}

export interface Done {
  readonly type: Deed;
}

export type PairStep = Edge<PairSituation, Done>;

const LIMIT = 20_000;

function situationOf(pair: Pair): PairSituation {
  return { status: 'active', output: undefined, error: undefined, pair };
}

/** How a scene begins: whoever's line gets late has the conversation open. */
export function openingOf({ late }: PairScene): readonly Deed[] {
  return late === null ? [] : [`${late} opens`, `${late} hears`];
}

/** Every deed in every situation that the two can come to. */
export function explorePair(scene: PairScene): Graph<PairSituation, Done> {
  const first = situationOf(openingOf(scene).reduce(afterDeed, beginPair(scene)));
  const logic: ActorLogic<PairSituation, Done> = {
    transition: (situation, { type }) =>
      canDo(situation.pair, type) ? situationOf(afterDeed(situation.pair, type)) : situation,
    getInitialSnapshot: () => first,
    getPersistedSnapshot: (situation) => situation,
  };
  return explore(logic, {
    first,
    events: deeds.map((type) => ({ type })),
    key: ({ pair }) => keyOf(pair),
    stopWhen: () => false,
    limit: LIMIT,
  });
}
