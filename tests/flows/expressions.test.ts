import { describe, expect, test } from 'vitest';
import { evaluate, UNKNOWN } from '../../flows/evaluate.ts';
import type { Sample } from '../../flows/evaluate.ts';
import { expressionsOf, isProblem } from '../../flows/expression.ts';
import { menu } from './builders.ts';

const variables = {
  t: { type: 'text' },
  u: { type: 'text' },
  n: { type: 'number' },
  m: { type: 'number' },
  b: { type: 'boolean' },
  d: { type: 'date' },
  c: { type: 'choice' },
} as const;
const expressions = expressionsOf({ variables, nodes: { asks: menu('?', { sim: 'x', nao: 'x' }, { saves: 'c' }) } });
const problem = (text: string): string | undefined => {
  const parsed = expressions(text);
  return isProblem(parsed) ? parsed.problem : undefined;
};
const value = (text: string, values: Readonly<Record<string, Sample>>): Sample | undefined => {
  const parsed = expressions(text);
  if (isProblem(parsed)) throw new Error(parsed.problem);
  return evaluate(parsed.part, values);
};

describe('what is needed -> understood', () => {
  test.each<[text: string, values: Readonly<Record<string, Sample>>, value: Sample | undefined]>([
    ['n >= 18 && n < 60', { n: 18 }, true],
    ['n == 18', { n: 18 }, true],
    ['18.0 != n', { n: 18 }, false],
    ['-n * 2 + 1 / 4', { n: 3 }, -5.75],
    ['n in [1, 2.5, -3]', { n: -3 }, true],
    ['t in ["a", "b"]', { t: 'A' }, false],
    ['t + " " + u', { t: 'Rita', u: 'Lima' }, 'Rita Lima'],
    ['t.contains("ol") || t.startsWith("x") || t.endsWith("y")', { t: 'bolo' }, true],
    ['!(b)', { b: true }, false],
    ['d >= "2026-03-01"', { d: '2026-03-01' }, true],
    ['d in ["2026-03-01"]', { d: '2026-03-02' }, false],
    ['c == "sim"', { c: 'nao' }, false],
    ['first_name == "Rita"', { first_name: 'Rita' }, true],
  ])('%s', (text, values, expected) => expect(value(text, values)).toEqual(expected));

  test.each<[text: string, values: Readonly<Record<string, Sample>>, value: Sample | undefined]>([
    ['b && n > 1', { b: false, n: UNKNOWN }, false],
    ['n > 1 && b', { b: false, n: UNKNOWN }, false],
    ['b || n > 1', { b: true, n: UNKNOWN }, true],
    ['b || n > 1', { b: false, n: UNKNOWN }, UNKNOWN],
    ['!(n > 1)', { n: UNKNOWN }, UNKNOWN],
    ['n + 1', { n: UNKNOWN }, UNKNOWN],
    ['n > 1', {}, undefined],
    ['b && n > 1', { b: false }, false],
  ])('%s with what is unknown or not set', (text, values, expected) => expect(value(text, values)).toEqual(expected));
});

describe('what is not needed, or of another type -> refused', () => {
  test.each([
    ['[1, 2].all(x, x > 0)', 'notKnown'],
    ['[1].all(a, [1].all(b, [1].all(c, true)))', 'notKnown'],
    ['[1].exists(x, x == 1)', 'notKnown'],
    ['[1].exists_one(x, x == 1)', 'notKnown'],
    ['[1].map(x, x)[0] == 1', 'notKnown'],
    ['[1].filter(x, true) == [1]', 'notKnown'],
    ['t.matches("a+")', 'notKnown'],
    ['matches(t, "a+")', 'notKnown'],
    ['size(t) > 1', 'notKnown'],
    ['t.size() > 1', 'notKnown'],
    ['t.split("a") == []', 'notKnown'],
    ['has(t.a)', 'notKnown'],
    ['t.a == "x"', 'notKnown'],
    ['t[0] == "x"', 'notKnown'],
    ['{"a": 1} == {}', 'notKnown'],
    ['[1] == [1]', 'notKnown'],
    ['b ? true : false', 'notKnown'],
    ['n % 2 == 0', 'notKnown'],
    ['t == null', 'notKnown'],
    ['t == b"x"', 'notKnown'],
    ['timestamp(t) > timestamp(t)', 'notKnown'],
    ['dyn(t) == 1', 'notKnown'],
    ['n in [m]', 'notKnown'],
    ['n in []', 'notKnown'],
    ['t > "a"', 'type'],
    ['c > "sim"', 'type'],
    ['b > true', 'type'],
    ['t == 1', 'type'],
    ['n == "1"', 'type'],
    ['d == "hoje"', 'type'],
    ['d == t', 'type'],
    ['d > 1', 'type'],
    ['c == t', 'type'],
    ['b == "true"', 'type'],
    ['t - u == "a"', 'type'],
    ['t + n == "a1"', 'type'],
    ['d + 1 > d', 'type'],
    ['!n', 'type'],
    ['n && b', 'type'],
    ['-t == "a"', 'type'],
    ['t.contains(u)', 'type'],
    ['t.contains("")', 'type'],
    ['n.contains("1")', 'type'],
    ['n in ["1"]', 'type'],
    ['c == "talvez"', 'option'],
    ['c in ["sim", "talvez"]', 'option'],
    ['n / m > 1', 'byNought'],
    ['n / 0 > 1', 'byNought'],
    ['n / (1 - 1) > 1', 'byNought'],
    ['constructor == "a"', 'name'],
    ['__proto__ == "a"', 'syntax'],
    ['nn > 1', 'name'],
    ['n >', 'syntax'],
    ['"a', 'syntax'],
    [`n == ${'1'.repeat(600)}`, 'tooLong'],
    [`${'('.repeat(100)}n${')'.repeat(100)} > 1`, 'syntax'],
    [Array.from({ length: 120 }, () => 'b').join('||'), 'syntax'],
  ])('%s', (text, expected) => expect(problem(text)).toBe(expected));

  test('a mistyped name -> the one that is meant', () => {
    expect(expressions('first_nam == "a"')).toMatchObject({
      problem: 'name',
      detail: 'first_nam',
      nearest: 'first_name',
    });
    expect(expressions('c == "sin"')).toMatchObject({ problem: 'option', nearest: 'sim' });
  });
});

test('what is added to again and again -> stays within bounds', () => {
  let t: Sample | undefined = 'ab';
  let n: Sample | undefined = 3;
  for (let times = 0; times < 60; times += 1) {
    t = value('t + t', { t: t ?? '' });
    n = value('n * n * -1', { n: n ?? 0 });
  }
  expect(String(t)).toHaveLength(1_000);
  expect(n).toBe(-1e15);
});
