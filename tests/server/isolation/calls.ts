import { GRAPHQL_ACCESS } from '../../../contract/facts/access-calls.ts';
import type { CallAccess } from '../../../contract/facts/access-calls.ts';
import type { Things } from './things.ts';

/** What an id argument names; `own`: a made-up id of the caller's own, which reaches nothing. */
export type Names = keyof Things | 'own';

export const DAYS = { start_at: '2026-03-01', finish_at: '2026-03-31' };
const CHOSEN = { user_ids: 'user', department_ids: 'department', instance_ids: 'instance' } as const;

const SAVED = { instance_id: 'instance', department_id: 'department', user_id: 'user', tag_id: 'tag' } as const;
const SAVED_REST = { view: 'all', sort_name: 'last_message', unseen: false, not_responded: false, blacklisted: false };

/** Each call: what its ids name, and the other arguments it needs. */
export const CALLS: Readonly<
  Record<string, { ids: Readonly<Record<string, Names>>; rest?: Readonly<Record<string, unknown>> }>
> = {
  chatTickets: {
    ids: {
      instance_id: 'instance',
      customer_id: 'customer',
      chat_ticket_id: 'ticket',
      department_id: 'department',
      user_id: 'user',
      tag_id: 'tag',
    },
    rest: { all_users: true },
  },
  customerChats: {
    ids: {
      customer_id: 'customer',
      instance_id: 'instance',
      before_id: 'message',
      after_id: 'message',
      around_id: 'message',
    },
    rest: { all_users: true, finished_tickets: true },
  },
  customerChatEvents: {
    ids: {
      customer_id: 'customer',
      instance_id: 'instance',
      before_id: 'message',
      after_id: 'message',
      around_id: 'message',
    },
  },
  searchMessages: {
    ids: { customer_id: 'customer', instance_id: 'instance', before_id: 'message' },
    rest: { search: 'meu' },
  },
  chatReaders: { ids: { customer_id: 'customer', instance_id: 'instance' } },
  newChatNote: {
    ids: { customer_id: 'customer', instance_id: 'instance', mention_ids: 'user' },
    rest: { message: 'oi', client_id: 'c0ffee00-0000-4000-8000-000000000001' },
  },
  updateChatNote: { ids: { id: 'note', mention_ids: 'user' }, rest: { message: 'oi' } },
  deleteChatNote: { ids: { id: 'note' } },
  customerChatText: { ids: { id: 'message' } },
  messageMedia: { ids: { id: 'file' } },
  retryMessageMedia: { ids: { id: 'file' } },
  customerInfos: { ids: { id: 'customer' } },
  paginatedCustomers: { ids: { tag_id: 'tag', instance_id: 'instance' } },
  newCustomer: { ids: {}, rest: { name: 'Nova', phone_number: '5511900000000' } },
  campaigns: { ids: {} },
  campaignDetails: { ids: { id: 'campaign' } },
  campaignDryRun: { ids: { id: 'campaign' } },
  campaignRecipients: { ids: { id: 'campaign', after_id: 'customer' } },
  newCampaign: {
    ids: { audience_id: 'audience', group_id: 'group', instance_ids: 'instance', template_id: 'template' },
    rest: { name: 'Nova', message: 'oi' },
  },
  updateCampaign: {
    ids: {
      id: 'campaign',
      audience_id: 'audience',
      group_id: 'group',
      instance_ids: 'instance',
      template_id: 'template',
    },
    rest: { name: 'Outra', message: 'oi' },
  },
  testCampaign: { ids: { id: 'campaign', instance_id: 'instance' }, rest: { to_number: '' } },
  startCampaign: { ids: { id: 'campaign' } },
  pauseCampaign: { ids: { id: 'campaign' } },
  resumeCampaign: { ids: { id: 'campaign' } },
  cancelCampaign: { ids: { id: 'campaign' } },
  retryCampaign: { ids: { id: 'campaign' } },
  customerDetails: { ids: { id: 'customer' } },
  customerMedia: {
    ids: { customer_id: 'customer', instance_id: 'instance', before_id: 'message' },
    rest: { group: 'pictures' },
  },
  messageLimit: { ids: {} },
  missedNotices: { ids: {} },
  savedViews: { ids: {} },
  newSavedView: { ids: SAVED, rest: { ...SAVED_REST, name: 'Nova' } },
  updateSavedView: { ids: { id: 'view', ...SAVED }, rest: { ...SAVED_REST, name: 'Outra' } },
  deleteSavedView: { ids: { id: 'view' } },
  pastChatTickets: { ids: { customer_id: 'customer' } },
  scheduledMessages: { ids: { customer_id: 'customer', instance_id: 'instance' } },
  newScheduledMessage: {
    ids: { customer_id: 'customer', instance_id: 'instance', reply_message_id: 'message' },
    rest: { message: 'oi', send_at: '2999-01-01T09:00:00.000Z', client_id: 'c0ffee00-0000-4000-8000-000000000002' },
  },
  updateScheduledMessage: { ids: { id: 'scheduled' }, rest: { message: 'oi', send_at: '2999-01-01T09:00:00.000Z' } },
  sendScheduledMessage: { ids: { id: 'scheduled' } },
  deleteScheduledMessage: { ids: { id: 'scheduled' } },
  quickReplies: { ids: {} },
  newQuickReply: { ids: {}, rest: { shortcut: 'nova', text: 'Nova', personal: true } },
  updateQuickReply: { ids: { id: 'reply' }, rest: { shortcut: 'outra', text: 'Outra' } },
  deleteQuickReply: { ids: { id: 'reply' } },
  updateCustomer: { ids: { id: 'customer' }, rest: { name: 'Outro Nome' } },
  customerMerge: { ids: { id: 'customer', other_id: 'customer' } },
  mergeCustomers: { ids: { id: 'customer', other_id: 'customer' } },
  tagCustomer: { ids: { id: 'customer', tag_id: 'tag' }, rest: { tagged: true } },
  tags: { ids: {} },
  newTag: { ids: {}, rest: { name: 'Nova', color: 'blue' } },
  updateTag: { ids: { id: 'tag' }, rest: { name: 'Outra', color: 'blue' } },
  deleteTag: { ids: { id: 'tag' } },
  outcomes: { ids: {} },
  newOutcome: { ids: {}, rest: { name: 'Novo' } },
  updateOutcome: { ids: { id: 'outcome' }, rest: { name: 'Outro' } },
  deleteOutcome: { ids: { id: 'outcome' } },
  customerFields: { ids: {} },
  newCustomerField: { ids: {}, rest: { name: 'Novo', type: 'text' } },
  updateCustomerField: { ids: { id: 'field' }, rest: { name: 'Outro', type: 'text' } },
  deleteCustomerField: { ids: { id: 'field' } },
  users: { ids: {} },
  userInfos: { ids: {} },
  userInstances: { ids: { user_id: 'user' } },
  instances: { ids: { remove_ids: 'instance' } },
  onlineUsers: { ids: { user_id: 'user', instance_id: 'instance' } },
  ticketTransfer: { ids: { chat_ticket_id: 'ticket' } },
  sentMessage: { ids: { client_id: 'own' } },
  logIn: { ids: {} },
  confirmSecondFactor: { ids: {} },
  refreshToken: { ids: {} },
  connected: { ids: {} },
  disconnected: { ids: {} },
  createSocketTicket: { ids: {} },
  createTicketTransfer: { ids: { next_user_id: 'user', previous_user_id: 'user', chat_ticket_id: 'free' } },
  confirmTicketTransfer: { ids: { id: 'transfer' } },
  deleteTicketTransfer: { ids: { id: 'transfer' } },
  sendMessage: {
    ids: { user_id: 'user', instance_id: 'instance', reply_message_id: 'message', client_id: 'own' },
    rest: { to_number: 'phone', message: 'oi' },
  },
  sendImageSelenium: {
    ids: { user_id: 'user', instance_id: 'instance', client_id: 'own' },
    rest: { to_number: 'phone', image_url: 'https://imagens.example/oi.png' },
  },
  sendFile: {
    ids: { user_id: 'user', instance_id: 'instance', reply_message_id: 'message', client_id: 'own' },
    rest: { to_number: 'phone' },
  },
  sendReaction: { ids: { user_id: 'user', message_id: 'message', client_id: 'own' }, rest: { emoji: '👍' } },
  forwardMessage: {
    ids: { user_id: 'user', message_id: 'message', instance_id: 'instance', client_id: 'own' },
    rest: { to_number: 'phone' },
  },
  shareContent: {
    ids: { user_id: 'user', instance_id: 'instance', reply_message_id: 'message', client_id: 'own' },
    rest: { to_number: 'phone', location: { latitude: -23.5, longitude: -46.6 } },
  },
  messageTemplates: { ids: { instance_id: 'instance' } },
  sendTemplate: {
    ids: { user_id: 'user', instance_id: 'instance', template_id: 'template', client_id: 'own' },
    rest: { to_number: 'phone' },
  },
  numberConversation: { ids: { instance_id: 'instance' }, rest: { to_number: '5511977776666' } },
  startConversation: {
    ids: { instance_id: 'instance', template_id: 'template', client_id: 'own' },
    rest: { to_number: '5511977776666' },
  },
  resetCustomerUnseenMsgs: { ids: { id: 'customer', instance_id: 'instance', up_to_id: 'message' } },
  markConversationUnread: { ids: { id: 'customer', instance_id: 'instance' } },
  finishChatTicket: { ids: { id: 'ticket', outcome_id: 'outcome' } },
  takeChatTicket: { ids: { id: 'ticket' } },
  queueChatTicket: { ids: { id: 'free', department_id: 'department' } },
  reopenChatTicket: { ids: { id: 'ticket' } },
  snoozeChatTicket: { ids: { id: 'ticket' }, rest: { until: '2999-01-01T09:00:00.000Z' } },
  openChatTicket: { ids: { customer_id: 'customer', instance_id: 'instance' } },
  pinCustomer: { ids: { id: 'customer' }, rest: { pinned: true } },
  blacklistCustomer: { ids: { id: 'customer' }, rest: { blacklisted: true } },
  paginatedUsers: { ids: { role_id: 'role', user_department_id: 'department', user_id: 'user' } },
  newUser: {
    ids: { role_id: 'role', user_department_id: 'department', chosen_instances: 'instance' },
    rest: { username: 'nova', name: 'Nova', email: 'nova@aurora.example', password: 'Uma#boa+senha7' },
  },
  updateUser: {
    ids: { id: 'user', role_id: 'role', user_department_id: 'department', chosen_instances: 'instance' },
    rest: { name: 'Outro Nome' },
  },
  updateUserPassword: { ids: {} },
  deleteUser: { ids: { id: 'user' } },
  blockUser: { ids: { id: 'user' } },
  disconnectUser: { ids: { user_id: 'user' } },
  deleteUserInstance: { ids: { id: 'link' } },
  roles: { ids: { id: 'role' } },
  newRole: { ids: {} },
  duplicateRole: { ids: { id: 'role' }, rest: { display_name: 'Cópia' } },
  updateRole: { ids: { id: 'role' }, rest: { display_name: 'Outro Perfil' } },
  deleteRole: { ids: { id: 'role' } },
  paginatedAudit: { ids: { user_id: 'user' } },
  connectedUsers: { ids: {} },
  mySessions: { ids: {} },
  loginHistory: { ids: {} },
  revokeOtherSessions: { ids: {} },
  revokeSession: { ids: { id: 'session' } },
  departments: { ids: {} },
  managedDepartments: { ids: {} },
  newDepartment: { ids: { member_ids: 'user', instance_ids: 'instance' }, rest: { name: 'Nova Área' } },
  updateDepartment: {
    ids: { id: 'department', member_ids: 'user', instance_ids: 'instance' },
    rest: { name: 'Outra Área' },
  },
  deleteDepartment: { ids: { id: 'department' } },
  reportCalendar: { ids: {} },
  reportNumbers: { ids: CHOSEN, rest: DAYS },
  reportGroups: { ids: CHOSEN, rest: { ...DAYS, group_by: 'day' } },
  reportTickets: { ids: { ...CHOSEN, outcome_id: 'outcome' }, rest: { ...DAYS, tickets: 'finished' } },
  reportOutcomes: { ids: CHOSEN, rest: { ...DAYS, tickets: 'finished' } },
  reportLive: { ids: CHOSEN },
};

/** Where an id of someone else's is no reach, and why. */
export const HARMLESS: Readonly<Record<string, string>> = {
  'instances.remove_ids': 'leaving out what is not shown changes nothing',
  'customerMedia.before_id': 'where one’s own files go on',
  'searchMessages.before_id': 'where the search goes on',
  'sentMessage.client_id': 'looked up among one’s own messages',
  'chatTickets.department_id': 'finds none',
  'chatTickets.user_id': 'finds none',
  'chatTickets.tag_id': 'finds none',
  'campaignRecipients.after_id': 'where one’s own recipients go on',
  'paginatedCustomers.tag_id': 'finds none',
  'paginatedCustomers.instance_id': 'finds none',
  'paginatedUsers.role_id': 'finds nobody',
  'paginatedUsers.user_department_id': 'finds nobody',
  'paginatedUsers.user_id': 'finds nobody',
  'roles.id': 'finds none',
  'paginatedAudit.user_id': 'finds nothing',
  'sendMessage.client_id': 'looked up among one’s own messages',
  'sendImageSelenium.client_id': 'looked up among one’s own messages',
  'startConversation.client_id': 'looked up among one’s own messages',
  'sendTemplate.client_id': 'looked up among one’s own messages',
  'forwardMessage.client_id': 'looked up among one’s own messages',
  'shareContent.client_id': 'looked up among one’s own messages',
  'sendReaction.client_id': 'looked up among one’s own messages',
  'sendFile.client_id': 'looked up among one’s own messages and uploads',
};
/** What one attendant may know of another: colleagues are seen by all. */
export const SHARED_AMONG_COLLEAGUES: ReadonlySet<string> = new Set([
  'tagCustomer.tag_id',
  'finishChatTicket.outcome_id',
  'sendTemplate.template_id',
  'startConversation.template_id',
  'onlineUsers.user_id',
  'createTicketTransfer.next_user_id',
  'newChatNote.mention_ids',
  'updateChatNote.mention_ids',
  'createTicketTransfer.previous_user_id',
  'queueChatTicket.department_id',
  'newSavedView.department_id',
  'newSavedView.user_id',
  'newSavedView.tag_id',
  'updateSavedView.department_id',
  'updateSavedView.user_id',
  'updateSavedView.tag_id',
]);

/** Calls that no attendant may make: their ids don't come into it. */
export const isForAttendants = (name: string): boolean => {
  const access: CallAccess | undefined = Object.entries<CallAccess>(GRAPHQL_ACCESS).find(
    ([each]) => each === name,
  )?.[1];
  return access !== 'admin' && access !== 'backoffice' && (typeof access !== 'object' || access.includes('chat'));
};
