import type { CallParts } from '../calls/parts.ts';
import type { KeptFiles } from '../storage/outgoing-files.ts';
import type { FormSources } from './sources.ts';
import { sessionForms } from './access.ts';
import { accountForms } from './account.ts';
import { campaignForms } from './campaigns.ts';
import { audienceForms } from './audiences.ts';
import { flowStartForms } from './flow-starts.ts';
import { flowForms } from './flows.ts';
import { linkForms } from './account-links.ts';
import { conversationForms } from './conversations.ts';
import { blockedContactForms } from './blocked-contacts.ts';
import { consentForms } from './consents.ts';
import { customerForms } from './customers.ts';
import { importForms } from './imports.ts';
import { mergeForms } from './merging.ts';
import { departmentForms } from './departments.ts';
import { downloadForms } from './downloads.ts';
import { identityForms } from './identity.ts';
import { instanceForms } from './instances.ts';
import { savedViewForms } from './saved-views.ts';
import { scheduledForms } from './scheduled.ts';
import { outcomeForms } from './outcomes.ts';
import { quickReplyForms } from './quick-replies.ts';
import { managedTemplateForms } from './managed-templates.ts';
import { maintenanceForms } from './maintenance.ts';
import { noteForms } from './notes.ts';
import { ownPasswordForm } from './own-password.ts';
import { ruleForms } from './rules.ts';
import { roleForms } from './roles.ts';
import { settingForms } from './settings.ts';
import { tenantForms } from './tenants.ts';
import { termsForms } from './terms.ts';
import { ticketFlowForms } from './ticket-flow.ts';
import { ticketForms } from './tickets.ts';
import { videoForms } from './videos.ts';
import { userForms } from './users.ts';

/** All forms, and how they load and save. */
export function createForms(parts: CallParts, files: KeptFiles): FormSources {
  return {
    ...accountForms(parts),
    ...linkForms(parts),
    ...identityForms(parts),
    ...userForms(parts),
    ...ownPasswordForm(parts),
    ...roleForms(parts),
    ...sessionForms(parts),
    ...tenantForms(parts),
    ...instanceForms(parts),
    ...departmentForms(parts),
    ...customerForms(parts),
    ...audienceForms(parts),
    ...ruleForms(parts),
    ...flowForms(parts),
    ...flowStartForms(parts),
    ...campaignForms(parts, files),
    ...managedTemplateForms(parts, files),
    ...consentForms(parts),
    ...blockedContactForms(parts, files),
    ...importForms(parts, files),
    ...outcomeForms(parts),
    ...mergeForms(parts),
    ...quickReplyForms(parts),
    ...savedViewForms(parts),
    ...scheduledForms(parts),
    ...ticketForms(parts),
    ...ticketFlowForms(parts),
    ...conversationForms(parts, files),
    ...maintenanceForms(parts),
    ...noteForms(parts),
    ...termsForms(parts),
    ...videoForms(parts),
    ...settingForms(parts),
    ...downloadForms(parts),
  };
}
