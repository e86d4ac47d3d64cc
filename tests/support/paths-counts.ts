import { allStates, allTransitions } from './paths-outline.ts';
import type { StateOutline } from './paths-outline.ts';
import type { ModelReport } from './paths-findings.ts';

export interface Coverage {
  readonly covered: number;
  readonly total: number;
}

export function stateCoverage({ root }: ModelReport): Coverage {
  const states = allStates(root);
  return { covered: states.filter(({ covered }) => covered).length, total: states.length };
}

export function transitionCoverage({ root }: ModelReport): Coverage {
  return coverageOf(root);
}

/** Of the transitions of a machine. */
export function coverageOf(root: StateOutline): Coverage {
  const transitions = allTransitions(root);
  return { covered: transitions.filter(({ transition }) => transition.covered).length, total: transitions.length };
}

export function pathCount({ scenes }: ModelReport): number {
  return scenes.reduce((sum, { paths }) => sum + paths.length, 0);
}
