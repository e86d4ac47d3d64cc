import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { unitsOf } from '../mutate/units.ts';

test.each([
  ['src/machines/transfer', ['transfer'], 'paths'],
  ['./src/machines/transfer/transfer.rules.ts', ['transfer'], 'paths'],
  ['src/adapters/tabs', [], 'own'],
  ['src/adapters/clock', [], 'tests'],
  ['flows/templates/', [], 'tests'],
] as const)('%s -> its tests', (asked, models, by) => {
  const units = unitsOf([asked]);
  if (typeof units === 'string') throw new Error(units);
  expect(units.map(({ place, rounds }) => [place, rounds[0]?.by, rounds[0]?.models])).toEqual([
    [asked.replace(/^\.\/|\/$/gu, ''), by, models],
  ]);
});

test('no folder -> all of them, each once, with tests', () => {
  const units = unitsOf([]);
  if (typeof units === 'string') throw new Error(units);
  const places = units.map(({ place }) => place);
  expect(new Set(places).size).toBe(places.length);
  expect(places).toEqual(
    expect.arrayContaining(['src/machines/unseen', 'src/adapters/tabs', 'flows', 'server/domain/flows/active']),
  );
  expect(units.filter(({ rounds }) => rounds.some(({ files }) => files.length === 0))).toEqual([]);
});

test('the command by itself -> it runs, and refuses what it doesn’t know', () => {
  const main = fileURLToPath(new URL('../mutate/main.ts', import.meta.url));
  const { status, stderr } = spawnSync(process.execPath, [main, 'src/machines/trasnfer'], { encoding: 'utf8' });
  expect([status, stderr]).toEqual([2, expect.stringContaining('Did you mean "src/machines/transfer"?')]);
});

test.each(['src/views', 'flowsX'])('%s has no code that is mutated -> refused with the nearest', (place) => {
  expect(unitsOf([place])).toContain('Did you mean "');
});
