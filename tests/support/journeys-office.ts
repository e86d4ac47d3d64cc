import { activeFlowSteps } from './journeys-active-flow.ts';
import { conversationBotSteps } from './journeys-conversation-bot.ts';
import { instanceLifeSteps } from './journeys-instance-life.ts';
import { passwordResetSteps } from './journeys-password-reset.ts';
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
