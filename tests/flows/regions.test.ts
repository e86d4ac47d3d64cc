import { describe, expect, test } from 'vitest';
import { check } from '../../flows/check.ts';
import { decide } from '../../flows/decide.ts';
import { explore } from '../../flows/explore.ts';
import { expressionsOf } from '../../flows/expression.ts';
import { anyCompany } from '../../flows/targets.ts';
import { written } from '../../flows/text.ts';
import type { Value } from '../../flows/values.ts';
import { ask, branch, flow, request, say, set } from './builders.ts';
import { dice } from './dice.ts';
import type { Dice } from './dice.ts';

/* Values that stand for all: whatever a customer writes takes an exit that was looked at, and each of those can be taken. */

const CONDITIONS = 150;

const numbers = [0, 1, 18, 18.5, 60, -3, 0.1, 1_000_000, 999_999_999_999_999];
const days = ['2026-03-01', '2026-03-02', '2024-02-29', '2025-12-31', '9999-12-31', '0000-01-01'];
const words = ['sim', 'Sim', 'são', 'a', 'si', 'm', '🙂', 'boleto', 'qualquer coisa', ' x', 'olá · tudo'];
const cpfs = ['52998224725', '11144477735', '39053344705', '123'];

/** What people write, whatever they are asked. */
const everything = [
  ...[
    '',
    ' ',
    'SIM',
    'sim ',
    'Sim',
    'sao',
    'SÃO',
    'simm',
    'si',
    '🙂',
    '🙂🙂',
    '👩‍👩‍👧',
    'ß',
    'İ',
    '\u0000',
    '~',
    '!',
    '0',
    '-',
    'é',
  ],
  ...['boleto', 'o boleto, sim', 'Boleto', 'simboleto', 'boletosim', 'qualquer coisa', 'olá · tudo', 'a'.repeat(5_000)],
  ...numbers.flatMap((each) => [each - 0.5, each - 1, each, each + 0.5, each + 1].map(written)),
  ...['1.234,5', 'R$ 10', '-999999999999999', '1e5', '١٢', '03/2026', '2026-03', '31/02/2026', '1/3/26'],
  ...days,
  ...['2026-02-28', '2026-03-03', '2024-02-28', '2024-03-01', '01/01/2026', '30/12/2025', '9999-12-30', '0000-01-02'],
  ...cpfs,
  ...words,
  ...words.flatMap((one) => words.map((other) => `${one}${other}`)),
];

const compared = ['==', '!=', '<', '<=', '>', '>='];
const literal = (value: Value): string => (typeof value === 'number' ? String(value) : JSON.stringify(value));

/** A condition on one variable, at random. */
function condition(thrown: Dice, atom: () => string): string {
  const parts = Array.from({ length: 1 + Math.floor(thrown.next() * 3) }, () =>
    thrown.next() < 0.2 ? `!(${atom()})` : atom(),
  );
  return parts.reduce((one, other) => `(${one} ${thrown.pick(['&&', '||'])} ${other})`);
}

const kinds = [
  {
    expects: 'number' as const,
    type: 'number' as const,
    atom: ({ pick }: Dice) => `v ${pick(compared)} ${literal(pick(numbers))}`,
  },
  {
    expects: 'date' as const,
    type: 'date' as const,
    atom: ({ pick }: Dice) => `v ${pick(compared)} ${literal(pick(days))}`,
  },
  {
    expects: 'text' as const,
    type: 'text' as const,
    atom: ({ pick, next }: Dice) =>
      next() < 0.5
        ? `v ${pick(['==', '!='])} ${literal(pick(words))}`
        : `v.${pick(['contains', 'startsWith', 'endsWith'])}(${literal(pick(words))})`,
  },
  {
    expects: 'cpf' as const,
    type: 'text' as const,
    atom: ({ pick }: Dice) => `v ${pick(['==', '!='])} ${literal(pick(cpfs))}`,
  },
];

describe.each(kinds)('conditions on a $expects', ({ expects, type, atom }) => {
  test('what is written -> takes an exit that was looked at, and each of those can be taken', () => {
    const thrown = dice(20_261_127);
    for (let count = 0; count < CONDITIONS; count += 1) {
      const make = (): string => condition(thrown, () => atom(thrown));
      const which = branch({ one: make(), two: make() }, { one: 'bye', two: 'bye', else: 'bye' });
      const start = ask('?', { answer: 'which' }, { expects, saves: 'v' });
      const it = flow({ start, which }, { variables: { v: { type } } });
      const expressions = expressionsOf(it);
      const { moments, out } = explore(it, { expressions, company: anyCompany, limit: 5_000 });
      const facts = { variables: it.variables, isOpen: () => true, expressions };
      const edges = [...out].flatMap(([key, all]) =>
        moments.get(key)?.node === 'which'
          ? all.map((edge) => ({ edge, v: moments.get(key)?.values['v'] ?? null }))
          : [],
      );
      const looked = new Set(edges.map(({ edge }) => edge.exit));
      const shown = which.cases.map(({ when }) => when).join(' ; ');
      for (const text of everything) {
        const answer = decide(start, { of: 'message', text }, { ...facts, values: {} });
        if (answer?.exit !== 'answer') continue;
        const exit = decide(which, { of: 'arrival' }, { ...facts, values: answer.saved })?.exit ?? '';
        expect(looked.has(exit), `${JSON.stringify(text)} takes ${exit} of ${shown}`).toBe(true);
      }
      for (const { edge, v } of edges) {
        expect(edge.isGuess).toBe(false);
        const text = typeof v === 'number' ? written(v) : String(v);
        const answer = decide(start, { of: 'message', text }, { ...facts, values: {} });
        expect(answer, `${text} for ${shown}`).toEqual({ exit: 'answer', saved: { v } });
        expect(decide(which, { of: 'arrival' }, { ...facts, values: answer?.saved ?? {} })?.exit).toBe(edge.exit);
      }
    }
  });
});

test('what another server answers can be empty; what a customer writes can not', () => {
  const which = branch({ empty: 'v == ""' }, { empty: 'person', else: 'bye' });
  const variables = { v: { type: 'text' } } as const;
  const asked = flow(
    { start: ask('?', { answer: 'which', other: 'bye', media: 'bye' }, { saves: 'v' }), which },
    { variables },
  );
  const looked = flow({ start: request({ ok: 'which', failed: 'bye' }, { a: 'v' }), which }, { variables });
  expect(check(asked).findings.map(({ property, node }) => [property, node])).toEqual([['reached', 'person']]);
  expect(check(looked).findings).toEqual([]);
});

test('more words than can be told apart -> unknown, and a guess', () => {
  const cases = Object.fromEntries(Array.from({ length: 7 }, (_, at) => [`c${at}`, `v.contains("${at}")`]));
  const exits = Object.fromEntries(Object.keys(cases).map((id) => [id, 'bye']));
  const it = flow(
    { start: ask('?', { answer: 'which' }, { saves: 'v' }), which: branch(cases, { ...exits, else: 'bye' }) },
    { variables: { v: { type: 'text' } } },
  );
  const { out } = explore(it, { expressions: expressionsOf(it), company: anyCompany, limit: 5_000 });
  expect([...out.values()].flat().some(({ isGuess }) => isGuess)).toBe(true);
  expect(check(it)).toMatchObject({ isSound: true, findings: [] });
});

test.each([
  ['0.000000001', '0,0000000005'],
  ['0.000001', '0,0000005'],
])('between nought and %s -> looked at, and can be typed', (constant, typed) => {
  const which = branch({ small: `v > 0 && v < ${constant}` }, { small: 'tells', else: 'sets' });
  const it = flow(
    {
      start: ask('?', { answer: 'which' }, { expects: 'number', saves: 'v' }),
      which,
      sets: set('t', '"x"', 'tells'),
      tells: say('{{t}}', { next: 'bye' }),
    },
    { variables: { v: { type: 'number' }, t: { type: 'text' } } },
  );
  const { findings } = check(it);
  expect(findings.map(({ property, node, severity }) => [property, node, severity])).toEqual([
    ['variables', 'tells', 'error'],
  ]);
  const answer = decide(
    it.nodes['start'] ?? which,
    { of: 'message', text: typed },
    { values: {}, variables: it.variables, isOpen: () => true, expressions: expressionsOf(it) },
  );
  expect(written(answer?.saved['v'])).toBe(typed);
});

test.each(['10000000000000000', '-1e16', '1e999'])('%s, which no variable ever is -> no constant', (constant) => {
  const it = flow(
    {
      start: ask('?', { answer: 'which' }, { expects: 'number', saves: 'v' }),
      which: branch({ one: `v > 100 && v != ${constant}` }, { one: 'bye', else: 'person' }),
    },
    { variables: { v: { type: 'number' } } },
  );
  expect(check(it).findings).toContainEqual(
    expect.objectContaining({ property: 'expressions', node: 'which', severity: 'error' }),
  );
});
