import { closest } from 'fastest-levenshtein';
import { afterAll, describe, expect, test } from 'vitest';
import type { WalkableJourney, WalkedWorld } from './journeys-walk.ts';
import { chosenNames, chosenPath, isChosen, isOnlyOne } from './paths-chosen.ts';
import type { ModelReport } from './paths-findings.ts';
import { table } from './paths-table.ts';
import { writeReport } from './report/report-files.ts';

/** A single path isn't all that there is of a journey. */
function unlessSingle<World>(journey: WalkableJourney<World>): ModelReport | null {
  return chosenPath === null ? journey.report() : null;
}

/** The tests of journeys that happen in one world, which begins with the first of them, and what is reported of each. */
export function walkAll<World extends WalkedWorld & { stop(): Promise<void> }>(
  journeys: readonly WalkableJourney<World>[],
  begin: () => Promise<World>,
  reportOf: (journey: WalkableJourney<World>, world: World) => ModelReport | null = unlessSingle,
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
    if (begun === null) return;
    const world = await begun;
    const reports = chosen.flatMap((journey) => reportOf(journey, world) ?? []);
    try {
      if (reports.length > 0) console.log(`${table('journey', reports)}\n${await writeReport(reports)}`);
    } finally {
      await world.stop();
    }
  });
}
