import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { allJourneys } from '../support/journeys-all.ts';
import { officeJourneys } from '../support/journeys-office.ts';
import { startHeadlessWorld } from '../support/journeys-headless.ts';
import type { JourneyWorld } from '../support/journeys-world.ts';
import { isChosen } from '../support/paths-chosen.ts';
import { writeReport } from '../support/paths-report.ts';
import { table } from '../support/paths-table.ts';

/** What people do, by wired clients without a screen at the real server. */

const journeys = allJourneys('short');
const chosen = journeys.filter(isChosen);
let begun: Promise<JourneyWorld> | null = null;

/** One server for all of them, once there is anything to do. */
function world(): Promise<JourneyWorld> {
  begun ??= startHeadlessWorld();
  return begun;
}

test('every journey has somebody who walks it', () => {
  const files = readdirSync(fileURLToPath(new URL('../../models/journeys/', import.meta.url)));
  const names = files.flatMap((file) => /^(.+)\.model\.ts$/.exec(file)?.[1] ?? []);
  expect([...journeys, ...officeJourneys].map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});

describe.each(chosen)('$name', ({ paths, missing }) => {
  test('the paths come to every scene and do every deed', () => {
    expect(missing).toEqual([]);
  });

  test.each(paths.map((path) => [path.title, path] as const))('%s', async (_title, { walk }) => {
    expect(await walk(await world())).toEqual([]);
  });
});

afterAll(async () => {
  const reports = chosen.map((journey) => journey.report());
  const file = await writeReport('journey', reports);
  if (reports.length > 0) console.log(`${table('journey', reports)}\n${file}`);
  if (begun !== null) await (await begun).stop();
});
