import * as z from 'zod/mini';
import { SCHEDULED_STATES } from '../facts/scheduled-messages.ts';
import { idSchema, timestampSchema } from '../scalars.ts';

/** A message that is sent at a time of its own. */
export const scheduledMessageSchema = z.object({
  id: idSchema,
  message: z.string(),
  send_at: timestampSchema,
  state: z.enum(SCHEDULED_STATES),
  /** Of `refused`: one of `SCHEDULED_REASONS`, or a newer one. */
  reason: z.nullable(z.string()),
  /** Who wrote it. */
  user: z.object({ id: idSchema, name: z.string() }),
  /** The message that it answers. */
  reply_message_id: z.nullable(idSchema),
  /** Whether the user may change, send or cancel it: its author, the ticket's owner, an administrator. */
  may_change: z.boolean(),
  version: z.string(),
});
export type ScheduledMessage = z.infer<typeof scheduledMessageSchema>;

export const scheduledMessageFields =
  'id message send_at state reason user { id name } reply_message_id may_change version';

export const scheduledMessageSdl = /* GraphQL */ `
  type ScheduledMessage {
    id: ID!
    message: String!
    send_at: String!
    state: String!
    reason: String
    user: ChatAuthor!
    reply_message_id: ID
    may_change: Boolean!
    version: String!
  }
`;
