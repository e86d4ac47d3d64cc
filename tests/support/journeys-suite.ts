import { afterAll, describe, expect, test } from 'vitest';
import type { WalkableJourney, WalkedWorld } from './journeys-walk.ts';
import { chosenName, isChosen } from './paths-chosen.ts';
import { writeReport } from './paths-report.ts';
import { table } from './paths-table.ts';

/** The tests of journeys that happen in one world, which begins with the first of them, and their report under a name. */
export function walkAll<World extends WalkedWorld & { stop(): Promise<void> }>(
  report: string,
  journeys: readonly WalkableJourney<World>[],
  begin: () => Promise<World>,
): void {
  const chosen = journeys.filter(isChosen);
  let begun: Promise<World> | null = null;

  // A file without a test would be a failure.
  test.each(chosen.length === 0 ? ['another model was asked for'] : [])('%s', () => expect(chosenName).not.toBeNull());

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
    const file = await writeReport(report, reports);
    if (reports.length > 0) console.log(`${table('journey', reports)}\n${file}`);
    if (begun !== null) await (await begun).stop();
  });
}
