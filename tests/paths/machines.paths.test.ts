import { afterAll, describe, expect, test, vi } from 'vitest';
import { declaredStates } from '../support/graph.ts';
import { chosenPath, isChosen, isOnlyOne, modelNames } from '../support/paths-chosen.ts';
import { examine } from '../support/paths-examine.ts';
import { allInvariants, machineModels } from '../support/paths-models.ts';
import { isPathOf, runSingle } from '../support/paths-single.ts';
import { allStates, allTransitions, transitionText } from '../support/paths-outline.ts';
import { writeReport } from '../support/report/report-files.ts';
import { pathParts } from '../support/paths-text.ts';
import { table } from '../support/paths-table.ts';

vi.mock(import('xstate'), async (importOriginal) => {
  const [xstate, { followable }] = await Promise.all([importOriginal(), import('../support/paths-steps.ts')]);
  return { ...xstate, createActor: followable(xstate.createActor) };
});
vi.mock(import('../../src/machines/shortcut.ts'), async (importOriginal) => {
  const [shortcut, { followableShortcut }] = await Promise.all([importOriginal(), import('../support/paths-steps.ts')]);
  return { ...shortcut, withShortcut: followableShortcut(shortcut.withShortcut) };
});

const asked = machineModels.filter((model) => chosenPath !== null && isChosen(model));
const single = asked.filter((model) => isPathOf(model, chosenPath ?? ''));

const chosen = machineModels
  .filter((model) => chosenPath === null && isChosen(model))
  .map((model) => ({ ...model, examination: examine(model, allInvariants) }));

test.runIf(chosenPath === null)('every machine’s model is known', () => {
  expect(modelNames()).toEqual(expect.arrayContaining(machineModels.map(({ name }) => name)));
});

test.each(single.length > 0 ? [] : asked.filter(({ name }) => isOnlyOne(name)))('$name has the scene', ({ scenes }) => {
  expect(Object.keys(scenes)).toContain(pathParts(chosenPath ?? '')[0]);
});

test.each(single)('one path of $name', async (model) => {
  const { lines, problems } = await runSingle(model, chosenPath ?? '', allInvariants);
  console.log(lines.join('\n'));
  expect(problems.map(({ text }) => text)).toEqual([]);
});

function sizeOf({ only }: { readonly only?: readonly string[] }): number {
  return only?.length ?? Number.MAX_SAFE_INTEGER;
}

describe.each(chosen)('$name', ({ examination, expected, machine, onlyInTheLog, scenes }) => {
  test('the model knows the machine’s states', () => {
    const known = Object.keys(expected.states).filter((state) => state !== 'none');
    expect(known.toSorted()).toEqual(
      declaredStates(machine)
        .map(({ label }) => label)
        .toSorted(),
    );
  });

  // A mutant is found by the first that fails, and small scenes are walked in no time.
  const smallFirst = Object.entries(scenes).toSorted(([, a], [, b]) => sizeOf(a) - sizeOf(b));
  test.each(smallFirst.map(([scene]) => scene))('%s: every path leads where it should', (scene) => {
    expect(examination.told(scene)).toEqual([]);
  });

  test('every state is reached and every transition taken', () => {
    const { root } = examination.report();
    const missed = allTransitions(root).filter(({ transition }) => !transition.covered);
    expect(
      allStates(root)
        .filter(({ covered }) => !covered)
        .map(({ path }) => path),
    ).toEqual([]);
    expect(missed.map(transitionText)).toEqual([]);
  });

  test('with its adapters at a server: the same, but for what only the log can bring', async () => {
    const { failures, missed } = await examination.wired();
    expect(failures).toEqual([]);
    expect(missed.toSorted()).toEqual(Object.keys(onlyInTheLog).toSorted());
  });
});

afterAll(async () => {
  if (chosen.length === 0 || process.env['BALCAO_MUTATE'] !== undefined) return;
  const reports = chosen.map(({ examination }) => examination.report());
  console.log(`${table('machine', reports)}\n${await writeReport(reports)}`);
});
