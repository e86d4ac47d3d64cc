import { closest } from 'fastest-levenshtein';
import { afterAll, describe, expect, test } from 'vitest';
import type { WalkableJourney, WalkedWorld } from './journeys-walk.ts';
import { chosenNames, chosenPath, isChosen, isOnlyOne } from './paths-chosen.ts';
import { table } from './paths-table.ts';
import { writeReport } from './report/report-files.ts';

/** The tests of journeys that happen in one world, which begins with the first of them, and their report. */
export function walkAll<World extends WalkedWorld & { stop(): Promise<void> }>(
  journeys: readonly WalkableJourney<World>[],
  begin: () => Promise<World>,
): void {
  const chosen = journeys
    .filter(isChosen)
    .map(({ paths, ...journey }) => ({
      ...journey,
      paths: paths.filter(({ title }) => chosenPath === null || title === chosenPath),
    }))
    .filter(({ paths }) => paths.length > 0);
  let begun: Promise<World> | null = null;

  const lacking = chosen.length > 0 ? [] : journeys.filter((journey) => isChosen(journey) && isOnlyOne(journey.name));
  test.each(lacking)('the path is one of $name', ({ paths }) => {
    const titles = paths.map(({ title }) => title);
    expect(chosenPath, 'It has no such path; the nearest is another').toBe(closest(chosenPath ?? '', titles));
  });

  // A file without a test would be a failure.
  test.skipIf(true).each(chosen.length === 0 ? ['another model or path was asked for'] : [])('%s', () =>
    expect(chosenNames).not.toBeNull(),
  );

  describe.each(chosen)('$name', ({ paths, missing }) => {
    test('the paths come to every scene and do every deed', () => {
      expect(missing).toEqual([]);
    });

    test.each(paths.map((path) => [path.title, path] as const))('%s', async (_title, { walk }) => {
      begun ??= begin();
      expect(await walk(await begun)).toEqual([]);
    });
  });

  afterAll(async () => {
    const reports = chosen.map((journey) => journey.report());
    if (chosenPath === null && reports.length > 0) {
      console.log(`${table('journey', reports)}\n${await writeReport(reports)}`);
    }
    if (begun !== null) await (await begun).stop();
  });
}
