import { audienceProblems, audienceTreeSchema } from '../../../contract/entities/audience-tree.ts';
import type { AudienceNode } from '../../../contract/entities/audience-tree.ts';
import { AUDIENCE_TEXT_MAX } from '../../../contract/facts/audiences.ts';
import { invalid } from '../errors.ts';
import { parseInput } from '../input.ts';

/** The tree that a call's JSON says; refuses by field what isn't one, a condition by its path. */
export function parseTree(text: string): AudienceNode {
  if (text.length > AUDIENCE_TEXT_MAX) throw invalid('error.form.invalid', { tree: 'error.audience.tooMany' });
  const tree = jsonOf(text);
  const problems = audienceProblems(tree);
  if (Object.keys(problems).length > 0) throw invalid('error.form.invalid', problems);
  return parseInput(audienceTreeSchema, tree);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid('error.form.invalid', { tree: 'error.field.invalid' });
  }
}
