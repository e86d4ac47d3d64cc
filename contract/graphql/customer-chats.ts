import * as z from 'zod/mini';
import { customerChatFields, customerChatSchema, sharedFields, type CustomerChat } from '../entities/customer-chat.ts';
import {
  customerChatEventSchema,
  customerChatEventsField,
  type CustomerChatEvent,
} from '../entities/customer-chat-event.ts';
import { operation } from './operation.ts';

/**
 * `before_id` returns messages older than that one, `after_id` newer ones, `around_id` half of `limit` up to that one
 * and half behind it; without any, the newest.
 */
export type CustomerChatsVariables = {
  customer_id: string;
  instance_id: string;
  finished_tickets?: boolean | null;
  all_users?: boolean | null;
  before_id?: string | null;
  after_id?: string | null;
  around_id?: string | null;
  limit?: number | null;
};

/**
 * Messages of a customer on an instance, oldest first; at most `limit` (default 50, at most 200). Excludes tickets
 * after the newest one that the user sees. Includes the events among them (`customerChatEvents`).
 */
export const customerChats = operation<
  CustomerChatsVariables,
  { customerChats: CustomerChat[]; customerChatEvents?: readonly CustomerChatEvent[] | undefined }
>(
  'customerChats',
  `query customerChats($customer_id: ID!, $instance_id: ID!, $finished_tickets: Boolean, $all_users: Boolean, $before_id: ID, $after_id: ID, $around_id: ID, $limit: Int) { customerChats(customer_id: $customer_id, instance_id: $instance_id, finished_tickets: $finished_tickets, all_users: $all_users, before_id: $before_id, after_id: $after_id, around_id: $around_id, limit: $limit) { ${customerChatFields} ${sharedFields} } ${customerChatEventsField} }`,
  z.object({
    customerChats: z.array(customerChatSchema),
    customerChatEvents: z.optional(z.array(customerChatEventSchema)),
  }),
);

export const customerChatsSdl = /* GraphQL */ `
  extend type Query {
    customerChats(
      customer_id: ID!
      instance_id: ID!
      finished_tickets: Boolean = false
      all_users: Boolean = false
      before_id: ID
      after_id: ID
      around_id: ID
      limit: Int = 50
    ): [CustomerChat!]!
  }
`;
