import * as z from 'zod/mini';
import { idSchema } from '../scalars.ts';

/**
 * What a user may see about a number on an instance before writing to it. `phone_number` is how the company keeps it.
 * `ticket_id`: the open ticket, if the user may work on it; `owner`: who has it instead. `needs_template`: nothing else
 * may be sent. `customer_name` is null for an unknown customer, and for one whom the user doesn't see.
 */
export const numberConversationSchema = z.object({
  phone_number: z.string(),
  customer_name: z.nullable(z.string()),
  ticket_id: z.nullable(idSchema),
  owner: z.nullable(z.object({ id: idSchema, name: z.string() })),
  needs_template: z.boolean(),
});
export type NumberConversation = z.infer<typeof numberConversationSchema>;

export const numberConversationFields = 'phone_number customer_name ticket_id owner { id name } needs_template';

export const numberConversationSdl = /* GraphQL */ `
  type NumberConversation {
    phone_number: String!
    customer_name: String
    ticket_id: ID
    owner: ChatAuthor
    needs_template: Boolean!
  }
`;
