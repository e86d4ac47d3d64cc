import { describe, expect, test } from 'vitest';
import type { Flow } from '../../contract/flows/flow.ts';
import { check } from '../../flows/check.ts';
import { ask, branch, flow, menu, pause, request, say, set } from './builders.ts';
import { played } from './play.ts';
import { told } from './told.ts';

/* What isn't known beforehand, and what is only seemingly so. */

const number = { type: 'number' } as const;
const two = { a: number, b: number };
const asksBoth = (next: string): Record<string, Flow['nodes'][string]> => ({
  start: ask('Um número?', { answer: 'second' }, { expects: 'number', saves: 'a' }),
  second: ask('Outro?', { answer: next }, { expects: 'number', saves: 'b' }),
});
/** Two that go round by themselves. */
const round = { one: say('Um', { next: 'other' }), other: say('Dois', { next: 'one' }) };

const found = (it: Flow) => check(it).findings.map(({ property, node, severity }) => [property, node, severity]);

test('a branch on what every flow knows -> no guess: what is wrong behind it is an error', () => {
  const it = flow({ start: branch({ ana: 'first_name == "Ana"' }, { ana: 'one', else: 'bye' }), ...round });
  const [finding] = check(it).findings;
  expect(finding).toMatchObject({ property: 'automaticCycle', severity: 'error' });
  // Played, it is somebody of that name.
  expect(finding?.conversation[1]).toEqual({ by: 'world', node: 'start', exit: 'ana', saved: { first_name: 'Ana' } });
  expect(played(it, finding?.conversation ?? []).run.status).toBe('stuck');
});

test('what is known is the same at every step -> what would need two names is never come to', () => {
  const it = flow({
    start: branch({ ana: 'first_name == "Ana"' }, { ana: 'again', else: 'bye' }),
    again: branch({ ana: 'first_name == "Ana"' }, { ana: 'bye', else: 'person' }),
  });
  expect(found(it)).toEqual([['reached', 'person', 'error']]);
});

test('behind a branch on what is known, another that is undecidable -> only what lies behind that is a warning', () => {
  const it = flow(
    {
      start: branch({ ana: 'first_name == "Ana"' }, { ana: 'first', else: 'bye' }),
      first: ask('Um número?', { answer: 'which' }, { expects: 'number', saves: 'a' }),
      which: branch({ never: 'a * a < 0' }, { never: 'one', else: 'late' }),
      ...round,
      late: pause(1_500, { next: 'tells', message: 'bye' }),
      tells: say('Oi?', { next: 'bye' }),
    },
    { variables: { a: number } },
  );
  expect(found(it)).toEqual([
    ['automaticCycle', 'one', 'warning'],
    ['window', 'tells', 'error'],
  ]);
});

test('a fault that nothing but a guess leads to -> a warning, and it may be published', () => {
  const it = flow(
    { ...asksBoth('which'), which: branch({ never: 'a * a + b * b < 0' }, { never: 'one', else: 'bye' }), ...round },
    { variables: two },
  );
  expect(found(it)).toEqual([['automaticCycle', 'one', 'warning']]);
  expect(check(it).isSound).toBe(true);
});

test('one that can be shown with some value -> an error, with the conversation that shows it', () => {
  const it = flow(
    { ...asksBoth('which'), which: branch({ more: 'a > b' }, { more: 'one', else: 'bye' }), ...round },
    { variables: two },
  );
  const [finding] = check(it).findings;
  expect(finding).toMatchObject({ property: 'automaticCycle', node: 'one', severity: 'error' });
  expect(told(finding?.conversation ?? [])).toEqual([
    ...['start', 'answer', 'second', 'answer', 'which', 'world more', 'one', 'other', 'one'],
  ]);
  expect(played(it, finding?.conversation ?? []).run.status).toBe('stuck');
});

test.each(['first_name == "Ana" || a * a < 0', 'first_name != "Ana" || a * a < 0'])(
  'what is certain for some (%s), and a guess for others -> an error',
  (when) => {
    const it = flow(
      {
        start: ask('Um número?', { answer: 'which' }, { expects: 'number', saves: 'a' }),
        which: branch({ these: when }, { these: 'one', else: 'bye' }),
        ...round,
      },
      { variables: { a: number } },
    );
    expect(found(it)).toEqual([['automaticCycle', 'one', 'error']]);
  },
);

test('a fault on both sides of a guess -> an error', () => {
  const it = flow(
    { ...asksBoth('which'), which: branch({ odd: 'a * b == 12345' }, { odd: 'one', else: 'one' }), ...round },
    { variables: two },
  );
  expect(found(it)).toEqual([['automaticCycle', 'one', 'error']]);
});

test('what is unknown, but beside what decides -> no guess', () => {
  const it = flow(
    {
      ...asksBoth('sets'),
      sets: set('vezes', '1', 'which'),
      which: branch({ never: 'vezes > 1 && a > b' }, { never: 'one', else: 'bye' }),
      ...round,
    },
    { variables: { ...two, vezes: number } },
  );
  expect(found(it)).toEqual([['reached', 'one', 'error']]);
});

test('an end that only a guess leads to -> a warning', () => {
  const again = { other: 'start', media: 'start', timeout: 'late' };
  const it = flow(
    {
      start: ask('Um número?', { ...again, answer: 'which' }, { expects: 'number', saves: 'a' }),
      which: branch({ never: 'a * a < 0' }, { never: 'bye', else: 'start' }),
      late: pause(10, { next: 'start', message: 'start' }),
    },
    { variables: { a: number } },
  );
  expect(found(it)).toContainEqual(['endInReach', 'start', 'warning']);
});

test('what another server answers -> no guess: its faults are errors', () => {
  const it = flow(
    {
      start: request({ ok: 'which', failed: 'bye' }, { paid: 'pago' }),
      which: branch({ paid: 'pago' }, { paid: 'one', else: 'bye' }),
      ...round,
    },
    { variables: { pago: { type: 'boolean' } } },
  );
  expect(found(it)).toEqual([['automaticCycle', 'one', 'error']]);
});

test('a circle that is left after a round or a few -> no error', () => {
  const clamp = flow(
    {
      start: ask('Quantos?', { answer: 'stock' }, { expects: 'number', saves: 'a' }),
      stock: request({ ok: 'which', failed: 'bye' }, { n: 'b' }),
      which: branch({ over: 'a > b' }, { over: 'less', else: 'bye' }),
      less: set('a', 'b', 'tells'),
      tells: say('Só temos {{b}}', { next: 'which' }),
    },
    { variables: two },
  );
  expect(found(clamp)).toEqual([['automaticCycle', 'which', 'warning']]);

  const counted = flow(
    {
      start: set('a', '0', 'asks'),
      asks: menu('Escolha', { sim: 'counts', nao: 'bye', other: 'wrong', media: 'wrong' }),
      counts: set('a', 'a + 1', 'asks'),
      wrong: set('a', 'a + 1', 'which'),
      which: branch({ few: 'a < 5' }, { few: 'asks', else: 'person' }),
    },
    { variables: { a: number } },
  );
  expect(found(counted)).toEqual([['nonsenseCycle', 'asks', 'warning']]);

  const reminded = flow(
    {
      start: request({ ok: 'asks', failed: 'bye' }, { n: 'a', m: 'b' }),
      asks: menu('Escolha', { sim: 'bye', timeout: 'which' }, { tries: 1 }),
      which: branch({ again: 'a != b' }, { again: 'same', else: 'bye' }),
      same: set('a', 'b', 'asks'),
    },
    { variables: two },
  );
  expect(found(reminded)).toEqual([['silentCycle', 'asks', 'warning']]);
});

test('one that some value is never left with -> an error, however few rounds another goes', () => {
  const it = flow(
    {
      ...asksBoth('which'),
      which: branch({ more: 'a > b' }, { more: 'less', else: 'bye' }),
      less: set('a', 'a - b', 'which'),
    },
    { variables: two },
  );
  const [finding] = check(it).findings;
  expect(finding).toMatchObject({ property: 'automaticCycle', node: 'which', severity: 'error' });
  expect(played(it, finding?.conversation ?? []).run.status).toBe('stuck');
});

test('a circle that is left beside one that is not -> an error', () => {
  const it = flow(
    {
      ...asksBoth('third'),
      third: ask('E outro?', { answer: 'which' }, { expects: 'number', saves: 'c' }),
      which: branch(
        { over: 'a > b', more: 'c > b', odd: 'c * c == 49' },
        { over: 'less', more: 'tells', odd: 'bye', else: 'person' },
      ),
      less: set('a', 'b', 'which'),
      tells: say('Oi', { next: 'again' }),
      again: say('Oi', { next: 'which' }),
    },
    { variables: { ...two, c: number } },
  );
  expect(found(it)).toContainEqual(['automaticCycle', 'which', 'error']);
});

describe('beside a circle that only a guess leads to', () => {
  const beside = (nodes: Record<string, Flow['nodes'][string]>): Flow =>
    flow(
      {
        start: ask('Um número?', { answer: 'which', timeout: 'person' }, { expects: 'number', saves: 'a' }),
        which: branch({ never: 'a * a < 0' }, { never: 'one', else: 'last' }),
        ...round,
        ...nodes,
      },
      { variables: { a: number } },
    );
  const circle = ['automaticCycle', 'one', 'warning'];

  test('a menu without an end -> an error all the same', () => {
    const it = beside({ last: menu('Mais?', { sim: 'last', timeout: 'person' }) });
    expect(found(it)).toEqual([circle, ['endInReach', 'last', 'error']]);
  });
});

/** Asks for so many numbers, looks at each and goes on all the same, and at the end at two of them. */
function many(count: number, last: string, more: Record<string, Flow['nodes'][string]> = round): Flow {
  const names = Array.from({ length: count }, (_, at) => `v${at}`);
  const asks = names.map((name, at) => [
    at === 0 ? 'start' : name,
    ask(`${name}?`, { answer: names[at + 1] ?? 'b0' }, { expects: 'number', saves: name }),
  ]);
  const looks = names.flatMap((name, at) => [
    [`b${at}`, branch({ more: `${name} > ${at}` }, { more: `c${at}`, else: `b${at + 1}` })],
    [`c${at}`, pause(10, { next: `b${at + 1}`, message: `b${at + 1}` })],
  ]);
  return flow(
    {
      ...Object.fromEntries([...asks, ...looks]),
      [`b${count}`]: branch({ wrong: last }, { wrong: 'one', else: 'bye' }),
      ...more,
    },
    { variables: Object.fromEntries(names.map((name) => [name, number])) },
  );
}

test('more variables than can be told apart -> what happens with some of their values is an error, and is played', () => {
  const it = many(12, 'v3 > 10 && v7 < 5 && v9 + v10 > 100');
  const proof = check(it, { limit: 500 });
  expect(proof.widened.length).toBeGreaterThan(3);
  expect(proof.findings.map(({ property, node, severity }) => [property, node, severity])).toEqual([
    ['automaticCycle', 'one', 'error'],
  ]);
  const { nodes, run } = played(it, proof.findings[0]?.conversation ?? []);
  expect(nodes).toContain('one');
  expect(run.status).toBe('stuck');
});

test.each<[property: string, at: string, nodes: Record<string, Flow['nodes'][string]>]>([
  ['window', 'two', { one: pause(1_500, { next: 'two', message: 'bye' }), two: say('Oi?', { next: 'bye' }) }],
  ['variables', 'one', { one: say('{{v12}}', { next: 'bye' }) }],
  [
    'row',
    'm8',
    Object.fromEntries(
      Array.from({ length: 9 }, (_, at): [string, Flow['nodes'][string]] => [
        at === 0 ? 'one' : `m${at}`,
        say(`${at}`, { next: at === 8 ? 'bye' : `m${at + 1}` }),
      ]),
    ),
  ],
])('what makes it may be come to in other ways than the shortest: %s', (property, at, nodes) => {
  const base = many(12, 'v3 > 10', nodes);
  const it = { ...base, variables: { ...base.variables, v12: { type: 'text' } as const } };
  const proof = check(it, { limit: 500 });
  expect(proof.widened).toContain('v3');
  expect(proof.findings.map((each) => [each.property, each.node, each.severity])).toEqual([[property, at, 'error']]);
  expect(played(it, proof.findings[0]?.conversation ?? []).nodes).toContain(at);
});

test('beside a circle that none of them leads to -> what happens is an error all the same', () => {
  const it = many(12, 'v3 > 10', {
    one: branch({ never: 'v3 * v3 < 0' }, { never: 'first', else: 'late' }),
    first: say('Um', { next: 'second' }),
    second: say('Dois', { next: 'first' }),
    late: pause(1_500, { next: 'tells', message: 'bye' }),
    tells: say('Oi?', { next: 'bye' }),
  });
  const { findings } = check(it, { limit: 500 });
  expect(findings.map(({ property, node, severity }) => [property, node, severity])).toEqual([
    ['automaticCycle', 'first', 'warning'],
    ['window', 'tells', 'error'],
  ]);
});

test('and what happens with none of them -> a warning', () => {
  const { findings, isSound } = check(many(12, 'v3 > 10 && v3 < 5 && v7 == v7'), { limit: 500 });
  expect(findings.every(({ severity }) => severity === 'warning')).toBe(true);
  expect(isSound).toBe(true);
});

test('a text that is asked more than can be told apart -> what one of its words does is an error', () => {
  const cases = Object.fromEntries(Array.from({ length: 8 }, (_, at) => [`c${at}`, `v.contains("palavra${at}")`]));
  const it = flow(
    {
      start: ask('?', { answer: 'which' }, { saves: 'v' }),
      which: branch(cases, {
        ...Object.fromEntries(Object.keys(cases).map((id) => [id, 'bye'])),
        c6: 'one',
        else: 'bye',
      }),
      ...round,
    },
    { variables: { v: { type: 'text' } } },
  );
  expect(found(it)).toEqual([['automaticCycle', 'one', 'error']]);
});

test('many results of one request, several of which decide together -> not all are tried', () => {
  const names = Array.from({ length: 12 }, (_, at) => `v${at}`);
  const it = flow(
    {
      start: request({ ok: 'which', failed: 'bye' }, Object.fromEntries(names.map((name) => [name, name]))),
      which: branch(
        { more: names.map((name, at) => `${name} > ${at} - v${(at + 1) % 12}`).join(' || ') },
        { more: 'one', else: 'bye' },
      ),
      ...round,
    },
    { variables: Object.fromEntries(names.map((name) => [name, number])) },
  );
  // There are more than could ever be: whether it can happen isn't told, and that it may is.
  expect(found(it).map(([property, node]) => [property, node])).toEqual([['automaticCycle', 'one']]);
});
