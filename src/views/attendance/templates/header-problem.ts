import { fitsHeader, type HeaderFile } from '../../../../contract/facts/templates.ts';
import { chosenOf, type Problem } from '../chat/sending/chosen.ts';

/** Why a file can't be a template's header. */
export type HeaderProblem = Exclude<Problem, 'notTaken'> | 'otherKind';

export function headerProblem(header: HeaderFile, file: File): HeaderProblem | null {
  const { sentAs, tag: tagType, problem } = chosenOf('', file, file.name);
  if (problem === 'notTaken' || !fitsHeader(header, { sentAs, tagType })) return 'otherKind';
  return problem;
}
