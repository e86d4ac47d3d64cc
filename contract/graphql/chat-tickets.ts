import * as z from 'zod/mini';
import { chatTicketFields, chatTicketSchema } from '../entities/chat-ticket.ts';
import { countSchema, idSchema, positionSchema } from '../scalars.ts';
import { operation } from './operation.ts';

/**
 * Which tickets are in each view of the list under the filters, whatever the search: the ids of open ones, so that a
 * reader of frames counts each once; of finished ones how many, up to `FINISHED_COUNT_MAX`.
 */
export const chatTicketViewsSchema = z.object({
  mine: z.array(idSchema),
  queue: z.array(idSchema),
  flow: z.array(idSchema),
  waiting: z.array(idSchema),
  snoozed: z.array(idSchema),
  all: z.array(idSchema),
  finished: countSchema,
});

/**
 * A page of tickets, pinned first, then in the order asked for. Without `all_users`, only the user's own. `position` is
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
  /** On the first page, if `with_views`. */
  views: z.optional(z.nullable(chatTicketViewsSchema)),
});
export type ChatTicketPage = z.infer<typeof chatTicketPageSchema>;

/** Of finished tickets: when they ended, in milliseconds from and before, and how; an empty outcome is none. */
export type EndedFilter = {
  readonly from?: number | undefined;
  readonly to?: number | undefined;
  readonly outcome?: string | undefined;
};

export type ChatTicketsVariables = {
  instance_id?: string | null;
  search_query?: string | null;
  finished_tickets?: boolean | null;
  all_users?: boolean | null;
  pagination_page?: number | null;
  pagination_limit?: number | null;
  customer_id?: string | null;
  chat_ticket_id?: string | null;
  /** One of `TICKET_VIEWS`; instead of `all_users`. */
  view?: string | null;
  /** One of `TICKET_SORTS`. */
  sort_name?: string | null;
  /** The department the ticket came to. */
  department_id?: string | null;
  /** Its owner. */
  user_id?: string | null;
  /** A tag of its customer. */
  tag_id?: string | null;
  unseen?: boolean | null;
  not_responded?: boolean | null;
  blacklisted?: boolean | null;
  /** Open tickets don't mind it. */
  ended?: EndedFilter | null;
  with_views?: boolean | null;
  /** Only who waits for an answer, the longest wait first, whatever is pinned; not what the user has snoozed. */
  awaits_answer?: boolean | null;
};

export const chatTickets = operation<ChatTicketsVariables, { chatTickets: ChatTicketPage }>(
  'chatTickets',
  `query chatTickets($instance_id: ID, $search_query: String, $finished_tickets: Boolean, $all_users: Boolean, $pagination_page: Int, $pagination_limit: Int, $customer_id: ID, $chat_ticket_id: ID, $view: String, $sort_name: String, $department_id: ID, $user_id: ID, $tag_id: ID, $unseen: Boolean, $not_responded: Boolean, $blacklisted: Boolean, $ended: EndedFilter, $with_views: Boolean, $awaits_answer: Boolean) { chatTickets(instance_id: $instance_id, search_query: $search_query, finished_tickets: $finished_tickets, all_users: $all_users, pagination_page: $pagination_page, pagination_limit: $pagination_limit, customer_id: $customer_id, chat_ticket_id: $chat_ticket_id, view: $view, sort_name: $sort_name, department_id: $department_id, user_id: $user_id, tag_id: $tag_id, unseen: $unseen, not_responded: $not_responded, blacklisted: $blacklisted, ended: $ended, with_views: $with_views, awaits_answer: $awaits_answer) { total_pages total_items position items { ${chatTicketFields} } unseen_conversations { customer_id instance_id } pinned_customers views { mine queue flow waiting snoozed all finished } } }`,
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
    views: ChatTicketViews
  }
  type ChatTicketViews {
    mine: [ID!]!
    queue: [ID!]!
    flow: [ID!]!
    waiting: [ID!]!
    snoozed: [ID!]!
    all: [ID!]!
    finished: Int!
  }
  input EndedFilter {
    from: Float
    to: Float
    outcome: String
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
      view: String
      sort_name: String
      department_id: ID
      user_id: ID
      tag_id: ID
      unseen: Boolean
      not_responded: Boolean
      blacklisted: Boolean
      ended: EndedFilter
      with_views: Boolean
      awaits_answer: Boolean
    ): ChatTicketPage!
  }
`;
