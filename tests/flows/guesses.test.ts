import { expect, test } from 'vitest';
import type { Flow } from '../../contract/flows/flow.ts';
import { check } from '../../flows/check.ts';
import { ask, branch, flow, pause, request, say, set } from './builders.ts';
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

/** Asks for so many numbers, looks at each and goes on all the same, and at the end at two of them. */
function many(count: number, last: string): Flow {
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
      ...round,
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
