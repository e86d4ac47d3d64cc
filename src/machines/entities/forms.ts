import type { CustomerGroupForm } from '../../../contract/entities/audience.ts';
import type { TemplateForm } from '../../../contract/entities/managed-template.ts';
import type { MessageRate, RateKey } from '../../../contract/entities/message-rate.ts';
import type { CampaignForm } from '../../../contract/entities/campaign.ts';
import type { ConsentForm } from '../../../contract/graphql/customer-consents.ts';
import type { EraseCustomerForm } from '../../../contract/graphql/erase-customer.ts';
import type { CustomerForm, NewCustomerForm } from '../../../contract/entities/customer-details.ts';
import type { CustomerFieldForm } from '../../../contract/entities/customer-field.ts';
import type { DepartmentForm } from '../../../contract/entities/department.ts';
import type { NewUser, UserChange } from '../../../contract/entities/managed-user.ts';
import type { ImportMapping, ImportStart } from '../../../contract/entities/customer-import.ts';
import type { OutcomeForm } from '../../../contract/entities/outcome.ts';
import type { FlowAnswersForm, FlowForm } from '../../../contract/entities/flow.ts';
import type { FlowLaunchForm, FlowStartsForm } from '../../../contract/entities/flow-start.ts';
import type { SetCampaignFlowVariables, StartTicketFlowVariables } from '../../../contract/graphql/flow-starts.ts';
import type { QuickReplyForm } from '../../../contract/entities/quick-reply.ts';
import type { CustomerViewForm } from '../../../contract/entities/customer-view.ts';
import type { SavedViewForm } from '../../../contract/entities/saved-view.ts';
import type { TagForm } from '../../../contract/entities/tag-form.ts';
import type { OwnFieldName } from '../../../contract/facts/customers.ts';
import type { NewRuleVariables } from '../../../contract/graphql/rules.ts';
import type { NewAudienceVariables } from '../../../contract/graphql/audiences.ts';
import type { StartCampaignVariables, TestCampaignVariables } from '../../../contract/graphql/campaigns.ts';
import type { PublishFlowVariables, RestoreFlowVariables } from '../../../contract/graphql/flows.ts';
import type { ChangeGroupMembersVariables } from '../../../contract/graphql/customer-groups.ts';
import type { BlacklistCustomerVariables } from '../../../contract/graphql/blacklist-customer.ts';
import type { NewChatNote } from '../../../contract/graphql/chat-notes.ts';
import type { SnoozeChatTicketVariables } from '../../../contract/graphql/snooze-chat-ticket.ts';
import type {
  NewScheduledMessage,
  ScheduledMessageChange,
  SendScheduledMessageVariables,
} from '../../../contract/graphql/scheduled-messages.ts';
import type { StartConversationVariables } from '../../../contract/graphql/start-conversation.ts';
import type { NewRoleVariables } from '../../../contract/graphql/new-role.ts';
import type { MergeCustomersVariables } from '../../../contract/graphql/merge-customers.ts';
import type { TagCustomerVariables } from '../../../contract/graphql/tag-customer.ts';
import type { UpdateUserPasswordVariables } from '../../../contract/graphql/update-user-password.ts';
import type {
  forgotPassword,
  invitationOf,
  register,
  resetPassword,
  unlock,
} from '../../../contract/rest/account-links.ts';
import type { auditSheet } from '../../../contract/rest/audit-sheet.ts';
import type { AnswerOf, BodyOf } from '../../../contract/rest/call.ts';
import type { IdentityProvider, IdentityProviderForm } from '../../../contract/rest/identity.ts';
import type { InstanceChange, NewInstance, SyncMessages } from '../../../contract/rest/instances.ts';
import type { InviteBody, inviteAdministrator } from '../../../contract/rest/invitations.ts';
import type { MaintenanceChange } from '../../../contract/rest/maintenance.ts';
import type { Profile } from '../../../contract/rest/profile.ts';
import type { blockedSheet } from '../../../contract/rest/blocked-contacts.ts';
import type { customersSheet, refusedSheet } from '../../../contract/rest/customer-imports.ts';
import type { conversationExport } from '../../../contract/rest/conversation-export.ts';
import type { GroupsSheetBody, TicketsSheetBody } from '../../../contract/rest/report-sheets.ts';
import type { securitySettings } from '../../../contract/rest/security-settings.ts';
import type { campaignsSheet, templatesSheet } from '../../../contract/rest/list-sheets.ts';
import type { CampaignSheetBody } from '../../../contract/rest/campaign-sheet.ts';
import type { CampaignStatusBody } from '../../../contract/rest/sheets.ts';
import type { submitTemplate, uploadTemplateFile } from '../../../contract/rest/message-templates.ts';
import type { NewTenant } from '../../../contract/rest/tenants.ts';
import type { publishTerms, termsPdf } from '../../../contract/rest/terms-of-use.ts';
import type { VideoForm, watchTrainingVideo } from '../../../contract/rest/training-videos.ts';
import type { PermissionUpdate } from '../../../contract/rest/update-permissions.ts';
import type {
  prepareRecoveryCodes,
  prepareTwoFactor,
  updateUserSettings,
} from '../../../contract/rest/user-settings.ts';
import type { whatsappProtocolPdf } from '../../../contract/rest/whatsapp-protocol.ts';

/** The user's current password, which some forms require. */
type Proof = 'current';
type Code = keyof Pick<BodyOf<typeof updateUserSettings>, 'code'>;

/**
 * Every form and confirmation with the names of its fields: those of the contract's schema, and those that are only
 * displayed. `never`: no fields.
 */
export interface FormFields {
  readonly user: keyof NewUser | keyof UserChange | Proof | 'user_count' | 'user_limit';
  readonly 'user.password': keyof UpdateUserPasswordVariables;
  readonly 'user.delete': never;
  readonly 'user.block': never;
  readonly 'user.unblock': never;
  readonly 'user.disconnect': never;
  readonly 'user.removeInstance': never;
  readonly 'user.twoFactorOff': never;
  readonly 'account.password': keyof UpdateUserPasswordVariables | Proof;
  readonly 'account.profile': keyof Profile | Proof;
  readonly 'account.twoFactor': keyof AnswerOf<typeof prepareTwoFactor> | Code;
  readonly 'account.twoFactorOff': Code;
  readonly 'account.recoveryCodes': keyof AnswerOf<typeof prepareRecoveryCodes> | Code;
  readonly 'account.unlock': keyof BodyOf<typeof unlock>;
  readonly 'account.forgotPassword': keyof BodyOf<typeof forgotPassword>;
  readonly 'account.resetPassword': keyof BodyOf<typeof resetPassword>;
  readonly 'account.register': keyof BodyOf<typeof register> | keyof AnswerOf<typeof invitationOf>;
  readonly invitation: keyof InviteBody;
  readonly 'invitation.revoke': never;
  readonly 'tenant.invite': keyof BodyOf<typeof inviteAdministrator>;
  readonly security: keyof AnswerOf<typeof securitySettings>;
  readonly identity: keyof IdentityProvider | keyof IdentityProviderForm;
  readonly role: keyof NewRoleVariables;
  readonly 'role.permissions': keyof NewRoleVariables | keyof Pick<PermissionUpdate, 'permissions'>;
  readonly 'role.duplicate': keyof NewRoleVariables;
  readonly 'role.delete': never;
  readonly 'session.revoke': never;
  readonly 'session.revokeOthers': never;
  readonly tenant: keyof NewTenant;
  readonly 'tenant.features': keyof Pick<NewTenant, 'features'>;
  readonly 'tenant.delete': never;
  readonly 'tenant.restore': never;
  readonly 'tenant.enter': never;
  readonly instance: keyof NewInstance | keyof InstanceChange;
  readonly 'instance.credentials':
    | keyof Pick<InstanceChange, 'phone_number_id' | 'provider_account' | 'gateway_url' | 'access_token'>
    | 'access_token_last4';
  readonly 'instance.activate': keyof Pick<InstanceChange, 'activated'>;
  /** Who answers at it. */
  readonly 'instance.people': keyof Pick<InstanceChange, 'user_ids'>;
  readonly 'instance.test': never;
  /** Asks a gateway for a code that its phone scans. */
  readonly 'instance.pair': never;
  readonly 'instance.sync': keyof SyncMessages;
  readonly 'connection.replay': never;
  readonly department: keyof DepartmentForm;
  readonly 'department.delete': never;
  /** A new customer. Ids of the company's own fields are known at runtime only. */
  readonly customer: keyof NewCustomerForm | OwnFieldName;
  /** A target audience; `tree` is one of the contract, whose values may be missing. */
  readonly audience: keyof NewAudienceVariables;
  readonly 'audience.delete': never;
  /** A rule; `definition` is one of the contract, whose values may be missing. */
  readonly rule: keyof NewRuleVariables;
  readonly 'rule.delete': never;
  readonly 'rule.activate': keyof Pick<NewRuleVariables, 'is_active'>;
  readonly 'rule.order': 'ids';
  /** The saved id holds what became of each rule, as JSON. */
  readonly 'rule.import': 'file' | 'keeps_active';
  /** A draft; the key is its id, `new`, or `copy:` with the id of one whose choices it begins with. */
  /** `file_name`: of `file_id`, only shown; `channel`: of its instances when it was loaded. */
  readonly campaign: keyof CampaignForm | 'file_name' | 'channel';
  readonly 'campaign.file': 'file_name';
  readonly 'campaign.rate': keyof MessageRate;
  readonly 'campaign.rate.delete': keyof RateKey;
  readonly 'campaign.start': keyof Pick<StartCampaignVariables, 'version'>;
  readonly 'campaign.pause': never;
  readonly 'campaign.resume': never;
  readonly 'campaign.cancel': never;
  readonly 'campaign.retry': never;
  readonly 'campaign.unschedule': never;
  /** Sends the draft's message to one number. */
  readonly 'campaign.test': keyof Omit<TestCampaignVariables, 'id'>;
  /** A message template; the key is its id, `new`, or `copy:` with the id of one whose text it begins with. */
  readonly template: keyof TemplateForm;
  readonly 'template.submit': keyof Pick<BodyOf<typeof submitTemplate>, 'version'>;
  readonly 'template.delete': never;
  /** Uploads the file held under the key, an example of a header. */
  readonly 'template.file': 'file_name' | keyof Pick<BodyOf<typeof uploadTemplateFile>, 'instance_id'>;
  /** A flow, edited by `flow.edited`; `step` is the one whose panel is open. */
  readonly flow: keyof FlowForm | 'step';
  /** A new flow that begins with `flow`, as JSON. */
  readonly 'flow.new': keyof FlowForm;
  readonly 'flow.publish': keyof Omit<PublishFlowVariables, 'id'>;
  readonly 'flow.restore': keyof Pick<RestoreFlowVariables, 'number' | 'version'>;
  readonly 'flow.archive': 'archived';
  /** Whether, whom, when and by which name it answers. */
  readonly 'flow.answers': keyof FlowAnswersForm;
  /** The order in which flows are asked. */
  readonly 'flow.order': 'ids';
  /** How the key's active flow starts. */
  readonly 'flow.starts': keyof FlowStartsForm;
  /** The key's active flow for an audience or a group. */
  readonly 'flow.launch': keyof FlowLaunchForm;
  readonly 'flow.launch.stop': never;
  /** Whoever answers the campaign goes on in the key's flow. */
  readonly 'flow.campaign': keyof Pick<SetCampaignFlowVariables, 'campaign_id'>;
  /** The key's campaign leads into no flow any more. */
  readonly 'flow.campaign.remove': never;
  /** The saved id is a reference to the new API key of the key's flow. */
  readonly 'flow.key': never;
  readonly 'flow.key.delete': never;
  readonly customerGroup: keyof CustomerGroupForm;
  readonly 'customerGroup.delete': never;
  /** Refills the group from its audience. */
  readonly 'customerGroup.refresh': never;
  /** Puts customers into a group. */
  readonly 'customerGroup.add': 'group_id' | keyof Pick<ChangeGroupMembersVariables, 'customer_ids'>;
  /** Takes a member out of a group; the key is `group@customer`. */
  readonly 'customerGroup.remove': never;
  /** Erases the customer of the key, confirmed by their number. */
  readonly 'customer.erase': keyof EraseCustomerForm;
  /** Blocks the numbers of a text, one a line. */
  readonly blockedContacts: 'numbers' | 'reason';
  /** Reads the file held under the key; the saved id holds its numbers, one per line. */
  readonly 'blockedContacts.file': 'file_name';
  /** Unblocks the number of the key. */
  readonly 'blockedContacts.unblock': never;
  /** Uploads the file that is kept under the key. */
  readonly 'import.upload': 'file_name';
  /** Maps the columns of the key’s import. */
  readonly 'import.map': keyof ImportMapping;
  readonly 'import.start': keyof ImportStart;
  readonly 'import.pause': never;
  readonly 'import.resume': never;
  readonly 'import.cancel': never;
  readonly 'import.undo': never;
  /** Records a consent of the key's customer. */
  readonly consent: keyof ConsentForm;
  readonly tag: keyof TagForm;
  readonly 'tag.delete': never;
  readonly outcome: keyof OutcomeForm;
  readonly 'outcome.delete': never;
  readonly customerField: keyof CustomerFieldForm;
  readonly 'customerField.delete': never;
  readonly quickReply: keyof QuickReplyForm;
  readonly 'quickReply.delete': never;
  /** A saved view of the list; the key is its id, or `new`. */
  readonly 'customers.view': keyof CustomerViewForm;
  readonly 'customers.view.delete': never;
  readonly 'chat.view': keyof SavedViewForm;
  readonly 'chat.view.delete': never;
  /** A customer's data. Ids of the company's own fields are known at runtime only. */
  readonly 'chat.customer': keyof CustomerForm | OwnFieldName;
  /** Gives the customer of the key a tag, or takes it off; with `name` the tag is new. */
  readonly 'chat.tag': keyof Omit<TagCustomerVariables, 'id'> | 'name';
  /** Merges the other customer into the key's. */
  readonly 'chat.merge': keyof Omit<MergeCustomersVariables, 'id'>;
  readonly 'chat.block': keyof Omit<BlacklistCustomerVariables, 'id'>;
  /** Sets oneself away, or at work again; the key is the user's id. */
  readonly availability: 'away';
  /** Takes the ticket of the key from the queue. */
  readonly 'chat.take': never;
  /** Stops the flow that the key's ticket is in. */
  readonly 'chat.flow.stop': never;
  /** Hands the key's ticket back to the flow that was stopped in it. */
  readonly 'chat.flow.return': never;
  /** Starts a flow in the key's ticket. */
  readonly 'chat.flow.start': keyof Pick<StartTicketFlowVariables, 'flow_id' | 'variables'>;
  /** Undoes the finish of the key's ticket. */
  readonly 'chat.reopen': never;
  /** A new ticket of the key's conversation, `customer@instance`. */
  readonly 'chat.open': never;
  /** A conversation with a number, begun with a template or freely; the key is its client id. */
  /** `file_name`: a file is kept under the key, for the template's header. */
  readonly 'chat.start': keyof Omit<StartConversationVariables, 'client_id'> | 'file_name';
  /** Marks the key's conversation, `customer@instance`, as unread. */
  readonly 'chat.unread': never;
  /** Marks the key's conversation, `customer@instance`, as read, up to a message if given. */
  readonly 'chat.read': 'up_to_id';
  /**
   * A bulk action on one of several conversations; the key is its ticket, or its conversation for reading. A refusal
   * is shown in the bulk dialog, and raises no notice.
   */
  readonly 'chat.bulk': 'what' | 'up_to_id' | 'until';
  /** Snoozes the key's ticket until a moment, or brings it back without one. */
  readonly 'chat.snooze': keyof Omit<SnoozeChatTicketVariables, 'id'>;
  /** Schedules a message for the key's conversation, `customer@instance`. */
  readonly 'chat.schedule': keyof Omit<NewScheduledMessage, 'customer_id' | 'instance_id'>;
  /** Changes, sends or cancels the key's scheduled message. */
  readonly 'chat.schedule.edit': keyof Omit<ScheduledMessageChange, 'id'>;
  readonly 'chat.schedule.send': keyof Omit<SendScheduledMessageVariables, 'id'>;
  readonly 'chat.schedule.cancel': never;
  readonly note: keyof Pick<NewChatNote, 'message' | 'client_id'> | 'mentions';
  readonly 'note.edit': keyof Pick<NewChatNote, 'message'> | 'mentions';
  readonly 'note.delete': never;
  readonly maintenance: keyof MaintenanceChange;
  readonly setting: 'value';
  readonly 'setting.revert': never;
  readonly video: keyof VideoForm;
  readonly 'video.delete': never;
  readonly 'video.watch': keyof BodyOf<typeof watchTrainingVideo>;
  readonly 'terms.accept': never;
  readonly 'terms.publish': keyof BodyOf<typeof publishTerms>;
  /** A file download: the key says which file, the values its content and format. */
  readonly download:
    | keyof GroupsSheetBody
    | keyof TicketsSheetBody
    | keyof CampaignStatusBody
    | keyof CampaignSheetBody
    | keyof BodyOf<typeof auditSheet>
    | keyof BodyOf<typeof whatsappProtocolPdf>
    | keyof BodyOf<typeof termsPdf>
    | keyof BodyOf<typeof conversationExport>
    | keyof BodyOf<typeof customersSheet>
    | keyof BodyOf<typeof blockedSheet>
    | keyof BodyOf<typeof campaignsSheet>
    | keyof BodyOf<typeof templatesSheet>
    | keyof BodyOf<typeof refusedSheet>
    | 'sheet'
    | 'types'
    | 'rows'
    | 'file_name';
}

export type FormName = keyof FormFields;
/** The name of a field of any form. */
export type FieldName = FormFields[FormName];

/** The value of a field. A secret is a reference into the vault, so that the log never contains it. */
export type FormValue =
  | string
  | number
  | boolean
  | null
  | readonly FormValue[]
  | { readonly [name: string]: FormValue };
export type FormValues = Readonly<Record<string, FormValue>>;

/** The values of a form's fields that are known by name; fields without one are left out. */
export type ValuesOf<Form extends FormName> = {
  readonly [Field in Exclude<FormFields[Form], OwnFieldName>]?: FormValue;
};

/** A change of a field, by a name that the form has. */
export function fieldChange<Form extends FormName>(form: Form, key: string, field: FormFields[Form], value: FormValue) {
  return { type: 'form.changed', form, key, field, value } as const;
}
