import { blacklistCustomer } from '../../../contract/graphql/blacklist-customer.ts';
import { chatReaders, deleteChatNote, newChatNote, updateChatNote } from '../../../contract/graphql/chat-notes.ts';
import { chatTickets } from '../../../contract/graphql/chat-tickets.ts';
import { confirmSecondFactor } from '../../../contract/graphql/confirm-second-factor.ts';
import { confirmTicketTransfer } from '../../../contract/graphql/confirm-ticket-transfer.ts';
import { connected } from '../../../contract/graphql/connected.ts';
import { createSocketTicket } from '../../../contract/graphql/create-socket-ticket.ts';
import { createTicketTransfer } from '../../../contract/graphql/create-ticket-transfer.ts';
import { customerChatEvents } from '../../../contract/graphql/customer-chat-events.ts';
import { customerChatText } from '../../../contract/graphql/customer-chat-text.ts';
import { customerChats } from '../../../contract/graphql/customer-chats.ts';
import { customerInfos } from '../../../contract/graphql/customer-infos.ts';
import { deleteTicketTransfer } from '../../../contract/graphql/delete-ticket-transfer.ts';
import { disconnected } from '../../../contract/graphql/disconnected.ts';
import { openChatTicket } from '../../../contract/graphql/open-chat-ticket.ts';
import { reopenChatTicket } from '../../../contract/graphql/reopen-chat-ticket.ts';
import { snoozeChatTicket } from '../../../contract/graphql/snooze-chat-ticket.ts';
import { pastChatTickets } from '../../../contract/graphql/past-chat-tickets.ts';
import { queueChatTicket } from '../../../contract/graphql/queue-chat-ticket.ts';
import { takeChatTicket } from '../../../contract/graphql/take-chat-ticket.ts';
import { finishChatTicket } from '../../../contract/graphql/finish-chat-ticket.ts';
import { forwardMessage } from '../../../contract/graphql/forward-message.ts';
import { instances } from '../../../contract/graphql/instances.ts';
import { logIn } from '../../../contract/graphql/log-in.ts';
import { messageMedia, retryMessageMedia } from '../../../contract/graphql/message-media.ts';
import { onlineUsers } from '../../../contract/graphql/online-users.ts';
import { pinCustomer } from '../../../contract/graphql/pin-customer.ts';
import { refreshToken } from '../../../contract/graphql/refresh-token.ts';
import { markConversationUnread } from '../../../contract/graphql/mark-conversation-unread.ts';
import { resetCustomerUnseenMsgs } from '../../../contract/graphql/reset-customer-unseen-msgs.ts';
import { searchMessages } from '../../../contract/graphql/search-messages.ts';
import { messageLimit } from '../../../contract/graphql/message-limit.ts';
import { missedNotices } from '../../../contract/graphql/missed-notices.ts';
import { deleteSavedView, newSavedView, savedViews, updateSavedView } from '../../../contract/graphql/saved-views.ts';
import { sendFile } from '../../../contract/graphql/send-file.ts';
import { sendImageSelenium } from '../../../contract/graphql/send-image-selenium.ts';
import { shareContent } from '../../../contract/graphql/share-content.ts';
import { sendMessage } from '../../../contract/graphql/send-message.ts';
import { sendReaction } from '../../../contract/graphql/send-reaction.ts';
import { sentMessage } from '../../../contract/graphql/sent-message.ts';
import { ticketTransfer } from '../../../contract/graphql/ticket-transfer.ts';
import { userInfos } from '../../../contract/graphql/user-infos.ts';
import { saveUserPreferences, userPreferences } from '../../../contract/graphql/user-preferences.ts';
import { userInstances } from '../../../contract/graphql/user-instances.ts';
import { users } from '../../../contract/graphql/users.ts';
import * as socketTicket from '../../domain/auth/socket-ticket.ts';
import { blacklistCustomer as blacklist } from '../../domain/customers/blacklist-customer.ts';
import { customerInfos as customer } from '../../domain/customers/customer-infos.ts';
import { pinCustomer as pin } from '../../domain/customers/pin-customer.ts';
import { parseId } from '../../domain/ids.ts';
import { listInstances } from '../../domain/instances/list-instances.ts';
import * as media from '../../domain/media/message-media.ts';
import { forwardMessage as forward } from '../../domain/messages/forward-message.ts';
import { listMessages } from '../../domain/messages/list-messages.ts';
import { messageText } from '../../domain/messages/message-text.ts';
import { searchMessages as findMessages } from '../../domain/messages/search-messages.ts';
import { sendFile as sendUploaded } from '../../domain/messages/send-file.ts';
import { sendImage } from '../../domain/messages/send-image.ts';
import { shareContent as share } from '../../domain/messages/share-content.ts';
import { sendMessage as sendText } from '../../domain/messages/send-message.ts';
import { sendReaction as react } from '../../domain/messages/send-reaction.ts';
import { sentMessage as findSent } from '../../domain/messages/sent-message.ts';
import { messageLimit as findMessageLimit } from '../../domain/messages/monthly-limit.ts';
import { missedNotices as findMissedNotices } from '../../domain/missed-notices.ts';
import { conversationViews } from '../../domain/saved-views/conversation-views.ts';
import { listChatEvents } from '../../domain/thread/list-chat-events.ts';
import * as notes from '../../domain/thread/notes.ts';
import { setPresence } from '../../domain/presence.ts';
import { finishTicket } from '../../domain/tickets/finish-ticket.ts';
import { reopenTicket } from '../../domain/tickets/reopen-ticket.ts';
import { snoozeTicket } from '../../domain/tickets/snooze-ticket.ts';
import { startTicket } from '../../domain/tickets/start-ticket.ts';
import { queueTicket } from '../../domain/tickets/queue-ticket.ts';
import { takeTicket } from '../../domain/tickets/take-ticket.ts';
import { listPastTickets } from '../../domain/tickets/past-tickets.ts';
import { listTickets } from '../../domain/tickets/list-tickets.ts';
import { confirmTransfer } from '../../domain/transfers/confirm-transfer.ts';
import { createTransfer } from '../../domain/transfers/create-transfer.ts';
import { deleteTransfer } from '../../domain/transfers/delete-transfer.ts';
import { findTicketTransfer } from '../../domain/transfers/find-transfer.ts';
import { listTransferCandidates } from '../../domain/transfers/transfer-candidates.ts';
import { markUnread } from '../../domain/unseen/mark-unread.ts';
import { resetUnseen } from '../../domain/unseen/reset-unseen.ts';
import * as people from '../../domain/users.ts';
import {
  saveUserPreferences as saveOwnPreferences,
  userPreferences as ownPreferences,
} from '../../domain/account/user-preferences.ts';
import { audienceResolvers } from './audience-resolvers.ts';
import { campaignResolvers } from './campaign-resolvers.ts';
import { importResolvers } from './import-resolvers.ts';
import { customerResolvers } from './customer-resolvers.ts';
import { departmentResolvers } from './department-resolvers.ts';
import { flowResolvers } from './flow-resolvers.ts';
import { ruleResolvers } from './rule-resolvers.ts';
import { forActor, forAnyone } from './for-actor.ts';
import { templateResolvers } from './template-resolvers.ts';
import { outcomeResolvers } from './outcome-resolvers.ts';
import { quickReplyResolvers } from './quick-reply-resolvers.ts';
import { scheduledResolvers } from './scheduled-resolvers.ts';
import { reportQueries } from './reports-resolvers.ts';
import { confirmLogInToTenant, logInToTenant, refreshSession } from './sessions.ts';
import { userResolvers } from './users-resolvers.ts';

/** All calls of the contract's SDL; a test compares the two. */
export const resolvers = {
  Query: {
    ...userResolvers.Query,
    ...audienceResolvers.Query,
    ...customerResolvers.Query,
    ...campaignResolvers.Query,
    ...importResolvers.Query,
    ...flowResolvers.Query,
    ...ruleResolvers.Query,
    ...outcomeResolvers.Query,
    ...quickReplyResolvers.Query,
    ...scheduledResolvers.Query,
    ...templateResolvers.Query,
    ...departmentResolvers.Query,
    ...reportQueries,
    ...forActor(messageLimit, findMessageLimit),
    ...forActor(missedNotices, findMissedNotices),
    ...forActor(savedViews, conversationViews.all),
    ...forActor(chatTickets, listTickets),
    ...forActor(pastChatTickets, listPastTickets),
    ...forActor(customerChats, listMessages),
    ...forActor(customerChatEvents, listChatEvents),
    ...forActor(chatReaders, notes.listReaders),
    ...forActor(customerChatText, messageText),
    ...forActor(searchMessages, findMessages),
    ...forActor(messageMedia, media.messageMedia),
    ...forActor(customerInfos, (services, actor, { id }) => customer(services, actor, id)),
    ...forActor(users, (services, actor) => people.listUsers(services, actor)),
    ...forActor(userInfos, (services, actor) => people.userInfos(services, actor)),
    ...forActor(userPreferences, ownPreferences),
    ...forActor(userInstances, (services, actor, { user_id: id }) =>
      people.userInstances(services, actor, parseId(id)),
    ),
    ...forActor(instances, (services, actor, { remove_ids: ids }) => listInstances(services, actor, ids)),
    ...forActor(onlineUsers, listTransferCandidates),
    ...forActor(ticketTransfer, findTicketTransfer),
    ...forActor(sentMessage, (services, actor, { client_id: id }) => findSent(services, actor, id)),
  },
  Mutation: {
    ...userResolvers.Mutation,
    ...audienceResolvers.Mutation,
    ...customerResolvers.Mutation,
    ...campaignResolvers.Mutation,
    ...importResolvers.Mutation,
    ...flowResolvers.Mutation,
    ...ruleResolvers.Mutation,
    ...outcomeResolvers.Mutation,
    ...quickReplyResolvers.Mutation,
    ...scheduledResolvers.Mutation,
    ...templateResolvers.Mutation,
    ...departmentResolvers.Mutation,
    ...forAnyone(logIn, logInToTenant),
    ...forAnyone(confirmSecondFactor, confirmLogInToTenant),
    ...forAnyone(refreshToken, refreshSession),
    ...forActor(connected, (services, actor, { arrival }) =>
      setPresence(services, actor, true, { isArrival: arrival === true }),
    ),
    ...forActor(disconnected, (services, actor) => setPresence(services, actor, false)),
    ...forActor(createSocketTicket, async (services, actor) => {
      await services.countTicket(actor);
      const { ticket, expiresAt } = await socketTicket.createSocketTicket(services, actor);
      return { ticket, expires_at: expiresAt.toISOString() };
    }),
    ...forActor(createTicketTransfer, createTransfer),
    ...forActor(confirmTicketTransfer, (services, actor, { id }) => confirmTransfer(services, actor, id)),
    ...forActor(deleteTicketTransfer, (services, actor, { id }) => deleteTransfer(services, actor, id)),
    ...forActor(sendMessage, sendText),
    ...forActor(sendImageSelenium, sendImage),
    ...forActor(sendFile, sendUploaded),
    ...forActor(sendReaction, react),
    ...forActor(forwardMessage, forward),
    ...forActor(shareContent, share),
    ...forActor(retryMessageMedia, media.retryMessageMedia),
    ...forActor(resetCustomerUnseenMsgs, resetUnseen),
    ...forActor(markConversationUnread, markUnread),
    ...forActor(finishChatTicket, finishTicket),
    ...forActor(takeChatTicket, (services, actor, { id }) => takeTicket(services, actor, id)),
    ...forActor(queueChatTicket, queueTicket),
    ...forActor(reopenChatTicket, (services, actor, { id }) => reopenTicket(services, actor, id)),
    ...forActor(saveUserPreferences, saveOwnPreferences),
    ...forActor(newSavedView, conversationViews.create),
    ...forActor(updateSavedView, conversationViews.update),
    ...forActor(deleteSavedView, conversationViews.remove),
    ...forActor(snoozeChatTicket, snoozeTicket),
    ...forActor(openChatTicket, startTicket),
    ...forActor(newChatNote, notes.createNote),
    ...forActor(updateChatNote, notes.updateNote),
    ...forActor(deleteChatNote, (services, actor, { id }) => notes.deleteNote(services, actor, id)),
    ...forActor(pinCustomer, (services, actor, { id, pinned }) => pin(services, actor, id, pinned)),
    ...forActor(blacklistCustomer, blacklist),
  },
};
