import { FLOW_KNOWN, FLOW_NUMBER_MAX, FLOW_VALUE_MAX } from '../contract/facts/flows.ts';
import type { FlowExpects, FlowVariableType } from '../contract/facts/flows.ts';
import type { Flow } from '../contract/flows/flow.ts';
import { isAnswered, UNKNOWN } from './evaluate.ts';
import type { Sample } from './evaluate.ts';
import { walk } from './expression.ts';
import type { Expression, Part } from './expression.ts';
import { written } from './text.ts';
import { answerIn, cpfOf, typedDate } from './values.ts';
import type { Value } from './values.ts';

/** Where a value comes from. A question accepts less than another server may answer. */
export type Source = Exclude<FlowExpects, 'options'> | 'server';

/** The values of a variable that represent everything a source can give it. */
export type Samples = (name: string, source: Source) => readonly Sample[];

type Question = Extract<Part, { op: 'question' }>;

/** What expressions ask of a variable's value. */
interface Asked {
  readonly constants: Set<Value>;
  readonly questions: Map<string, Pick<Question, 'of' | 'value'>>;
  /** Nothing else is asked of it, so a few values can represent all others. */
  isExact: boolean;
}

/** Upper bound on the questions about one text whose answers are told apart; with more, the text is unknown. */
const QUESTIONS_MAX = 6;

/** A text that flows are unlikely to compare with. */
const ANY_TEXT = 'qualquer coisa';

export const ANY_ANSWER: Readonly<Record<Source, Value>> = {
  text: ANY_TEXT,
  number: 1,
  date: '2026-01-15',
  cpf: '52998224725',
  location: ANY_TEXT,
  media: ANY_TEXT,
  server: ANY_TEXT,
};

/**
 * The constants that a variable is compared with, and values between and beyond them. They are exact if the variable is
 * only compared with constants and asked what it contains. Any other variable is unknown, or gets guesses with
 * `isGuessing`.
 */
export function samplesOf(flow: Flow, deciding: readonly Expression[], isGuessing = false): Samples {
  const asked = askedOf(deciding);
  const known = new Map<string, readonly Sample[]>();
  const guesses = isGuessing ? constantsIn(deciding) : [];
  const typeOf = (name: string): FlowVariableType | undefined =>
    Object.hasOwn(flow.variables, name) ? flow.variables[name]?.type : FLOW_TYPES.get(name);
  return (name, source) => {
    const key = `${name} ${source}`;
    const found = known.get(key) ?? samplesFor(typeOf(name), asked.get(name), source, guesses);
    known.set(key, found);
    return found;
  };
}

const FLOW_TYPES: ReadonlyMap<string, FlowVariableType> = new Map(FLOW_KNOWN.map((name) => [name, 'text']));

function samplesFor(
  type: FlowVariableType | undefined,
  asked: Asked | undefined,
  source: Source,
  guesses: readonly Value[],
): readonly Sample[] {
  if (type === undefined || asked === undefined) return [UNKNOWN];
  if (type === 'boolean') return [true, false];
  const constants = asked.isExact ? [...asked.constants] : [...asked.constants, ...guesses];
  const isGuessing = guesses.length > 0;
  const words = [...asked.questions.values()].map(({ value }) => value);
  const exact = asked.isExact || isGuessing ? around(type, constants, asked, source) : undefined;
  const all = exact ?? (isGuessing ? [...constants.filter((value) => typeof value === 'string'), ...words] : undefined);
  if (all === undefined) return [UNKNOWN];
  const possible = all.filter((value) => isPossible(value, source));
  return possible.length === 0 ? [UNKNOWN] : [...new Set(possible)];
}

/** Whether a source can give a value: nobody answers with an empty text, or with a number of twenty digits. */
function isPossible(value: Value, source: Source): boolean {
  if (typeof value === 'number' && Math.abs(value) > FLOW_NUMBER_MAX) return false;
  return source === 'server' || source === 'location' || source === 'media' || isAnswer(value, source);
}

/** Whether a question accepts the value as a customer writes it. */
export function isAnswer(value: Value, expects: FlowExpects): boolean {
  if (expects === 'options') return false;
  return answerIn(expects, typeof value === 'number' ? written(value) : String(value)) === value;
}

function askedOf(deciding: readonly Expression[]): ReadonlyMap<string, Asked> {
  const found = new Map<string, Asked>();
  const of = (name: string): Asked => {
    const asked = found.get(name) ?? { constants: new Set(), questions: new Map(), isExact: true };
    found.set(name, asked);
    return asked;
  };
  for (const { part, type } of deciding) {
    const plain = new Set<Part>();
    // A boolean name is a condition by itself. Any other name as a whole expression is copied and compared elsewhere.
    if (part.op === 'name' && type === 'boolean') plain.add(part);
    walk(part, (each) => {
      for (const name of conditionsIn(each)) plain.add(name);
      const read = comparisonIn(each);
      if (read === undefined) return;
      plain.add(read.name);
      for (const value of read.constants) of(read.name.name).constants.add(value);
      if (each.op === 'question') of(read.name.name).questions.set(`${each.of} ${each.value}`, each);
    });
    walk(part, (each) => {
      if (each.op !== 'name') return;
      const asked = of(each.name);
      asked.isExact &&= plain.has(each);
    });
  }
  return found;
}

/** The name that a part compares with constants or asks a question about. */
function comparisonIn(
  part: Part,
): { readonly name: Extract<Part, { op: 'name' }>; readonly constants: readonly Value[] } | undefined {
  if (part.op === 'oneOf') return part.part.op === 'name' ? { name: part.part, constants: part.values } : undefined;
  if (part.op === 'question') return part.part.op === 'name' ? { name: part.part, constants: [] } : undefined;
  if (part.op !== 'compare') return undefined;
  const [left, right] = part.sides;
  if (left.op === 'name' && right.op === 'constant') return { name: left, constants: [right.value] };
  return left.op === 'constant' && right.op === 'name' ? { name: right, constants: [left.value] } : undefined;
}

/** Variables used as conditions themselves, as in `aceita && idade > 18`. */
function conditionsIn(part: Part): readonly Part[] {
  if (part.op === 'and' || part.op === 'or') return part.sides.filter(({ op }) => op === 'name');
  return part.op === 'not' && part.part.op === 'name' ? [part.part] : [];
}

function constantsIn(deciding: readonly Expression[]): Value[] {
  const found = new Set<Value>([0, 10, 'sim', String(ANY_ANSWER.date)]);
  for (const { part } of deciding) {
    walk(part, (each) => {
      if (each.op === 'constant') found.add(each.value);
      if (each.op === 'oneOf') for (const value of each.values) found.add(value);
      if (each.op === 'question') found.add(each.value);
    });
  }
  return [...found];
}

/** Values that represent all others; undefined if too many would be needed. */
function around(
  type: FlowVariableType,
  constants: readonly Value[],
  { questions }: Asked,
  source: Source,
): readonly Value[] | undefined {
  const texts = constants.filter((value) => typeof value === 'string');
  switch (type) {
    case 'number':
      return aroundNumbers(
        constants.filter((value) => typeof value === 'number'),
        (value) => isPossible(value, source),
      );
    case 'date':
      return aroundDates(texts);
    case 'boolean':
    case 'choice':
      return constants;
    case 'text':
      if (source === 'cpf') return questions.size > 0 ? undefined : [...texts, otherCpf(texts)];
      return aroundTexts(texts, [...questions.values()]);
  }
}

function aroundNumbers(constants: readonly number[], isFit: (value: number) => boolean): number[] {
  const sorted = [...new Set(constants)].toSorted((a, b) => a - b);
  const inner = sorted.flatMap((value, at) => {
    const next = sorted[at + 1];
    return next === undefined ? [value] : [value, middle(value, next)];
  });
  const [first = 0, last = first] = [sorted[0], sorted.at(-1)];
  const beyond = (from: number, by: -1 | 1): number[] => [from + by, from + by / 2].filter(isFit).slice(0, 1);
  return [...beyond(first, -1), ...inner, ...beyond(last, 1)];
}

/** The roundest number between the two: a whole one if possible, else with the fewest decimal places. */
function middle(from: number, to: number): number {
  const exact = from + (to - from) / 2;
  for (let places = 0; places <= 10; places += 1) {
    const rounded = Number(exact.toFixed(places));
    if (from < rounded && rounded < to) return rounded;
  }
  return exact;
}

function aroundDates(constants: readonly string[]): string[] {
  const near = constants.flatMap((day) => [-1, 0, 1].flatMap((by) => shifted(day, by)));
  return near.length === 0 ? [String(ANY_ANSWER.date)] : near.toSorted();
}

function shifted(day: string, by: number): string[] {
  if (typedDate(day) === undefined) return [];
  const at = new Date(`${day}T00:00:00Z`);
  at.setUTCDate(at.getUTCDate() + by);
  const shown = typedDate(at.toISOString().slice(0, 10));
  return shown === undefined ? [] : [shown];
}

/**
 * One text for each set of answers that the questions can have. A letter that occurs in none of them separates their
 * words, so a text contains the words it was made of and nothing else.
 */
function aroundTexts(constants: readonly string[], questions: readonly Pick<Question, 'of' | 'value'>[]) {
  if (questions.length > QUESTIONS_MAX) return undefined;
  const all = [...questions.map(({ value }) => value), ...constants].join('');
  const letter = LETTERS.find((each) => !all.includes(each));
  if (letter === undefined) return undefined;
  const answers = (text: string): string => questions.map(({ of, value }) => isAnswered(of, text, value)).join(' ');
  const made = Array.from({ length: 2 ** questions.length }, (_, set) => {
    const chosen = questions.filter((_question, at) => (set & (2 ** at)) > 0);
    const of = (kind: Question['of']): string[] =>
      chosen.flatMap((each) => (each.of === kind ? [each.value] : [])).toSorted((a, b) => b.length - a.length);
    return [of('startsWith')[0] ?? '', ...of('contains'), of('endsWith')[0] ?? ''].join(letter);
  });
  const others = constants.includes(ANY_TEXT) ? made : [ANY_TEXT, ...made];
  const byAnswers = new Map(others.toReversed().map((text) => [answers(text), text]));
  const found = [...constants, ...byAnswers.values()];
  return found.some((text) => text.length > FLOW_VALUE_MAX) ? undefined : found;
}

/** Separators to choose from. */
const LETTERS = ['·', '🙂', '~', '|', '¬', '§'];

/** A CPF that isn't one of these. */
function otherCpf(cpfs: readonly string[]): string {
  for (let number = 529_982_247; ; number += 1) {
    const cpf = cpfOf(String(number));
    if (!cpfs.includes(cpf)) return cpf;
  }
}
