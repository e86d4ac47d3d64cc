import type { Flow } from '../contract/flows/flow.ts';
import { evaluate, UNKNOWN } from './evaluate.ts';
import { nodeAt, own } from './exits.ts';
import type { Edge, Explored } from './explore.ts';
import { isProblem } from './expression.ts';
import type { Expressions } from './expression.ts';
import { ANY_ANSWER, samplesOf } from './regions.ts';
import type { Value } from './values.ts';

/** So short that no pattern takes long to try on them. */
const TEXTS = [String(ANY_ANSWER.text).slice(0, 8), '1', '01310100', '01310-100', 'ABC1234', 'a@b.com'];

/**
 * The way with an answer for which an expression that isn't understood would hold, were it read as it is likely meant: only then it
 * shows that it doesn't.
 */
export function withMeant(
  { flow, moments }: Pick<Explored, 'flow' | 'moments'>,
  way: readonly Edge[],
  text: string,
  expressions: Expressions,
): readonly Edge[] {
  const meant = comparisonMeant(flow, text, expressions) ?? patternMeant(text);
  if (meant === undefined) return way;
  const { name, value } = meant;
  const last = way.findLastIndex(({ from, exit, saved }) => {
    const node = nodeAt(flow, moments.get(from)?.node ?? '');
    const isSaved = node?.kind === 'ask' && node.saves === name && exit === 'answer';
    return isSaved && (own(saved, name) ?? UNKNOWN) === UNKNOWN;
  });
  return way.map((edge, at) => (at === last ? { ...edge, saved: { ...edge.saved, [name]: value } } : edge));
}

interface Meant {
  readonly name: string;
  readonly value: Value;
}

/** Of a number in quotes, or a month in place of a day. */
function comparisonMeant(flow: Flow, text: string, expressions: Expressions): Meant | undefined {
  const repaired = text.replaceAll(/"(-?\d+(?:\.\d+)?)"/gu, '$1').replaceAll(/"(\d{4}-\d{2})"/gu, '"$1-01"');
  const read = expressions(repaired);
  if (isProblem(read) || read.names.size !== 1) return undefined;
  const [name = ''] = read.names;
  const type = own(flow.variables, name)?.type;
  if (type !== 'number' && type !== 'date' && type !== 'text') return undefined;
  const value = samplesOf(flow, [read])(name, type).find((each) => evaluate(read.part, { [name]: each }) === true);
  return value === undefined || value === null ? undefined : { name, value };
}

/** Of a regular expression. */
function patternMeant(text: string): Meant | undefined {
  const [, name, quoted] = /^\s*(\w+)\.matches\(\s*("(?:[^"\\]|\\.)*")\s*\)\s*$/u.exec(text) ?? [];
  if (name === undefined || quoted === undefined) return undefined;
  try {
    const pattern = new RegExp(String(JSON.parse(quoted)), 'u');
    const value = TEXTS.find((each) => pattern.test(each));
    return value === undefined ? undefined : { name, value };
  } catch {
    return undefined;
  }
}
