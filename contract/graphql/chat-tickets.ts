import * as z from 'zod/mini';
import { chatTicketFields, chatTicketSchema } from '../entities/chat-ticket.ts';
import { countSchema, idSchema, positionSchema } from '../scalars.ts';
import { operation } from './operation.ts';

/**
 * A page of tickets, pinned first, then by newest last message. Without `all_users`, only the user's own. `position` is
 * the stream position that the page reflects. The first page also lists, whatever the filters, the newest 1,000 visible
 * open conversations with unseen messages, and all customers the user has pinned; both are null on other pages.
 */
export const chatTicketPageSchema = z.object({
  total_pages: countSchema,
  total_items: countSchema,
  position: positionSchema,
  items: z.array(chatTicketSchema),
  unseen_conversations: z.nullable(z.array(z.object({ customer_id: idSchema, instance_id: idSchema }))),
  pinned_customers: z.nullable(z.array(idSchema)),
});
export type ChatTicketPage = z.infer<typeof chatTicketPageSchema>;

export type ChatTicketsVariables = {
  instance_id?: string | null;
  search_query?: string | null;
  finished_tickets?: boolean | null;
  all_users?: boolean | null;
  pagination_page?: number | null;
  pagination_limit?: number | null;
  customer_id?: string | null;
  chat_ticket_id?: string | null;
};

export const chatTickets = operation<ChatTicketsVariables, { chatTickets: ChatTicketPage }>(
  'chatTickets',
  `query chatTickets($instance_id: ID, $search_query: String, $finished_tickets: Boolean, $all_users: Boolean, $pagination_page: Int, $pagination_limit: Int, $customer_id: ID, $chat_ticket_id: ID) { chatTickets(instance_id: $instance_id, search_query: $search_query, finished_tickets: $finished_tickets, all_users: $all_users, pagination_page: $pagination_page, pagination_limit: $pagination_limit, customer_id: $customer_id, chat_ticket_id: $chat_ticket_id) { total_pages total_items position items { ${chatTicketFields} } unseen_conversations { customer_id instance_id } pinned_customers } }`,
  z.object({ chatTickets: chatTicketPageSchema }),
);

export const chatTicketsSdl = /* GraphQL */ `
  type UnseenConversation {
    customer_id: ID!
    instance_id: ID!
  }
  type ChatTicketPage {
    total_pages: Int!
    total_items: Int!
    position: Float!
    items: [ChatTicket!]!
    unseen_conversations: [UnseenConversation!]
    pinned_customers: [ID!]
  }
  extend type Query {
    chatTickets(
      instance_id: ID
      search_query: String
      finished_tickets: Boolean = false
      all_users: Boolean = false
      pagination_page: Int = 1
      pagination_limit: Int = 10
      customer_id: ID
      chat_ticket_id: ID
    ): ChatTicketPage!
  }
`;
