import { chatTicketSdl } from '../entities/chat-ticket.ts';
import { customerChatEventSdl } from '../entities/customer-chat-event.ts';
import { customerChatSdl } from '../entities/customer-chat.ts';
import { customerSdl } from '../entities/customer.ts';
import { instanceSdl } from '../entities/instance.ts';
import { presenceSdl } from '../entities/presence.ts';
import { ticketTransferSdl } from '../entities/ticket-transfer.ts';
import { userInstanceSdl } from '../entities/user-instance.ts';
import { userSdl } from '../entities/user.ts';
import { reportSdl } from '../reports/numbers.ts';
import { blacklistCustomerSdl } from './blacklist-customer.ts';
import { chatNotesSdl } from './chat-notes.ts';
import { chatTicketsSdl } from './chat-tickets.ts';
import { confirmSecondFactorSdl } from './confirm-second-factor.ts';
import { confirmTicketTransferSdl } from './confirm-ticket-transfer.ts';
import { connectedSdl } from './connected.ts';
import { createSocketTicketSdl } from './create-socket-ticket.ts';
import { createTicketTransferSdl } from './create-ticket-transfer.ts';
import { customerChatEventsSdl } from './customer-chat-events.ts';
import { customerChatTextSdl } from './customer-chat-text.ts';
import { customerChatsSdl } from './customer-chats.ts';
import { customerInfosSdl } from './customer-infos.ts';
import { campaignsSdl } from './campaigns.ts';
import { messageRatesSdl } from './message-rates.ts';
import { customersAreaSdl } from './customers-sdl.ts';
import { deleteTicketTransferSdl } from './delete-ticket-transfer.ts';
import { disconnectedSdl } from './disconnected.ts';
import { departmentsAreaSdl } from './departments-sdl.ts';
import { flowStartsSdl } from './flow-starts.ts';
import { flowsSdl } from './flows.ts';
import { rulesSdl } from './rules.ts';
import { finishChatTicketSdl } from './finish-chat-ticket.ts';
import { instancesSdl } from './instances.ts';
import { logInSdl } from './log-in.ts';
import { messageMediaSdl } from './message-media.ts';
import { onlineUsersSdl } from './online-users.ts';
import { outcomesSdl } from './outcomes.ts';
import { managedTemplatesSdl } from './managed-templates.ts';
import { messageTemplatesSdl } from './message-templates.ts';
import { openChatTicketSdl } from './open-chat-ticket.ts';
import { pinCustomerSdl } from './pin-customer.ts';
import { queueChatTicketSdl } from './queue-chat-ticket.ts';
import { quickRepliesSdl } from './quick-replies.ts';
import { refreshTokenSdl } from './refresh-token.ts';
import { reopenChatTicketSdl } from './reopen-chat-ticket.ts';
import { reportCalendarSdl } from './report-calendar.ts';
import { reportGroupsSdl } from './report-groups.ts';
import { reportLiveSdl } from './report-live.ts';
import { reportNumbersSdl } from './report-numbers.ts';
import { reportOutcomesSdl } from './report-outcomes.ts';
import { reportTicketsSdl } from './report-tickets.ts';
import { pastChatTicketsSdl } from './past-chat-tickets.ts';
import { messageLimitSdl } from './message-limit.ts';
import { missedNoticesSdl } from './missed-notices.ts';
import { savedViewsSdl } from './saved-views.ts';
import { userPreferencesSdl } from './user-preferences.ts';
import { scheduledMessagesSdl } from './scheduled-messages.ts';
import { snoozeChatTicketSdl } from './snooze-chat-ticket.ts';
import { markConversationUnreadSdl } from './mark-conversation-unread.ts';
import { resetCustomerUnseenMsgsSdl } from './reset-customer-unseen-msgs.ts';
import { searchMessagesSdl } from './search-messages.ts';
import { sendFileSdl } from './send-file.ts';
import { sendImageSeleniumSdl } from './send-image-selenium.ts';
import { sendMessageSdl } from './send-message.ts';
import { forwardMessageSdl } from './forward-message.ts';
import { shareContentSdl } from './share-content.ts';
import { sendReactionSdl } from './send-reaction.ts';
import { sendTemplateSdl } from './send-template.ts';
import { sentMessageSdl } from './sent-message.ts';
import { startConversationSdl } from './start-conversation.ts';
import { takeChatTicketSdl } from './take-chat-ticket.ts';
import { ticketFlowSdl } from './ticket-flow.ts';
import { ticketTransferSdl as ticketTransferQuerySdl } from './ticket-transfer.ts';
import { userInfosSdl } from './user-infos.ts';
import { userInstancesSdl } from './user-instances.ts';
import { usersAreaSdl } from './users-sdl.ts';
import { usersSdl } from './users.ts';

/** The tenant's whole GraphQL schema, served at `/{tenant}/graphql`. */
export const tenantSdl = [
  'type Query\ntype Mutation',
  instanceSdl,
  userInstanceSdl,
  userSdl,
  customerSdl,
  customerChatSdl,
  customerChatEventSdl,
  ticketTransferSdl,
  chatTicketSdl,
  presenceSdl,
  chatTicketsSdl,
  customerChatsSdl,
  customerChatEventsSdl,
  chatNotesSdl,
  customerChatTextSdl,
  searchMessagesSdl,
  messageMediaSdl,
  customerInfosSdl,
  customersAreaSdl,
  campaignsSdl,
  messageRatesSdl,
  flowsSdl,
  rulesSdl,
  flowStartsSdl,
  ticketFlowSdl,
  outcomesSdl,
  quickRepliesSdl,
  messageTemplatesSdl,
  managedTemplatesSdl,
  usersSdl,
  userInfosSdl,
  userInstancesSdl,
  instancesSdl,
  departmentsAreaSdl,
  onlineUsersSdl,
  ticketTransferQuerySdl,
  sentMessageSdl,
  logInSdl,
  confirmSecondFactorSdl,
  refreshTokenSdl,
  connectedSdl,
  disconnectedSdl,
  createSocketTicketSdl,
  createTicketTransferSdl,
  confirmTicketTransferSdl,
  deleteTicketTransferSdl,
  sendMessageSdl,
  sendImageSeleniumSdl,
  sendFileSdl,
  sendReactionSdl,
  forwardMessageSdl,
  shareContentSdl,
  sendTemplateSdl,
  startConversationSdl,
  resetCustomerUnseenMsgsSdl,
  markConversationUnreadSdl,
  snoozeChatTicketSdl,
  savedViewsSdl,
  userPreferencesSdl,
  pastChatTicketsSdl,
  scheduledMessagesSdl,
  messageLimitSdl,
  missedNoticesSdl,
  finishChatTicketSdl,
  takeChatTicketSdl,
  queueChatTicketSdl,
  reopenChatTicketSdl,
  openChatTicketSdl,
  pinCustomerSdl,
  blacklistCustomerSdl,
  usersAreaSdl,
  reportSdl,
  reportCalendarSdl,
  reportNumbersSdl,
  reportGroupsSdl,
  reportTicketsSdl,
  reportOutcomesSdl,
  reportLiveSdl,
].join('\n');
