import { expect, test } from 'vitest';
import { walkedIn } from '../support/report/report-files.ts';
import { gapsOf } from '../support/report/report-walked.ts';

/** After all other paths: what the journeys came to is in their report by then. */

test('every route, form, permission, feature and language of the product is in some journey', async () => {
  expect(gapsOf(await walkedIn())).toEqual([]);
});
