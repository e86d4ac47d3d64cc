import { fitsHeader, type HeaderFile } from '../../../../contract/facts/templates.ts';
import { chosenOf, type Picked, type Problem } from '../chat/sending/chosen.ts';

/** Why a file can't be a template's header. */
export type HeaderProblem = Exclude<Problem, 'program' | 'notTaken'> | 'otherKind';

export function headerProblem(header: HeaderFile, picked: Picked): HeaderProblem | null {
  const { sentAs, tag: tagType, problem } = chosenOf('', picked);
  if (problem === 'program' || problem === 'notTaken' || !fitsHeader(header, { sentAs, tagType })) return 'otherKind';
  return problem;
}
