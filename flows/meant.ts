import type { Flow } from '../contract/flows/flow.ts';
import { evaluate, UNKNOWN } from './evaluate.ts';
import { nodeAt, own } from './exits.ts';
import type { Edge, Explored } from './explore.ts';
import { isProblem } from './expression.ts';
import type { Expressions } from './expression.ts';
import { ANY_ANSWER, isAnswer, samplesOf } from './regions.ts';
import type { Value } from './values.ts';

/** Texts of the lengths that patterns are written for, short enough for a plain pattern to be tested fast. */
const TEXTS = ['qualquer', '1', '01310100', '01310-100', 'ABC1234', 'a@b.com', String(ANY_ANSWER.cpf)];

/** Up to six letters or classes, each maybe repeated: without groups and alternatives there is little backtracking. */
const PLAIN = /^\^?(?:(?:\\[dws.]|\[\^?(?:\\[dws]|[\w.@-])+\]|[\w.@-])(?:[*+?]|\{\d{1,2}(?:,\d{0,2})?\})?){1,6}\$?$/u;

/**
 * The path with an answer that would satisfy an invalid expression if it were read as it was probably meant. Only such
 * an answer shows that the expression doesn't hold.
 */
export function withMeant(
  { flow, moments }: Pick<Explored, 'flow' | 'moments'>,
  way: readonly Edge[],
  text: string,
  expressions: Expressions,
): readonly Edge[] {
  const meant = comparisonMeant(flow, text, expressions) ?? patternMeant(text);
  if (meant === undefined) return way;
  const { name, values } = meant;
  const valueAt = ({ from, exit, saved }: Edge): Value | undefined => {
    const node = nodeAt(flow, moments.get(from)?.node ?? '');
    if (node?.kind !== 'ask' || node.saves !== name || exit !== 'answer') return undefined;
    const isOpen = (own(saved, name) ?? UNKNOWN) === UNKNOWN;
    return isOpen ? values.find((value) => isAnswer(value, node.expects)) : undefined;
  };
  const last = way.findLastIndex((edge) => valueAt(edge) !== undefined);
  return way.map((edge, at) => {
    const value = at === last ? valueAt(edge) : undefined;
    return value === undefined ? edge : { ...edge, saved: { ...edge.saved, [name]: value } };
  });
}

/** Values of a variable that would satisfy an expression. */
interface Meant {
  readonly name: string;
  readonly values: readonly Value[];
}

/** For a comparison with a quoted number, or with a month in place of a day. */
function comparisonMeant(flow: Flow, text: string, expressions: Expressions): Meant | undefined {
  const repaired = text.replaceAll(/"(-?\d+(?:\.\d+)?)"/gu, '$1').replaceAll(/"(\d{4}-\d{2})"/gu, '"$1-01"');
  const read = expressions(repaired);
  if (isProblem(read) || read.names.size !== 1) return undefined;
  const [name = ''] = read.names;
  const type = own(flow.variables, name)?.type;
  if (type !== 'number' && type !== 'date' && type !== 'text') return undefined;
  const values = samplesOf(flow, [read])(name, type).filter((each) => each !== UNKNOWN);
  return { name, values: values.filter((each) => evaluate(read.part, { [name]: each }) === true) };
}

/** For a regular expression, if it is plain. */
function patternMeant(text: string): Meant | undefined {
  const [, name, quoted] = /^\s*(\w+)\.matches\(\s*("(?:[^"\\]|\\.)*")\s*\)\s*$/u.exec(text) ?? [];
  if (name === undefined || quoted === undefined) return undefined;
  try {
    const written = String(JSON.parse(quoted));
    if (!PLAIN.test(written)) return undefined;
    const pattern = new RegExp(written, 'u');
    return { name, values: TEXTS.filter((each) => pattern.test(each)) };
  } catch {
    return undefined;
  }
}
