import * as z from 'zod/mini';
import { idSchema, timestampSchema } from '../scalars.ts';

const ownerSchema = z.nullable(z.object({ id: idSchema, name: z.string() }));

/**
 * A ticket on its way from one attendant to another. Either `transferred_at` (confirmed) or `deleted_at` is set, never
 * both. `triggeringUser` is null for an automatic transfer, for lack of response.
 */
export const ticketTransferSchema = z.object({
  id: idSchema,
  transfer_at: timestampSchema,
  created_at: timestampSchema,
  transferred_at: z.nullable(timestampSchema),
  deleted_at: z.nullable(timestampSchema),
  chatTicket: z.object({ id: idSchema }),
  previousUser: ownerSchema,
  nextUser: ownerSchema,
  previous_user_id: z.nullable(idSchema),
  next_user_id: idSchema,
  triggeringUser: ownerSchema,
  /** The sender's note to the receiver; null for none. Nodes before version 10 don't send it. */
  note: z.optional(z.nullable(z.string())),
});
export type TicketTransfer = z.infer<typeof ticketTransferSchema>;

export const ticketTransferFields =
  'id transfer_at created_at transferred_at deleted_at chatTicket { id } previousUser { id name } nextUser { id name } previous_user_id next_user_id triggeringUser { id name } note';

export const ticketTransferSdl = /* GraphQL */ `
  type TransferUser {
    id: ID!
    name: String!
  }
  type TicketTransfer {
    id: ID!
    transfer_at: String!
    created_at: String!
    transferred_at: String
    deleted_at: String
    chatTicket: ChatTicketReference!
    previousUser: TransferUser
    nextUser: TransferUser
    previous_user_id: ID
    next_user_id: ID!
    triggeringUser: TransferUser
    note: String
  }
`;
