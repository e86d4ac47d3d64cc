import { readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import '../support/each-file.ts';
import { walkAll } from '../support/journeys-suite.ts';
import { blockedSteps } from '../support/states-blocked.ts';
import { campaignLifeSteps } from '../support/states-campaign-life.ts';
import { flowLaunchSteps } from '../support/states-flow-launch.ts';
import { importSteps } from '../support/states-import.ts';
import { recipientSteps } from '../support/states-recipient.ts';
import { ruleSteps } from '../support/states-rule.ts';
import { templateSteps } from '../support/states-template.ts';
import { walkableStates } from '../support/states-walk.ts';
import { startStatesWorld } from '../support/states-world.ts';

/** What goes through its states on the server, at the real one. */

const models = [
  walkableStates(blockedSteps),
  walkableStates(campaignLifeSteps),
  walkableStates(flowLaunchSteps),
  walkableStates(importSteps),
  walkableStates(recipientSteps),
  walkableStates(ruleSteps),
  walkableStates(templateSteps),
];

test('every model of the server is walked', () => {
  const files = readdirSync(fileURLToPath(new URL('../../models/server/', import.meta.url)));
  const names = files.flatMap((file) => /^(.+)\.model\.ts$/.exec(file)?.[1] ?? []);
  expect(models.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
});

walkAll(models, startStatesWorld);
