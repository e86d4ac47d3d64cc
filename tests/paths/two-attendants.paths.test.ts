import { afterAll, expect, test } from 'vitest';
import { pairScenes } from '../../models/two-attendants.model.ts';
import type { PairScene } from '../../models/two-attendants.model.ts';
import { chosenName, isChosen } from '../support/paths-chosen.ts';
import { examinePair, pairReport } from '../support/pair-examine.ts';
import type { ExaminedScene } from '../support/pair-examine.ts';
import { writeReport } from '../support/paths-report.ts';
import { table } from '../support/paths-table.ts';

/** Two wired apps at a server in memory: every deed of either in every situation that the two can come to. */

const name = 'two-attendants';
const scenes: readonly (readonly [string, PairScene])[] = isChosen({ name }) ? Object.entries(pairScenes) : [];
const examined: ExaminedScene[] = [];
const PATIENCE_MS = 120_000;

// A file without a test would be a failure.
test.each(scenes.length === 0 ? ['another model was asked for'] : [])('%s', () => expect(chosenName).not.toBeNull());

test.each(scenes)(
  'two attendants: %s',
  (title, scene) => {
    const found = examinePair(title, scene);
    examined.push(found);
    expect(found.told).toEqual([]);
    expect(found.missed).toEqual([]);
  },
  PATIENCE_MS,
);

afterAll(async () => {
  if (examined.length === 0) return;
  const reports = [pairReport(name, examined)];
  console.log(`${table('journey', reports)}\n${await writeReport(name, reports)}`);
});
