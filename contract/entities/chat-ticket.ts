import * as z from 'zod/mini';
import { CHANNELS } from '../facts/channels.ts';
import { countSchema, idSchema, timestampSchema } from '../scalars.ts';
import { customerChatFields, customerChatSchema, relatedChatFields, relatedChatSchema } from './customer-chat.ts';
import { customerFields, customerSchema } from './customer.ts';
import { ticketTransferFields, ticketTransferSchema } from './ticket-transfer.ts';
import { userSummaryFields, userSummarySchema } from './user.ts';

/**
 * One attendance of a customer on an instance, from the first message to the finish. `user` is its owner, null while no
 * attendant has taken it. `customerLastChat` is the newest message that the reader can see, `unseenMsg` counts the
 * unseen received messages up to it, and `last_received_at` is the newest of them. A user can read a conversation up to
 * the newest of its tickets that they see; a frame covers it up to its own ticket.
 */
export const chatTicketSchema = z.object({
  id: idSchema,
  protocol: z.string(),
  started_at: timestampSchema,
  finished_at: z.nullable(timestampSchema),
  is_finishing: z.boolean(),
  /** For a finished ticket: the outcome's name when it was finished. */
  outcome: z.optional(z.nullable(z.string())),
  unseenMsg: countSchema,
  isNotResponded: z.boolean(),
  user: z.nullable(userSummarySchema),
  /**
   * `isOfficial` false: it isn't on its provider's API, so there is no 24-hour window; nor a channel, unless
   * `hasGateway`.
   */
  instance: z.object({
    id: idSchema,
    name: z.string(),
    isOfficial: z.optional(z.boolean()),
    channel: z.optional(z.enum(CHANNELS)),
    hasGateway: z.optional(z.boolean()),
  }),
  customer: customerSchema,
  customerLastChat: z.nullable(customerChatSchema),
  /** When the customer last wrote: the 24-hour window counts from it. Null if they never did. */
  last_received_at: z.nullable(timestampSchema),
  /** Whether a flow answers: nobody owns it, and the customer doesn't wait for anybody. */
  in_flow: z.optional(z.nullable(z.boolean())),
  /** Since when the customer has waited for an answer; null if they have one. */
  waiting_since: z.optional(z.nullable(timestampSchema)),
  /** Since when its owner has it; null while nobody has. */
  owned_since: z.optional(z.nullable(timestampSchema)),
  /** Until when its owner snoozed it. */
  snoozed_until: z.optional(z.nullable(timestampSchema)),
  /** When it came back from its last snooze; null once somebody else has it. */
  woken_at: z.optional(z.nullable(timestampSchema)),
  /** The department it came to. */
  department_id: z.optional(z.nullable(idSchema)),
  /** While nobody owns an open ticket: the customer's last message on it. */
  customerLastReceivedChat: z.optional(z.nullable(relatedChatSchema)),
  /** Whether the current user has pinned the customer. */
  pinned: z.boolean(),
  pendingTransfer: z.nullable(ticketTransferSchema),
});
export type ChatTicket = z.infer<typeof chatTicketSchema>;

export const chatTicketFields = `id protocol started_at finished_at is_finishing outcome unseenMsg isNotResponded user { ${userSummaryFields} } instance { id name isOfficial channel hasGateway } customer { ${customerFields} } customerLastChat { ${customerChatFields} } last_received_at in_flow waiting_since owned_since snoozed_until woken_at department_id customerLastReceivedChat { ${relatedChatFields} } pinned pendingTransfer { ${ticketTransferFields} }`;

/** A ticket as frames carry it: without `pinned`, since all readers get the same frame. */
export const chatTicketFrameSchema = z.omit(chatTicketSchema, { pinned: true });
export type ChatTicketFrame = z.infer<typeof chatTicketFrameSchema>;

export const chatTicketSdl = /* GraphQL */ `
  type TicketInstance {
    id: ID!
    name: String!
    isOfficial: Boolean!
    channel: String!
    hasGateway: Boolean!
  }
  type ChatTicket {
    id: ID!
    protocol: String!
    started_at: String!
    finished_at: String
    is_finishing: Boolean!
    outcome: String
    unseenMsg: Int!
    isNotResponded: Boolean!
    user: UserSummary
    instance: TicketInstance!
    customer: Customer!
    customerLastChat: CustomerChat
    last_received_at: String
    in_flow: Boolean
    waiting_since: String
    owned_since: String
    snoozed_until: String
    woken_at: String
    department_id: ID
    customerLastReceivedChat: RelatedChat
    pinned: Boolean!
    pendingTransfer: TicketTransfer
  }
`;
