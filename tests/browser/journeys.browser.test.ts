import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { allJourneys } from '../support/journeys-all.ts';
import { startBrowserWorld } from '../support/journeys-browser.ts';
import type { JourneyWorld } from '../support/journeys-world.ts';
import { chosenPath, isChosen } from '../support/paths-chosen.ts';

/** The same journeys by people in Chromium, at the demo's server. */

let world: JourneyWorld;

beforeAll(async () => {
  world = await startBrowserWorld();
});

afterAll(() => world.stop());

// The path that a report shows is one of the short ones.
const journeys = allJourneys(chosenPath === null ? 'long' : 'short')
  .filter(isChosen)
  .map((journey) => ({
    ...journey,
    paths: journey.paths.filter(({ title }) => chosenPath === null || title === chosenPath),
  }));

describe.each(journeys)('$name', ({ paths, missing }) => {
  test('the paths come to every scene and do every deed', () => {
    expect(missing).toEqual([]);
  });

  test.each(paths.map((path) => [path.title, path] as const))('%s', async (_title, { walk }) => {
    expect(await walk(world)).toEqual([]);
  });
});
