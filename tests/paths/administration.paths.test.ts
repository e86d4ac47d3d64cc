import { afterAll, describe, expect, test } from 'vitest';
import { officeJourneys } from '../support/journeys-office.ts';
import { startOfficeWorld } from '../support/office-world.ts';
import type { OfficeWorld } from '../support/office-world.ts';
import { isChosen } from '../support/paths-chosen.ts';
import { writeReport } from '../support/paths-report.ts';
import { table } from '../support/paths-table.ts';

/** What administrators and the back-office do, by wired clients without a screen at the real server. */

const chosen = officeJourneys.filter(isChosen);
let begun: Promise<OfficeWorld> | null = null;

/** One server for all of them, once there is anything to do. */
function world(): Promise<OfficeWorld> {
  begun ??= startOfficeWorld();
  return begun;
}

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
  const file = await writeReport('journey-administration', reports);
  if (reports.length > 0) console.log(`${table('journey', reports)}\n${file}`);
  if (begun !== null) await (await begun).stop();
});
