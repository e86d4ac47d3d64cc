import * as z from 'zod/mini';
import { operation } from './operation.ts';
import { unseenResetSchema } from './reset-customer-unseen-msgs.ts';
import type { UnseenReset } from './reset-customer-unseen-msgs.ts';

/** `id` is the customer's. */
export type MarkConversationUnreadVariables = { id: string; instance_id: string };

/**
 * Marks the customer's last message on the instance as unseen, unless one already is; published as
 * `CustomerUnseenMsgsReset` with `marked`.
 */
export const markConversationUnread = operation<
  MarkConversationUnreadVariables,
  { markConversationUnread: UnseenReset }
>(
  'markConversationUnread',
  `mutation markConversationUnread($id: ID!, $instance_id: ID!) { markConversationUnread(id: $id, instance_id: $instance_id) { customer_id instance_id up_to_id unseenMsg position } }`,
  z.object({ markConversationUnread: unseenResetSchema }),
);

export const markConversationUnreadSdl = /* GraphQL */ `
  extend type Mutation {
    markConversationUnread(id: ID!, instance_id: ID!): UnseenReset!
  }
`;
