import type { Problem } from './paths-findings.ts';

/** The cause of whatever a replay makes different. */
export const REPLAY = 'the replayed log comes to another state';

/** Wrong in a way that has no row and no invariant. */
export function stepProblem(text: string, cause = text): Problem {
  return { text, kind: 'step', cause: cause.replaceAll(/\d+/gu, '#'), row: null, expected: null, came: null };
}

export function violation(invariant: string, found: string): Problem {
  return {
    text: `${invariant}: ${found}`,
    kind: 'invariant',
    cause: invariant,
    row: null,
    expected: null,
    came: found,
  };
}

/** A step of a journey, or on the server, that went wrong: where it should have led, and what was said instead. */
export function rowOf(state: string, sample: string, expected: string, came: string): Problem {
  const cause = sample === '' ? state : `${state} · ${sample}`;
  return { text: came, kind: 'row', cause, row: { states: [state], sample }, expected, came };
}
