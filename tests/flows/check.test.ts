import { describe, expect, test } from 'vitest';
import type { FlowExpects } from '../../contract/facts/flows.ts';
import type { Flow } from '../../contract/flows/flow.ts';
import { check, PUBLISHING_LIMIT } from '../../flows/check.ts';
import { PROPERTIES } from '../../flows/faults.ts';
import { ask, branch, flow, menu, say } from './builders.ts';
import { right } from './right-flows.ts';
import { told } from './told.ts';
import { wrong } from './wrong-flows.ts';
import { wrongSteps } from './wrong-steps.ts';

describe('a wrong flow -> refused, with a shortest conversation that shows it', () => {
  test.each(Object.entries({ ...wrong, ...wrongSteps }))(
    '%s',
    (_name, { flow, property, at, about, nearest, shows }) => {
      const proof = check(flow);
      const found = proof.findings.find((finding) => finding.property === property && finding.node === at);
      expect(found).toMatchObject({
        severity: 'error',
        ...(about !== undefined && { about }),
        ...(nearest !== undefined && { nearest }),
      });
      expect(told(found?.conversation ?? [])).toEqual(shows);
      expect(proof.isSound).toBe(false);
    },
  );

  test.each([
    ['a number that is compared with a text', 11],
    ['a pattern in an expression', '1'],
    ['half a date', '2027-02-28'],
  ] as const)('%s -> the answer is one for which it would hold', (name, value) => {
    const given = wrongSteps[name];
    const [finding] = given === undefined ? [] : check(given.flow).findings;
    expect(finding?.conversation).toContainEqual({ by: 'customer', of: 'answer', value });
  });

  const withPattern = (pattern: string, expects: FlowExpects = 'text') => {
    const nodes = {
      start: ask('CEP?', { answer: 'which' }, { saves: 'cep', expects }),
      which: branch({ fits: `cep.matches("${pattern}")` }, { fits: 'bye', else: 'person' }),
    };
    return check(flow(nodes, { variables: { cep: { type: 'text' } } })).findings[0]?.conversation;
  };

  test.each([
    ['a group', '^(?:[0-9])+$'],
    ['a choice', '^1|2$'],
    ['too many parts', '^1?1?1?1?1?1?1?$'],
    ['one that would take hours', String.raw`^(?:\\w?){100}$!`],
    ['none', '('],
  ])('a pattern that isn’t plain isn’t tried: %s -> any answer', (_which, pattern) => {
    expect(withPattern(pattern)).toContainEqual({ by: 'customer', of: 'answer', value: 'qualquer coisa' });
  });

  test.each([
    ['text', '1'],
    ['cpf', '52998224725'],
    ['location', 'qualquer coisa'],
    ['media', 'qualquer coisa'],
  ] as const)('a pattern for what answers a question for %s -> an answer that it takes', (expects, value) => {
    expect(withPattern('^[0-9]+$', expects)).toContainEqual({ by: 'customer', of: 'answer', value });
  });

  test('every property -> a flow that breaks it', () => {
    // What isn't there is the company's matter: see the tests of flows that call others.
    const broken = new Set(Object.values({ ...wrong, ...wrongSteps }).map(({ property }) => property));
    expect(PROPERTIES.filter((property) => !broken.has(property))).toEqual(['targets']);
  });
});

test.each(Object.entries(right))('a right flow -> nothing is found: %s', (_name, flow) => {
  const { findings, isSound } = check(flow);
  expect(findings.map(({ property, node, about }) => [property, node, about])).toEqual([]);
  expect(isSound).toBe(true);
});

/** Asks for many numbers, and looks at two of them at many steps. */
function large(steps: number, many: number): Flow {
  const name = (at: number): string => `v${at % many}`;
  const nodes = Array.from({ length: steps }, (_, at): [string, Flow['nodes'][string]] => {
    const next = at === steps - 1 ? 'bye' : `s${at + 1}`;
    const id = at === 0 ? 'start' : `s${at}`;
    if (at < many) return [id, ask(`${at}?`, { answer: next }, { expects: 'number', saves: name(at) })];
    if (at % 3 > 0) return [id, menu(`${at}?`, { sim: next, nao: 'person' })];
    return [id, branch({ few: `${name(at * 7)} > 10 && ${name(at * 5 + 1)} < 7` }, { few: next, else: next })];
  });
  const variables = Object.fromEntries(
    Array.from({ length: many }, (_, at) => [name(at), { type: 'number' } as const]),
  );
  return flow(Object.fromEntries(nodes), { variables });
}

test('200 steps with 20 variables -> looked at all the same, some variables taken as unknown', () => {
  const proof = check(large(200, 20), { limit: PUBLISHING_LIMIT });
  expect(proof).toMatchObject({ isSound: true, isComplete: true, findings: [] });
  expect(proof.widened.length).toBeGreaterThan(0);
  expect(proof.moments).toBeLessThan(PUBLISHING_LIMIT);
  // What is wrong at its end is found, and certain.
  const it = large(200, 20);
  const late = { ...it, nodes: { ...it.nodes, s199: say('{{gone}}', { next: 's199', failed: 's199' }) } };
  expect(check(late).findings.map(({ property, node, severity }) => [property, node, severity])).toEqual([
    ['names', 's199', 'error'],
    ['automaticCycle', 's199', 'error'],
  ]);
});

test('twenty right flows', () => {
  expect(Object.keys(right).length).toBeGreaterThanOrEqual(20);
});
