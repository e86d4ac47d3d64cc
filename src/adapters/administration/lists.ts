import type { CallParts } from '../calls/parts.ts';
import { accessLists } from './access.ts';
import { accountLists } from './account.ts';
import { campaignLists } from './campaigns.ts';
import { audienceLists } from './audiences.ts';
import { flowStartLists } from './flow-starts.ts';
import { flowLists } from './flows.ts';
import { invitationLists } from './account-links.ts';
import { blockedContactLists } from './blocked-contacts.ts';
import { choiceLists } from './choices.ts';
import type { ListSources } from './sources.ts';
import { consentLists } from './consents.ts';
import { customerLists } from './customers.ts';
import { noteLists } from './notes.ts';
import { departmentLists } from './departments.ts';
import { foundLists } from './found.ts';
import { identityLists } from './identity.ts';
import { instanceLists } from './instances.ts';
import { reportLists } from './reports.ts';
import { messageLimitLists } from './message-limit.ts';
import { missedNoticeLists } from './missed-notices.ts';
import { savedViewLists } from './saved-views.ts';
import { scheduledLists } from './scheduled.ts';
import { outcomeLists } from './outcomes.ts';
import { quickReplyLists } from './quick-replies.ts';
import { conversationLists } from './conversations.ts';
import { templateLists } from './message-templates.ts';
import { importLists } from './imports.ts';
import { mergeLists } from './merging.ts';
import { managedTemplateLists } from './managed-templates.ts';
import { maintenanceLists } from './maintenance.ts';
import { protocolLists } from './protocol.ts';
import { ruleLists } from './rules.ts';
import { roleLists } from './roles.ts';
import { settingLists } from './settings.ts';
import { tenantLists } from './tenants.ts';
import { termsLists } from './terms.ts';
import { ticketFlowLists } from './ticket-flow.ts';
import { ticketLists } from './tickets.ts';
import { videoLists } from './videos.ts';
import { userLists } from './users.ts';

/** All lists, and how they load. */
export function createLists(parts: CallParts): ListSources {
  return {
    ...choiceLists(parts),
    ...accountLists(parts),
    ...invitationLists(parts),
    ...identityLists(parts),
    ...userLists(parts),
    ...roleLists(parts),
    ...accessLists(parts),
    ...tenantLists(parts),
    ...instanceLists(parts),
    ...departmentLists(parts),
    ...customerLists(parts),
    ...audienceLists(parts),
    ...ruleLists(parts),
    ...flowLists(parts),
    ...flowStartLists(parts),
    ...campaignLists(parts),
    ...managedTemplateLists(parts),
    ...consentLists(parts),
    ...blockedContactLists(parts),
    ...importLists(parts),
    ...mergeLists(parts),
    ...foundLists(parts),
    ...noteLists(parts),
    ...outcomeLists(parts),
    ...quickReplyLists(parts),
    ...savedViewLists(parts),
    ...scheduledLists(parts),
    ...templateLists(parts),
    ...conversationLists(parts),
    ...messageLimitLists(parts),
    ...missedNoticeLists(parts),
    ...reportLists(parts),
    ...protocolLists(parts),
    ...ticketLists(parts),
    ...ticketFlowLists(parts),
    ...maintenanceLists(parts),
    ...termsLists(parts),
    ...videoLists(parts),
    ...settingLists(parts),
  };
}
