import { expect, test } from 'vitest';
import { declaredStates, declaredTransitions } from '../support/graph.ts';
import { machineModels } from '../support/paths-models.ts';
import { events, seen, states } from '../support/report/report-phrases.ts';

/* What the report of paths has in Portuguese of what models call in English. */

test('everything that oracles look at has words', () => {
  const names = machineModels.flatMap(({ oracles = [] }) => oracles.map(({ name }) => name));
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !Object.hasOwn(seen, name))).toEqual([]);
  expect(Object.keys(seen).filter((name) => !names.includes(name))).toEqual([]);
});

test('every event of a sample or of a transition and every state has words', () => {
  const samples = machineModels.flatMap((model) => Object.keys(model.samples));
  const taken = machineModels.flatMap(({ machine }) => declaredTransitions(machine).map(({ part }) => part.eventType));
  const types = new Set([
    ...samples.map((name) => name.split(': ')[0] ?? name),
    ...taken.filter((type) => type !== ''),
  ]);
  expect([...types].filter((type) => !Object.hasOwn(events, type))).toEqual([]);
  const labels = machineModels.flatMap(({ machine }) => declaredStates(machine).map(({ label }) => label.split('.')));
  expect([...new Set(labels.flat())].filter((name) => !Object.hasOwn(states, name))).toEqual([]);
});
