import * as z from 'zod/mini';
import { countSchema, idSchema, positionSchema } from '../scalars.ts';
import { operation } from './operation.ts';

/** `id` is the customer's. Messages newer than `up_to_id` stay unseen. */
export type ResetCustomerUnseenMsgsVariables = { id: string; instance_id: string; up_to_id?: string | null };

export const unseenResetSchema = z.object({
  customer_id: idSchema,
  instance_id: idSchema,
  up_to_id: z.nullable(idSchema),
  unseenMsg: countSchema,
  position: positionSchema,
});
export type UnseenReset = z.infer<typeof unseenResetSchema>;

/** Marks the customer's messages on the instance as seen and returns how many are still unseen. */
export const resetCustomerUnseenMsgs = operation<
  ResetCustomerUnseenMsgsVariables,
  { resetCustomerUnseenMsgs: UnseenReset }
>(
  'resetCustomerUnseenMsgs',
  `mutation resetCustomerUnseenMsgs($id: ID!, $instance_id: ID!, $up_to_id: ID) { resetCustomerUnseenMsgs(id: $id, instance_id: $instance_id, up_to_id: $up_to_id) { customer_id instance_id up_to_id unseenMsg position } }`,
  z.object({ resetCustomerUnseenMsgs: unseenResetSchema }),
);

export const resetCustomerUnseenMsgsSdl = /* GraphQL */ `
  type UnseenReset {
    customer_id: ID!
    instance_id: ID!
    up_to_id: ID
    unseenMsg: Int!
    position: Float!
  }
  extend type Mutation {
    resetCustomerUnseenMsgs(id: ID!, instance_id: ID!, up_to_id: ID): UnseenReset!
  }
`;
