import { expect, test } from 'vitest';
import { flowSchema } from '../../contract/flows/flow.ts';
import type { Flow } from '../../contract/flows/flow.ts';
import { check } from '../../flows/check.ts';
import { runner } from '../../flows/run.ts';
import type { Outside, Step } from '../../flows/run.ts';
import { flow, menu, pause, request, say, set } from './builders.ts';

/* How much goes on by itself, and how large a flow may be. */

const outside: Outside = { known: {}, isOpen: () => true, canSend: () => true };
const number = { type: 'number' } as const;

const sets = (name: string, many: number, last: string): Flow['nodes'] =>
  Object.fromEntries(
    Array.from({ length: many }, (_, at) => [
      `${name}${at}`,
      set('n', '1', at === many - 1 ? last : `${name}${at + 1}`),
    ]),
  );

/** So many steps, a request, and so many more. */
const around = (before: number, after: number): Flow =>
  flow(
    {
      ...sets('a', before, 'looks'),
      looks: request({ ok: 'b0', failed: 'bye' }),
      ...sets('b', after, 'bye'),
    },
    { variables: { n: number }, start: 'a0' },
  );

test.each([
  [25, 24, [], 'ended'],
  [25, 25, ['automaticSteps'], 'stuck'],
] as const)(
  '%d steps, a request and %d more -> counted together, by who checks and by who runs',
  (before, after, properties, status) => {
    const it = around(before, after);
    expect(check(it).findings.map(({ property }) => property)).toEqual(properties);
    const runs = runner(it);
    expect(runs.take(runs.begin(outside).run, { of: 'done', json: {} }, outside).run.status).toBe(status);
  },
);

test('a request that leads to itself -> stuck after fifty answers', () => {
  const runs = runner(flow({ start: request({ ok: 'start', failed: 'bye' }) }));
  let step: Step = runs.begin(outside);
  let answers = 0;
  for (; step.run.status === 'waits' && answers < 100; answers += 1)
    step = runs.take(step.run, { of: 'done', json: {} }, outside);
  expect([step.run.status, answers]).toEqual(['stuck', 51]);
});

const waits = (many: number, last: string): Flow['nodes'] =>
  Object.fromEntries(
    Array.from({ length: many }, (_, at) => [
      at === 0 ? 'start' : `w${at}`,
      pause(1, { next: at === many - 1 ? last : `w${at + 1}`, message: 'person' }),
    ]),
  );

test.each([
  [50, [], 'ended'],
  [51, [['automaticSteps', 'waits']], 'stuck'],
] as const)('%d waits without a word -> allowed or not, by who checks and by who runs', (many, found, status) => {
  const it = flow(waits(many, 'bye'));
  expect(check(it).findings.map(({ property, about }) => [property, about])).toEqual(found);
  const runs = runner(it);
  let { run } = runs.begin(outside);
  for (let at = 0; at < many; at += 1) ({ run } = runs.take(run, { of: 'silence' }, outside));
  expect(run.status).toBe(status);
});

test('who writes between waits -> counted anew, by who checks and by who runs', () => {
  const it = flow({ ...waits(40, 'asks'), asks: menu('E agora?', { sim: 'w1', nao: 'bye' }) });
  expect(check(it).findings).toEqual([]);
  const runs = runner(it);
  let { run } = runs.begin(outside);
  for (let round = 0; round < 3; round += 1) {
    while (run.node !== 'asks') ({ run } = runs.take(run, { of: 'silence' }, outside));
    ({ run } = runs.take(run, { of: 'message', text: '1' }, outside));
  }
  expect(run).toMatchObject({ node: 'w1', status: 'waits' });
});

test('nothing can be sent, and each wait leads back -> stuck after fifty waits', () => {
  const runs = runner(
    flow({
      start: say('Oi?', { next: 'wait', failed: 'wait' }),
      wait: pause(60, { next: 'start', message: 'person' }),
    }),
  );
  const closed: Outside = { ...outside, canSend: () => false };
  let step: Step = runs.begin(closed);
  let rounds = 0;
  for (; step.run.status === 'waits' && rounds < 100; rounds += 1)
    step = runs.take(step.run, { of: 'silence' }, closed);
  expect([step.run.status, rounds]).toEqual(['stuck', 51]);
});

test('who writes between -> counted anew', () => {
  const it = flow(
    { ...sets('a', 48, 'asks'), asks: menu('Mais?', { sim: 'a0', nao: 'bye' }) },
    { variables: { n: number }, start: 'a0' },
  );
  expect(check(it).findings).toEqual([]);
  const runs = runner(it);
  let { run } = runs.begin(outside);
  for (let times = 0; times < 3; times += 1) ({ run } = runs.take(run, { of: 'message', text: '1' }, outside));
  expect(run.status).toBe('waits');
});

test('exits that a step no longer has -> what they lead to counts nowhere, and there are no more than can be left over', () => {
  const left = (many: number): Record<string, string> =>
    Object.fromEntries(Array.from({ length: many }, (_, at) => [`old${at}`, 'lost']));
  const start = { ...say('Oi', { next: 'bye' }), exits: { next: 'bye', failed: 'bye', ...left(100) } };
  const it = flow({ start, lost: say('?', { next: 'bye' }) });
  expect(check(it).findings.map(({ property, node }) => [property, node])).toEqual([['reached', 'lost']]);
  const many = { ...it, nodes: { ...it.nodes, start: { ...start, exits: { ...start.exits, ...left(300) } } } };
  expect(flowSchema.safeParse(many).success).toBe(false);
});

test('thousands of faults -> the first of each property are told, and the flow is refused', () => {
  const names = Array.from({ length: 40 }, (_, at) => `v${at}`);
  const asks = Array.from({ length: 60 }, (_, at): [string, Flow['nodes'][string]][] => [
    [at === 0 ? 'start' : `q${at}`, menu('?', { sim: `t${at}`, nao: at === 59 ? 'bye' : `q${at + 1}` })],
    [`t${at}`, say(names.map((name) => `{{${name}}}`).join(' '), { next: 'bye' })],
  ]);
  const it = flow(Object.fromEntries(asks.flat()), {
    variables: Object.fromEntries(names.map((name) => [name, { type: 'text' } as const])),
  });
  const { findings, isSound } = check(it);
  expect(isSound).toBe(false);
  expect(findings.length).toBe(50);
});
