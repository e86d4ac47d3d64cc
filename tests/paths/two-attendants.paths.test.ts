import { afterAll, expect, test } from 'vitest';
import { deeds, pairScenes } from '../../models/two-attendants.model.ts';
import type { Deed, PairScene } from '../../models/two-attendants.model.ts';
import { chosenNames, chosenPath, isChosen } from '../support/paths-chosen.ts';
import { pathParts } from '../support/paths-text.ts';
import { examinePair, pairReport } from '../support/pair-examine.ts';
import type { ExaminedScene } from '../support/pair-examine.ts';
import { table } from '../support/paths-table.ts';
import { walkPair } from '../support/pair-walk.ts';
import { writeReport } from '../support/report/report-files.ts';

/** Two wired apps at a server in memory: every deed of either in every situation that the two can come to. */

const name = 'two-attendants';
const all: readonly (readonly [string, PairScene])[] = isChosen({ name }) ? Object.entries(pairScenes) : [];
const [singleScene = '', ...singleSteps] = pathParts(chosenPath ?? '');
const scenes = all.filter(() => chosenPath === null);
const single = all.filter(([title]) => title === singleScene);
const examined: ExaminedScene[] = [];
function deedOf(name: string): Deed {
  const deed = deeds.find((each) => each === name);
  if (deed === undefined) throw new Error(`Neither of them does "${name}"; what they do is ${deeds.join(', ')}`);
  return deed;
}

// A file without a test would be a failure.
test.skipIf(true).each(scenes.length + single.length === 0 ? ['another model or path was asked for'] : [])('%s', () =>
  expect(chosenNames).not.toBeNull(),
);

test.each(single)('one path: %s', (_title, scene) => {
  const failure = walkPair(scene, singleSteps.map(deedOf));
  expect(failure === null ? [] : [singleSteps[failure.at], ...failure.problems.map(({ text }) => text)]).toEqual([]);
});

test.each(scenes)('two attendants: %s', (title, scene) => {
  const found = examinePair(title, scene);
  examined.push(found);
  expect(found.told).toEqual([]);
  expect(found.missed).toEqual([]);
});

afterAll(async () => {
  if (examined.length === 0) return;
  const reports = [pairReport(name, examined)];
  console.log(`${table('journey', reports)}\n${await writeReport(reports)}`);
});
