import { activeFlowSteps } from './journeys-active-flow.ts';
import { campaignLifeSteps } from './journeys-campaign-life.ts';
import { companyPeopleSteps } from './journeys-company-people.ts';
import { conversationBotSteps } from './journeys-conversation-bot.ts';
import { customerRecordsSteps } from './journeys-customer-records.ts';
import { flowLifeSteps } from './journeys-flow-life.ts';
import { importLifeSteps } from './journeys-import-life.ts';
import { instanceLifeSteps } from './journeys-instance-life.ts';
import { listOfADaySteps } from './journeys-list-of-a-day.ts';
import { onePermissionSteps } from './journeys-one-permission.ts';
import { ownAccountSteps } from './journeys-own-account.ts';
import { passwordResetSteps } from './journeys-password-reset.ts';
import { platformSteps } from './journeys-platform.ts';
import { roleEditingSteps } from './journeys-role-editing.ts';
import { rulesSteps } from './journeys-rules.ts';
import { tenantLifeSteps } from './journeys-tenant-life.ts';
import { toolsOfADaySteps } from './journeys-tools-of-a-day.ts';
import { twoFactorSteps } from './journeys-two-factor.ts';
import { walkable } from './journeys-walk.ts';
import type { WalkableJourney } from './journeys-walk.ts';
import type { OfficeWorld } from './office-world.ts';

/** Every journey of the administration, and the tools of an attendant's day, ready to be walked. */
export const officeJourneys: readonly WalkableJourney<OfficeWorld>[] = [
  walkable(companyPeopleSteps, 'long'),
  walkable(ownAccountSteps, 'long'),
  walkable(customerRecordsSteps, 'long'),
  walkable(importLifeSteps, 'long'),
  walkable(flowLifeSteps, 'long'),
  walkable(listOfADaySteps, 'long'),
  walkable(campaignLifeSteps, 'long'),
  walkable(onePermissionSteps, 'long'),
  // Before the second factor: there Bia has to have one.
  walkable(platformSteps, 'long'),
  // Before the roles: there Bruno loses his.
  walkable(toolsOfADaySteps, 'short'),
  walkable(roleEditingSteps, 'short'),
  walkable(tenantLifeSteps, 'short'),
  walkable(instanceLifeSteps, 'short'),
  walkable(twoFactorSteps, 'short'),
  walkable(passwordResetSteps, 'short'),
  walkable(rulesSteps, 'short'),
  walkable(activeFlowSteps, 'short'),
  // Last: it leaves a flow that answers.
  walkable(conversationBotSteps, 'short'),
];
