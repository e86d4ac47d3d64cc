import { foldText } from '../../../contract/facts/fold-text.ts';
import type { RuleCondition, RuleTest } from '../../../contract/entities/rule.ts';
import type { Facts } from './facts.ts';

/** A comparison that failed, by its place, with what was there instead; null: nothing. */
export type Miss = { group: number; test: number; actual: string | null };

/** What a test compares; null: nothing is there. */
type Actual = string | number | boolean | readonly string[] | null;

/** Why a condition doesn't hold; empty: it holds. Of what must all hold, the first that doesn't; else all of them. */
export function missesOf({ join, groups }: RuleCondition, facts: Facts): Miss[] {
  const failing = groups.map(({ join: inner, tests }, group) => {
    const misses = tests.flatMap((test, at) => {
      const actual = actualOf(test, facts);
      return holds(test, actual, facts.today) ? [] : [{ group, test: at, actual: shown(actual) }];
    });
    if (inner === 'all') return misses.slice(0, 1);
    return misses.length === tests.length ? misses : [];
  });
  if (join === 'all') return failing.find((misses) => misses.length > 0) ?? [];
  return failing.every((misses) => misses.length > 0) ? failing.flat() : [];
}

/** Whether a condition holds as far as single tests are known; null: that depends on what isn't. */
export function holdsAsKnown(
  { join, groups }: RuleCondition,
  known: (test: RuleTest) => boolean | null,
): boolean | null {
  const joined = (how: 'all' | 'any', each: readonly (boolean | null)[]): boolean | null => {
    const decisive = how === 'any';
    if (each.includes(decisive)) return decisive;
    return each.includes(null) ? null : !decisive;
  };
  if (groups.length === 0) return true;
  return joined(
    join,
    groups.map((group) => joined(group.join, group.tests.map(known))),
  );
}

/** Whether a condition may hold, by what a message alone says. */
export function mayHold(condition: RuleCondition, { text, kind }: Pick<Facts, 'text' | 'kind'>): boolean {
  const known = (test: RuleTest) => {
    if (test.field !== 'text' && test.field !== 'kind') return null;
    return holds(test, (test.field === 'text' ? text : kind) || null, '');
  };
  return holdsAsKnown(condition, known) !== false;
}

/** Whether a test holds for what is there. */
export function holds(
  { op, comparison, values }: Pick<RuleTest, 'op' | 'comparison' | 'values'>,
  actual: Actual,
  today: string,
): boolean {
  const isEmpty = actual === null || (Array.isArray(actual) && actual.length === 0);
  switch (op) {
    case 'filled':
      return !isEmpty;
    case 'empty':
      return isEmpty;
    case 'in':
      return textsOf(actual).some((each) => values.includes(each));
    case 'notIn':
      return !textsOf(actual).some((each) => values.includes(each));
    case 'hasNot':
    case 'isNot':
      return !holds({ op: op === 'isNot' ? 'is' : 'has', comparison, values }, actual, today);
    default:
      break;
  }
  if (actual === null) return false;
  const [value = ''] = values;
  switch (op) {
    case 'has':
      return values.some((each) => hasWords(String(actual), each));
    case 'starts':
      return values.some((each) => wordsOf(String(actual)).startsWith(wordsOf(each).trimEnd()));
    case 'is':
      if (comparison === 'words') return values.some((each) => wordsOf(String(actual)) === wordsOf(each));
      if (comparison === 'number') return Number(actual) === Number(value);
      return String(actual) === value;
    case 'above':
      return comparison === 'number' ? Number(actual) > Number(value) : String(actual) > value;
    case 'below':
      return comparison === 'number' ? Number(actual) < Number(value) : String(actual) < value;
    case 'past':
      return String(actual) < today;
    case 'today':
      return String(actual) === today;
    case 'future':
      return String(actual) > today;
    default:
      return false;
  }
}

function actualOf({ field, field_id }: RuleTest, { text, kind, customer, ticket }: Facts): Actual {
  switch (field) {
    case 'text':
      return text === '' ? null : text;
    case 'kind':
      return kind;
    case 'tag':
      return customer.tagIds;
    case 'name':
      return customer.name;
    case 'field':
      return customer.values[field_id ?? ''] ?? null;
    default:
      break;
  }
  if (ticket === null) return null;
  switch (field) {
    case 'department':
      return ticket.departmentId;
    case 'owner':
      return ticket.ownerId;
    case 'instance':
      return ticket.instanceId;
    case 'channel':
      return ticket.channel;
    case 'outcome':
      return ticket.outcomeId;
    case 'open':
      return ticket.isDepartmentOpen;
    case 'window':
      return ticket.hasWindow;
    case 'first':
      return ticket.isFirst;
    case 'in_flow':
      return ticket.hasFlow;
    case 'waited':
      return ticket.waitedMinutes;
  }
}

function textsOf(actual: Actual): readonly string[] {
  if (actual === null) return [];
  return typeof actual === 'object' ? actual : [String(actual)];
}

function shown(actual: Actual): string | null {
  const texts = textsOf(actual);
  return texts.length === 0 ? null : texts.join(',').slice(0, SHOWN_MAX);
}

const SHOWN_MAX = 200;

/** Whether a text has another one, as words of its own, whatever their case and accents. */
export function hasWords(text: string, part: string): boolean {
  const wanted = wordsOf(part);
  return wanted.trim() !== '' && wordsOf(text).includes(wanted);
}

function wordsOf(text: string): string {
  return ` ${foldText(text)
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()} `;
}
