import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import '../support/each-file.ts';
import { allJourneys } from '../support/journeys-all.ts';
import { officeJourneys } from '../support/journeys-office.ts';
import { startHeadlessWorld } from '../support/journeys-headless.ts';
import { walkAll } from '../support/journeys-suite.ts';

/** What people do, by wired clients without a screen at the real server. */

const journeys = allJourneys('short');

test('every journey has somebody who walks it', () => {
  const files = readdirSync(fileURLToPath(new URL('../../models/journeys/', import.meta.url)));
  const names = files.flatMap((file) => /^(.+)\.model\.ts$/.exec(file)?.[1] ?? []);
  const walked = new Set([...journeys, ...officeJourneys].map(({ name }) => name));
  const missing = names.filter((name) => !walked.has(name));
  const told = missing.map(
    (name) => `nobody walks ${name}: add its walkable(…, kind) to tests/support/journeys-all.ts`,
  );
  expect(told).toEqual([]);
  expect(walked.size).toBe(names.length);
});

walkAll(journeys, startHeadlessWorld);
