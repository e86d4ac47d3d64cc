import { describe, expect, test } from 'vitest';
import { check } from '../../flows/check.ts';
import { PROPERTIES } from '../../flows/faults.ts';
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

test('twenty right flows', () => {
  expect(Object.keys(right).length).toBeGreaterThanOrEqual(20);
});
