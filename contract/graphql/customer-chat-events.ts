import * as z from 'zod/mini';
import {
  customerChatEventSchema,
  customerChatEventsField,
  type CustomerChatEvent,
} from '../entities/customer-chat-event.ts';
import { operation } from './operation.ts';

export type CustomerChatEventsVariables = {
  customer_id: string;
  instance_id: string;
  before_id?: string | null;
  after_id?: string | null;
  around_id?: string | null;
  limit?: number | null;
};

/**
 * The events among the messages that `customerChats` returns for the same arguments, and a few before them; at most
 * `CHAT_EVENTS_MAX`, the newest. Excludes tickets after the newest one that the user sees.
 */
export const customerChatEvents = operation<
  CustomerChatEventsVariables,
  { customerChatEvents: readonly CustomerChatEvent[] }
>(
  'customerChatEvents',
  `query customerChatEvents($customer_id: ID!, $instance_id: ID!, $before_id: ID, $after_id: ID, $around_id: ID, $limit: Int) { ${customerChatEventsField} }`,
  z.object({ customerChatEvents: z.array(customerChatEventSchema) }),
);

export const customerChatEventsSdl = /* GraphQL */ `
  extend type Query {
    customerChatEvents(
      customer_id: ID!
      instance_id: ID!
      before_id: ID
      after_id: ID
      around_id: ID
      limit: Int = 50
    ): [CustomerChatEvent!]!
  }
`;
