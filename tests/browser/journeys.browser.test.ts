import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allJourneys } from '../support/journeys-all.ts';
import { startBrowserWorld } from '../support/journeys-browser.ts';
import type { JourneyWorld } from '../support/journeys-world.ts';

/** The same journeys by people in Chromium, at the demo's server. */

let world: JourneyWorld;

beforeAll(async () => {
  world = await startBrowserWorld();
});

afterAll(() => world.stop());

describe.each(allJourneys('long'))('$name', ({ paths, missing }) => {
  test('the paths come to every scene and do every deed', () => {
    expect(missing).toEqual([]);
  });

  test.each(paths.map((path) => [path.title, path] as const))('%s', async (_title, { walk }) => {
    expect(await walk(world)).toEqual([]);
  });
});
