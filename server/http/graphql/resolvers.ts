import type { MercuriusContext } from 'mercurius';
import type { BlacklistCustomerVariables } from '../../../contract/graphql/blacklist-customer.ts';
import type { ChatTicketsVariables } from '../../../contract/graphql/chat-tickets.ts';
import type { ConfirmSecondFactorVariables } from '../../../contract/graphql/confirm-second-factor.ts';
import type { ConfirmTicketTransferVariables } from '../../../contract/graphql/confirm-ticket-transfer.ts';
import type { CreateTicketTransferVariables } from '../../../contract/graphql/create-ticket-transfer.ts';
import type { CustomerChatTextVariables } from '../../../contract/graphql/customer-chat-text.ts';
import type { CustomerChatsVariables } from '../../../contract/graphql/customer-chats.ts';
import type { CustomerInfosVariables } from '../../../contract/graphql/customer-infos.ts';
import type { DeleteTicketTransferVariables } from '../../../contract/graphql/delete-ticket-transfer.ts';
import type { FinishChatTicketVariables } from '../../../contract/graphql/finish-chat-ticket.ts';
import type { InstancesVariables } from '../../../contract/graphql/instances.ts';
import type { LogInVariables } from '../../../contract/graphql/log-in.ts';
import type { OnlineUsersVariables } from '../../../contract/graphql/online-users.ts';
import type { PinCustomerVariables } from '../../../contract/graphql/pin-customer.ts';
import type { ResetCustomerUnseenMsgsVariables } from '../../../contract/graphql/reset-customer-unseen-msgs.ts';
import type { SendImageSeleniumVariables } from '../../../contract/graphql/send-image-selenium.ts';
import type { SendMessageVariables } from '../../../contract/graphql/send-message.ts';
import type { SentMessageVariables } from '../../../contract/graphql/sent-message.ts';
import type { TicketTransferVariables } from '../../../contract/graphql/ticket-transfer.ts';
import type { UserInstancesVariables } from '../../../contract/graphql/user-instances.ts';
import { createSocketTicket } from '../../domain/auth/socket-ticket.ts';
import { blacklistCustomer } from '../../domain/customers/blacklist-customer.ts';
import { customerInfos } from '../../domain/customers/customer-infos.ts';
import { pinCustomer } from '../../domain/customers/pin-customer.ts';
import { parseId } from '../../domain/ids.ts';
import { listInstances } from '../../domain/instances/list-instances.ts';
import { listMessages } from '../../domain/messages/list-messages.ts';
import { messageText } from '../../domain/messages/message-text.ts';
import { sendImage } from '../../domain/messages/send-image.ts';
import { sendMessage } from '../../domain/messages/send-message.ts';
import { sentMessage } from '../../domain/messages/sent-message.ts';
import { setPresence } from '../../domain/presence.ts';
import { finishTicket } from '../../domain/tickets/finish-ticket.ts';
import { listTickets } from '../../domain/tickets/list-tickets.ts';
import { confirmTransfer } from '../../domain/transfers/confirm-transfer.ts';
import { createTransfer } from '../../domain/transfers/create-transfer.ts';
import { deleteTransfer } from '../../domain/transfers/delete-transfer.ts';
import { findTicketTransfer } from '../../domain/transfers/find-transfer.ts';
import { listTransferCandidates } from '../../domain/transfers/transfer-candidates.ts';
import { resetUnseen } from '../../domain/unseen/reset-unseen.ts';
import { listUsers, userInfos, userInstances } from '../../domain/users.ts';
import { departmentResolvers } from './department-resolvers.ts';
import { forActor } from './for-actor.ts';
import { reportQueries } from './reports-resolvers.ts';
import { confirmLogInToTenant, logInToTenant, refreshSession } from './sessions.ts';
import { userResolvers } from './users-resolvers.ts';

type None = Record<string, never>;

/** Every call of the contract's SDL; a test holds the two against each other. */
export const resolvers = {
  Query: {
    ...userResolvers.Query,
    ...departmentResolvers.Query,
    ...reportQueries,
    chatTickets: forActor<ChatTicketsVariables, unknown>(listTickets),
    customerChats: forActor<CustomerChatsVariables, unknown>(listMessages),
    customerChatText: forActor<CustomerChatTextVariables, unknown>(messageText),
    customerInfos: forActor<CustomerInfosVariables, unknown>((services, actor, { id }) =>
      customerInfos(services, actor, id),
    ),
    users: forActor<None, unknown>((services, actor) => listUsers(services, actor)),
    userInfos: forActor<None, unknown>((services, actor) => userInfos(services, actor)),
    userInstances: forActor<UserInstancesVariables, unknown>((services, actor, variables) =>
      userInstances(services, actor, parseId(variables.user_id)),
    ),
    instances: forActor<InstancesVariables, unknown>((services, actor, variables) =>
      listInstances(services, actor, variables.remove_ids),
    ),
    onlineUsers: forActor<OnlineUsersVariables, unknown>(listTransferCandidates),
    ticketTransfer: forActor<TicketTransferVariables, unknown>(findTicketTransfer),
    sentMessage: forActor<SentMessageVariables, unknown>((services, actor, variables) =>
      sentMessage(services, actor, variables.client_id),
    ),
  },
  Mutation: {
    ...userResolvers.Mutation,
    ...departmentResolvers.Mutation,
    logIn: (_root: unknown, variables: LogInVariables, { tenantCall }: MercuriusContext) =>
      logInToTenant(tenantCall, variables),
    confirmSecondFactor: (_root: unknown, variables: ConfirmSecondFactorVariables, { tenantCall }: MercuriusContext) =>
      confirmLogInToTenant(tenantCall, variables),
    refreshToken: (_root: unknown, _variables: None, { tenantCall }: MercuriusContext) => refreshSession(tenantCall),
    connected: forActor<None, unknown>((services, actor) => setPresence(services, actor, true)),
    disconnected: forActor<None, unknown>((services, actor) => setPresence(services, actor, false)),
    createSocketTicket: forActor<None, unknown>(async (services, actor) => {
      await services.countTicket(actor);
      const { ticket, expiresAt } = await createSocketTicket(services, actor);
      return { ticket, expires_at: expiresAt.toISOString() };
    }),
    createTicketTransfer: forActor<CreateTicketTransferVariables, unknown>(createTransfer),
    confirmTicketTransfer: forActor<ConfirmTicketTransferVariables, unknown>((services, actor, { id }) =>
      confirmTransfer(services, actor, id),
    ),
    deleteTicketTransfer: forActor<DeleteTicketTransferVariables, unknown>((services, actor, { id }) =>
      deleteTransfer(services, actor, id),
    ),
    sendMessage: forActor<SendMessageVariables, unknown>(sendMessage),
    sendImageSelenium: forActor<SendImageSeleniumVariables, unknown>(sendImage),
    resetCustomerUnseenMsgs: forActor<ResetCustomerUnseenMsgsVariables, unknown>(resetUnseen),
    finishChatTicket: forActor<FinishChatTicketVariables, unknown>((services, actor, { id }) =>
      finishTicket(services, actor, id),
    ),
    pinCustomer: forActor<PinCustomerVariables, unknown>((services, actor, { id, pinned }) =>
      pinCustomer(services, actor, id, pinned),
    ),
    blacklistCustomer: forActor<BlacklistCustomerVariables, unknown>((services, actor, { id, blacklisted }) =>
      blacklistCustomer(services, actor, id, blacklisted),
    ),
  },
};
